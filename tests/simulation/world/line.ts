import { DeviceStatus, type DisconnectCode } from '../../../src/contract/devices/device.ts'
import type {
  DeviceKey,
  Lookup,
  LookupRequest,
  Messenger,
  MessengerEvent,
  SendOutcome,
  SendRequest,
} from '../../../src/domain/messenger.ts'
import { type Owner, world } from '../machine/timeline.ts'
import { createLocks } from './locks.ts'
import {
  type Account,
  findInDirectory,
  jidOf,
  newAccount,
  type ServerSide,
  type Taken,
} from './whatsapp-account.ts'

const ACK_TIMEOUT_MS = 30_000

export type Line = ReturnType<typeof createLine>

type Leaving = {
  readonly request: SendRequest
  readonly handed: { readonly handedMs: number; readonly handedAt: number }
  readonly resolve: (outcome: SendOutcome) => void
}

/** The messenger that one process of the program gets. It dies with its process. */
export function createLine(
  { timeline, random, linked, taken, sentIntoLock, faultsNow, planReceipts }: ServerSide,
  {
    process,
    onEvent,
  }: {
    readonly process: Owner
    readonly onEvent: (event: MessengerEvent) => Promise<void>
  },
) {
  const locks = createLocks({ timeline, random })
  const wanted = new Set<DeviceKey>()
  const online = new Set<DeviceKey>()
  let isStopping = false

  return {
    messenger: messenger(),
    deliver,
    breakConnections,
    isOnline: (key: DeviceKey) => online.has(key),
  }

  function messenger(): Messenger {
    return {
      open,
      pair,
      answerPasskey: () => undefined,
      confirmPasskey: () => undefined,
      hasKeys: async (key) => linked.has(key),
      close: async (key, why) => end(key, why),
      logOut: async (key) => {
        await end(key)
        linked.delete(key)
      },
      lookUp,
      inspect: async () => null,
      act: async () => ({ value: null }),
      trace: async () => [],
      acquainted: async (key, people) =>
        people.map(({ phone }) => linked.get(key)?.friends.has(jidOf(phone)) === true),
      acquaintances: async (key, people) =>
        people.map(({ phone }) =>
          linked.get(key)?.friends.has(jidOf(phone)) === true ? 'conversation' : 'none',
        ),
      download: async () => ({ failure: 'failed' }),
      send,
      stop: async () => {
        isStopping = true
        online.clear()
      },
    }
  }

  function deliver(key: DeviceKey, event: MessengerEvent): void {
    const account = linked.get(key)
    if (account && online.has(key) && !isStopping) later(1, () => hand(account, event))
  }

  function breakConnections(): void {
    for (const key of [...online]) {
      online.delete(key)
      fallOff(key)
    }
  }

  /** Connects a broken connection again after a while. */
  function fallOff(key: DeviceKey): void {
    tellState(key, DeviceStatus.connecting)
    later(random.between(500, 30_000), () => logIn(key))
  }

  function later(ms: number, work: () => void): void {
    timeline.after(ms, work, process)
  }

  /**
   * Publishes an event as from another thread: never before the call that caused it has returned.
   */
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

  /** Publishes the event of an end before the call that asked for it is answered. */
  function end(key: DeviceKey, why: 'closed_by_user' | 'moving' = 'closed_by_user'): Promise<void> {
    wanted.delete(key)
    online.delete(key)
    if (why !== 'moving') tellState(key, DeviceStatus.disconnected, why)
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
    // The device's label may have been unreadable, though its keys are there.
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
    // The code is scanned after a while.
    later(random.between(1_000, 20_000), () => {
      if (!wanted.has(key) || linked.has(key)) return
      if (faultsNow().isAway) return pair(key, { phone })
      const account = phone === '' ? `5511${random.between(900_000_000, 999_999_999)}` : phone
      linked.set(key, newAccount(account))
      logIn(key)
    })
  }

  function logIn(key: DeviceKey): void {
    if (!wanted.has(key) || isStopping || online.has(key)) return
    const account = linked.get(key)
    if (!account) return
    if (faultsNow().isAway) {
      later(random.between(5_000, 60_000), () => logIn(key))
      return
    }
    online.add(key)
    tellState(key, DeviceStatus.connected)
    tellLock(key, account)
    for (const event of [...account.queue]) hand(account, event)
  }

  /** The server keeps an event until the program has it on its disk. */
  function hand(account: Account, event: MessengerEvent): void {
    onEvent(event).then(
      () => {
        account.queue.delete(event)
        account.kept.get(event)?.()
      },
      () => undefined,
    )
  }

  async function lookUp(
    key: DeviceKey,
    people: readonly LookupRequest[],
  ): Promise<readonly Lookup[]> {
    await new Promise<void>((resolve) => later(random.between(20, 900), resolve))
    return people.map((person) => {
      const { isAway, lookupFailed } = faultsNow()
      return isAway || random.chance(lookupFailed)
        ? { phone: person.phone, result: 'unknown', detail: 'no answer' }
        : findInDirectory(person, linked.get(key))
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
    const faults = faultsNow()
    if (!online.has(key) || !account) {
      resolve({ kind: 'not_sent', reason: 'closed', detail: 'closed before it left' })
    } else if (random.chance(faults.notSent)) {
      resolve({ kind: 'not_sent', reason: 'no_devices', detail: 'no answer for the devices' })
    } else if (locks.isLocked(account) && !account.friends.has(request.jid)) {
      if (locks.wasKnown(account, one.handed)) sentIntoLock.push(request)
      refuse(key, account, one)
    } else if (!account.friends.has(request.jid) && random.chance(faults.restricted)) {
      later(locks.lock(account) + 1, () => tellLock(key, account))
      refuse(key, account, one)
    } else if (random.chance(faults.refused)) {
      answer(one, { kind: 'refused', code: 479 })
    } else {
      // From here on the message travels, whatever happens to the program.
      timeline.after(random.between(5, 400), () => take(key, account, one), world)
    }
  }

  /** Sends the lock with each connection and each change, as WhatsApp does. */
  function tellLock(key: DeviceKey, account: Account): void {
    if (!online.has(key) || linked.get(key) !== account) return
    const until = timeline.now() + account.lockedUntilMs - timeline.elapsed()
    const lock = locks.isLocked(account)
      ? ({ isActive: true, kind: 'DEFAULT', until: new Date(until).toISOString() } as const)
      : ({ isActive: false } as const)
    later(1, () => {
      onEvent({ type: 'time_lock', key, lock }).then(
        () => {
          if (!lock.isActive) return
          account.toldMs = Math.min(account.toldMs, timeline.elapsed())
          account.toldUntil = until
        },
        () => undefined,
      )
    })
  }

  function refuse(key: DeviceKey, account: Account, one: Leaving): void {
    tellLock(key, account)
    answer(one, { kind: 'refused', code: 463, lock: 'active' })
  }

  function answer({ resolve }: Leaving, outcome: SendOutcome): void {
    later(random.between(10, 300), () => resolve(outcome))
  }

  function take(key: DeviceKey, account: Account, one: Leaving): void {
    const { request, handed, resolve } = one
    const { messageId, jid, content } = request
    const takenMs = timeline.elapsed()
    const message: Taken = {
      messageId,
      key,
      jid,
      ...handed,
      takenMs,
      text: content.text,
      process,
      acceptedMs: null,
    }
    taken.push(message)
    planReceipts(account, { key, messageId })
    const at = new Date(timeline.now()).toISOString()
    if (random.chance(faultsNow().cut)) {
      online.delete(key)
      later(5, () => {
        resolve({ kind: 'unknown', reason: 'closed', detail: 'cut off' })
        fallOff(key)
      })
    } else if (random.chance(faultsNow().ackLost)) {
      later(ACK_TIMEOUT_MS, () =>
        resolve({ kind: 'unknown', reason: 'timeout', detail: 'silence' }),
      )
    } else {
      later(random.between(10, 500), () => {
        message.acceptedMs = timeline.elapsed()
        resolve({ kind: 'accepted', at })
      })
    }
  }
}
