import type { SimulatorControl } from '../../../src/simulator/control/control.ts'
import type { Node } from './cluster.ts'
import type { Traffic } from './wire.ts'

/** A login of a device at WhatsApp, with the connection that it came by. */
type Session = {
  readonly phone: string
  readonly node: Node
  readonly traffic: Traffic
  /** Milliseconds since 1970 by which the session was there. */
  readonly seenAtMs: number
}

const LOOK_MS = 40

/** Notes which device is logged in from which node, as WhatsApp sees it, until it is stopped. */
export function watchSessions({
  control,
  nodes,
}: {
  readonly control: Pick<SimulatorControl, 'accounts'>
  readonly nodes: readonly Node[]
}) {
  const byPhone = new Map<string, Session[]>()
  const connected = new Set<string>()
  let isStopped = false
  const done = lookInTurn()

  return {
    ...{ list, moves, strays },
    /** The last login of a device, whose connection may be gone already. */
    last: (phone: string) => byPhone.get(phone)?.at(-1),
    isConnected: (phone: string) => connected.has(phone),
    async stop(): Promise<void> {
      isStopped = true
      await done
    },
  }

  async function lookInTurn(): Promise<void> {
    while (!isStopped) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  async function look(): Promise<void> {
    for (const { phone, devices } of await control.accounts()) {
      const [port] = devices.flatMap(({ clientPort }) => clientPort ?? [])
      if (port === undefined) connected.delete(phone)
      else note(phone, port)
    }
  }

  function note(phone: string, port: number): void {
    connected.add(phone)
    const own = byPhone.get(phone) ?? []
    byPhone.set(phone, own)
    if (own.at(-1)?.traffic.port === port) return
    // Over time several connections have the same port.
    const [youngest] = nodes
      .flatMap((node) => {
        const traffic = node.toWhatsApp.traffic().findLast((each) => each.port === port)
        return traffic ? [{ node, traffic }] : []
      })
      .sort((one, other) => other.traffic.openedAtMs - one.traffic.openedAtMs)
    if (youngest) own.push({ phone, ...youngest, seenAtMs: Date.now() })
  }

  function list(): readonly Session[] {
    return [...byPhone.values()].flat()
  }

  /** Each login that followed one at another node, with the one before. */
  function moves(): readonly { readonly before: Session; readonly after: Session }[] {
    return [...byPhone.values()].flatMap((own) =>
      own.flatMap((after, place) => {
        const before = own[place - 1]
        return before && before.node !== after.node ? [{ before, after }] : []
      }),
    )
  }

  /** Bytes sent over a connection after its device was logged in from another node. */
  function strays(): readonly {
    readonly phone: string
    readonly lateMs: number
    readonly bytes: number
  }[] {
    return moves().flatMap(({ before, after }) =>
      before.traffic.frames
        .filter(({ atMs }) => atMs > after.seenAtMs)
        .map(({ atMs, bytes }) => ({ phone: before.phone, lateMs: atMs - after.seenAtMs, bytes })),
    )
  }
}
