import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster, Node } from './cluster.ts'
import type { watchSessions } from './sessions.ts'
import { until } from './user.ts'

export type Misfortune = 'kill' | 'freeze' | 'cut' | 'restart'

/** How long each device that lost its connection was away, in milliseconds. */
export type Harm = { readonly kind: Misfortune; readonly awayMs: readonly number[] }

/**
 * Simultaneous misfortunes begin within this time; one that ends may last up to this much longer.
 */
const SPREAD_MS = 1_500
const BACK_LIMIT_MS = 180_000
const LOOK_MS = 50
/** How many of a node's last lines are shown. */
const TOLD_LINES = 40
/** Starts that are tried, as a supervisor does: the node's database may be away. */
const STARTS = 20
const START_PAUSE_MS = 500

/** A misfortune's moment, and the node that it hit; no node: the database. */
type Blow = { readonly atMs: number; readonly node?: Node }

type Sessions = ReturnType<typeof watchSessions>

/** Lets misfortunes befall the nodes of a cluster and its database, and mends what they broke. */
export function createMisfortunes({
  cluster,
  sessions,
  phones,
  random,
}: {
  readonly cluster: Cluster
  readonly sessions: Sessions
  /** The phones of all devices. */
  readonly phones: readonly string[]
  readonly random: () => number
}) {
  return { befall }

  /**
   * Causes several misfortunes at about the same time, each at another node; resolves once all is
   * well again, and fails with the nodes' last lines where it does not become so.
   */
  async function befall(kinds: readonly Misfortune[]): Promise<readonly Harm[]> {
    return befallNodes(kinds).catch((cause: unknown) => {
      const written = cluster.nodes.map((node, place) => [
        `-- node ${place + 1}:`,
        ...node.output().stderr.split('\n').slice(-TOLD_LINES),
      ])
      throw new Error(`after ${kinds.join(', ')}: ${cause}\n${written.flat().join('\n')}`, {
        cause,
      })
    })
  }

  async function befallNodes(kinds: readonly Misfortune[]): Promise<readonly Harm[]> {
    const nodes = busiestFirst()
    const harms = await Promise.all(
      kinds.map(async (kind) => {
        const node = kind === 'restart' ? undefined : nodes.shift()
        await pause(random() * SPREAD_MS)
        return node ? befallNode(kind, node) : restartDatabase()
      }),
    )
    await until(
      async () => phones.filter((phone) => !sessions.isConnected(phone)),
      isNone,
      BACK_LIMIT_MS,
    )
    await untilEveryNodeIsWell()
    return harms
  }

  async function befallNode(kind: Misfortune, node: Node): Promise<Harm> {
    const lost = phones.filter((phone) => sessions.last(phone)?.node === node)
    const blow = { atMs: Date.now(), node }
    const back = () => untilBack(lost, blow)
    if (kind === 'kill') await kill(node, back)
    if (kind === 'freeze') await freeze(node, back)
    if (kind === 'cut') await cut(node, back)
    await back()
    return { kind, awayMs: lost.map((phone) => backAt(phone, blow) - blow.atMs) }
  }

  /** Kills a node, which starts again at once, or after the others have taken its accounts. */
  async function kill(node: Node, back: () => Promise<void>): Promise<void> {
    await node.kill()
    if (random() < 0.5) await back()
    for (let start = 1; !(await hasStarted(node, start)); start += 1) await pause(START_PAUSE_MS)
  }

  async function hasStarted(node: Node, start: number): Promise<boolean> {
    try {
      await node.restartInPlace()
      return true
    } catch (error) {
      if (start === STARTS) throw error
      return false
    }
  }

  /** Freezes a node until its lease has ended, when others have its accounts. */
  async function freeze(node: Node, back: () => Promise<void>): Promise<void> {
    node.freeze()
    await back()
    await pause(random() * SPREAD_MS)
    node.wake()
  }

  async function cut(node: Node, back: () => Promise<void>): Promise<void> {
    node.toDatabase.cut()
    await until(
      () => statusOf(node),
      (status) => status === 503,
      BACK_LIMIT_MS,
    )
    await back()
    node.toDatabase.mend()
  }

  async function restartDatabase(): Promise<Harm> {
    const atMs = Date.now()
    const before = new Map(phones.map((phone) => [phone, sessions.last(phone)]))
    await cluster.postgres.restart()
    await untilEveryNodeIsWell()
    const lost = phones.filter((phone) => sessions.last(phone) !== before.get(phone))
    return { kind: 'restart', awayMs: lost.map((phone) => backAt(phone, { atMs }) - atMs) }
  }

  /** Nodes without a device come last: they have nothing to lose. */
  function busiestFirst(): Node[] {
    const chances = new Map(
      cluster.nodes.map((node) => [
        node,
        phones.some((phone) => sessions.last(phone)?.node === node) ? random() : 1,
      ]),
    )
    return cluster.nodes.toSorted(
      (one, other) => (chances.get(one) ?? 1) - (chances.get(other) ?? 1),
    )
  }

  async function untilBack(lost: readonly string[], blow: Blow): Promise<void> {
    await until(
      async () => lost.filter((phone) => backAt(phone, blow) === Number.POSITIVE_INFINITY),
      isNone,
      BACK_LIMIT_MS,
      LOOK_MS,
    )
  }

  /**
   * When the device first had a connection again: a younger one, or one from a node that was
   * spared, to which its account may already have been moving.
   */
  function backAt(phone: string, { atMs, node }: Blow): number {
    const first = sessions
      .list()
      .filter((session) => session.phone === phone && session.seenAtMs >= atMs)
      .find((session) => session.node !== node || session.traffic.openedAtMs >= atMs)
    return first?.seenAtMs ?? Number.POSITIVE_INFINITY
  }

  async function untilEveryNodeIsWell(): Promise<void> {
    for (const node of cluster.nodes) {
      await until(
        () => statusOf(node),
        (status) => status === 200,
        BACK_LIMIT_MS,
      )
    }
  }
}

/** `undefined` where no answer comes. */
async function statusOf(node: Node): Promise<number | undefined> {
  return fetch(`${node.url()}/health`).then(
    ({ status }) => status,
    () => undefined,
  )
}

function isNone(left: readonly string[]): boolean {
  return left.length === 0
}
