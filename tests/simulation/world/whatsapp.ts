import { DeviceStatus, type DisconnectCode } from '../../../src/contract/device.ts'
import type {
  DeviceKey,
  Lookup,
  LookupRequest,
  Messenger,
  MessengerEvent,
  SendOutcome,
  SendRequest,
} from '../../../src/domain/messenger.ts'
import type { Random } from '../machine/random.ts'
import { type Owner, type Timeline, world } from '../machine/timeline.ts'

/** How WhatsApp behaves just now. Shares are of messages. */
export type WhatsappFaults = {
  /** Nobody answers, and connections break. */
  isAway: boolean
  /** The server takes the message and its acknowledgement never comes. */
  ackLost: number
  /** The connection breaks in the middle of a message. */
  cut: number
  /** Refused for the person's own sake. */
  refused: number
  /** Refused, and the device restricted, for a while. */
  restricted: number
  /** Nothing leaves, for a passing reason. */
  notSent: number
  /** The directory does not answer. */
  lookupFailed: number
  /** Receipts that come hours late, or never. */
  receiptLate: number
  receiptLost: number
  receiptTwice: number
}

const kindWhatsapp: WhatsappFaults = {
  isAway: false,
  ackLost: 0,
  cut: 0,
  refused: 0,
  restricted: 0,
  notSent: 0,
  lookupFailed: 0,
  receiptLate: 0,
  receiptLost: 0,
  receiptTwice: 0,
}

/** A message as WhatsApp's server took it. */
export type Taken = {
  readonly messageId: string
  readonly key: DeviceKey
  readonly jid: string
  /** When the program handed it over, and when the server took it: milliseconds of the run. */
  readonly handedMs: number
  readonly takenMs: number
  /** Wall clock at the handing over, epoch milliseconds. */
  readonly handedAt: number
  readonly text: string
}

type Linked = {
  readonly phone: string
  restrictedUntilMs: number
  /** What the server keeps until the device has said that it has it. */
  readonly queue: Set<MessengerEvent>
}

const MINUTE_MS = 60_000
const ACK_TIMEOUT_MS = 30_000

export type Whatsapp = ReturnType<typeof createWhatsapp>

/** The world outside: it goes on while the program is dead, and never forgets what it took. */
export function createWhatsapp({
  timeline,
  random,
}: {
  readonly timeline: Timeline
  readonly random: Random
}) {
  const linked = new Map<DeviceKey, Linked>()
  const taken: Taken[] = []
  const sentIntoLock: SendRequest[] = []
  const cuts = new Set<() => void>()
  /** To the process that lives now; nothing where the device is not connected. */
  let deliver: (key: DeviceKey, event: MessengerEvent) => void = () => undefined
  let faults = { ...kindWhatsapp }

  return {
    taken,
    sentIntoLock,
    connectProcess,
    setFaults,
    faultsNow: () => faults,
    breakConnections: () => {
      for (const cut of [...cuts]) cut()
    },
    isLinked: (key: DeviceKey) => linked.has(key),
  }

  function setFaults(some: Partial<WhatsappFaults>): void {
    faults = { ...kindWhatsapp, ...some }
    if (faults.isAway) for (const cut of [...cuts]) cut()
  }

  /** What one process of the program gets as its messenger. It dies with its process. */
  function connectProcess({
    process,
    onEvent,
  }: {
    readonly process: Owner
    readonly onEvent: (event: MessengerEvent) => Promise<void>
  }): Messenger {
    const wanted = new Set<DeviceKey>()
    const online = new Set<DeviceKey>()
    let isStopping = false
    // Connections of a process that died are no more.
    cuts.clear()
    deliver = (key, event) => {
      const account = linked.get(key)
      if (account && online.has(key) && !isStopping) later(1, () => hand(account, event))
    }

    return {
      open,
      pair,
      hasKeys: async (key) => linked.has(key),
      close: async (key) => end(key),
      logOut: async (key) => {
        await end(key)
        linked.delete(key)
      },
      lookUp,
      acquainted: async (_key, people) => people.map(() => false),
      download: async () => null,
      send,
      stop: async () => {
        isStopping = true
        for (const key of online) online.delete(key)
      },
    }

    function later(ms: number, work: () => void): void {
      timeline.after(ms, work, process)
    }

    /** From another thread: never before the call that caused it has gone on. */
    function tell(event: MessengerEvent): void {
      later(1, () => void onEvent(event).catch(() => undefined))
    }

    function tellState(
      key: DeviceKey,
      status: DeviceStatus,
      reason: DisconnectCode | null = null,
    ): void {
      tell({ type: 'state', key, status, reason, phone: linked.get(key)?.phone ?? null })
    }

    /** The event of an end leaves before the answer to who asked for it. */
    function end(key: DeviceKey): Promise<void> {
      wanted.delete(key)
      online.delete(key)
      tellState(key, DeviceStatus.disconnected, 'closed_by_user')
      return new Promise((resolve) => later(random.between(2, 200), resolve))
    }

    function open(key: DeviceKey): void {
      if (!linked.has(key)) tellState(key, DeviceStatus.disconnected, 'never_paired')
      else if (online.has(key)) tellState(key, DeviceStatus.connected)
      else {
        wanted.add(key)
        tellState(key, DeviceStatus.connecting)
        later(random.between(50, 3_000), () => logIn(key))
      }
    }

    function pair(key: DeviceKey, { phone }: { readonly phone: string }): void {
      // Its label may have been unreadable when the product looked: the keys are there.
      if (linked.has(key)) {
        open(key)
        return
      }
      wanted.add(key)
      tell({
        type: 'qr',
        key,
        qr: `qr of ${key}`,
        expiresAt: new Date(timeline.now()).toISOString(),
      })
      // Somebody scans it, some time.
      later(random.between(1_000, 20_000), () => {
        if (!wanted.has(key) || linked.has(key)) return
        if (faults.isAway) return pair(key, { phone })
        const account = phone === '' ? `5511${random.between(900_000_000, 999_999_999)}` : phone
        linked.set(key, { phone: account, restrictedUntilMs: 0, queue: new Set() })
        logIn(key)
      })
    }

    function logIn(key: DeviceKey): void {
      if (!wanted.has(key) || isStopping || online.has(key)) return
      const account = linked.get(key)
      if (!account) return
      if (faults.isAway) {
        later(random.between(5_000, 60_000), () => logIn(key))
        return
      }
      online.add(key)
      const cut = () => {
        cuts.delete(cut)
        if (!online.delete(key)) return
        tellState(key, DeviceStatus.connecting)
        later(random.between(500, 30_000), () => logIn(key))
      }
      cuts.add(cut)
      tellState(key, DeviceStatus.connected)
      for (const event of [...account.queue]) hand(account, event)
    }

    /** Kept by the server until the program has it on its disk. */
    function hand(account: Linked, event: MessengerEvent): void {
      onEvent(event).then(
        () => account.queue.delete(event),
        () => undefined,
      )
    }

    async function lookUp(
      _key: DeviceKey,
      people: readonly LookupRequest[],
    ): Promise<readonly Lookup[]> {
      await new Promise<void>((resolve) => later(random.between(20, 900), resolve))
      return people.map(({ phone, candidates }) => {
        if (faults.isAway || random.chance(faults.lookupFailed)) {
          return { phone, result: 'unknown', detail: 'no answer' }
        }
        if (isAbsent(phone)) return { phone, result: 'absent' }
        const known = candidates.at(0) ?? phone
        return { phone, result: 'found', jid: `${known}@s.whatsapp.net`, lid: `${known}9@lid` }
      })
    }

    function send(key: DeviceKey, request: SendRequest): Promise<SendOutcome> {
      const handed = { handedMs: timeline.elapsed(), handedAt: timeline.now() }
      return new Promise((resolve) => {
        if (!online.has(key)) {
          later(1, () => resolve({ kind: 'not_sent', reason: 'closed', detail: 'not connected' }))
          return
        }
        later(random.between(3, 40), () => leave(key, { request, handed, resolve }))
      })
    }

    function leave(key: DeviceKey, one: Leaving): void {
      const { request, resolve } = one
      const account = linked.get(key)
      if (!online.has(key) || !account) {
        resolve({ kind: 'not_sent', reason: 'closed', detail: 'closed before it left' })
      } else if (random.chance(faults.notSent)) {
        resolve({ kind: 'not_sent', reason: 'no_devices', detail: 'no answer for the devices' })
      } else if (timeline.elapsed() < account.restrictedUntilMs) {
        sentIntoLock.push(request)
        refuse(key, account, one)
      } else if (random.chance(faults.restricted)) {
        account.restrictedUntilMs = timeline.elapsed() + random.between(10, 300) * MINUTE_MS
        refuse(key, account, one)
      } else if (random.chance(faults.refused)) {
        answer(one, { kind: 'refused', code: 479 })
      } else {
        // From here on it travels, whatever becomes of the program.
        timeline.after(random.between(5, 400), () => take(key, account, one), world)
      }
    }

    function refuse(key: DeviceKey, { restrictedUntilMs }: Linked, one: Leaving): void {
      const forMs = restrictedUntilMs - timeline.elapsed()
      const until = new Date(timeline.now() + forMs).toISOString()
      tell({ type: 'time_lock', key, lock: { isActive: true, kind: 'DEFAULT', until } })
      answer(one, { kind: 'refused', code: 463, lock: 'active' })
    }

    function answer({ resolve }: Leaving, outcome: SendOutcome): void {
      later(random.between(10, 300), () => resolve(outcome))
    }

    function take(key: DeviceKey, account: Linked, one: Leaving): void {
      const { request, handed, resolve } = one
      const { messageId, jid, content } = request
      const takenMs = timeline.elapsed()
      taken.push({ messageId, key, jid, ...handed, takenMs, text: content.text })
      planReceipts(account, { key, messageId })
      const at = new Date(timeline.now()).toISOString()
      if (random.chance(faults.cut)) {
        online.delete(key)
        later(5, () => {
          resolve({ kind: 'unknown', reason: 'closed', detail: 'cut off' })
          tellState(key, DeviceStatus.connecting)
          later(random.between(500, 30_000), () => logIn(key))
        })
      } else if (random.chance(faults.ackLost)) {
        later(ACK_TIMEOUT_MS, () =>
          resolve({ kind: 'unknown', reason: 'timeout', detail: 'silence' }),
        )
      } else {
        later(random.between(10, 500), () => resolve({ kind: 'accepted', at }))
      }
    }
  }

  function planReceipts(
    account: Linked,
    { key, messageId }: { readonly key: DeviceKey; readonly messageId: string },
  ): void {
    if (random.chance(faults.receiptLost)) return
    const kinds = random.chance(0.6) ? (['delivered', 'read'] as const) : (['delivered'] as const)
    for (const kind of kinds) {
      const lateMs = random.chance(faults.receiptLate) ? random.between(1, 240) * MINUTE_MS : 0
      const times = random.chance(faults.receiptTwice) ? 2 : 1
      for (let time = 0; time < times; time += 1) {
        timeline.after(lateMs + random.between(20, 60_000), () => {
          const at = new Date(timeline.now()).toISOString()
          const event = { type: 'receipt', key, messageIds: [messageId], kind, at } as const
          account.queue.add(event)
          deliver(key, event)
        })
      }
    }
  }
}

type Leaving = {
  readonly request: SendRequest
  readonly handed: { readonly handedMs: number; readonly handedAt: number }
  readonly resolve: (outcome: SendOutcome) => void
}

/** Every eleventh number or so is not on WhatsApp; which ones never changes. */
export function isAbsent(phone: string): boolean {
  return Number(phone.slice(-4)) % 11 === 3
}
