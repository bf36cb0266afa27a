import type {
  DeviceKey,
  Messenger,
  MessengerEvent,
  SendRequest,
} from '../../../src/domain/messenger.ts'
import type { Random } from '../machine/random.ts'
import type { Owner, Timeline } from '../machine/timeline.ts'
import { createLine, type Line } from './line.ts'
import { type Account, kindWhatsapp, type Taken, type WhatsappFaults } from './whatsapp-account.ts'

const MINUTE_MS = 60_000

export type Whatsapp = ReturnType<typeof createWhatsapp>

/**
 * The world outside: it goes on while the program is dead, and keeps every message that it took.
 */
export function createWhatsapp({
  timeline,
  random,
}: {
  readonly timeline: Timeline
  readonly random: Random
}) {
  const linked = new Map<DeviceKey, Account>()
  const taken: Taken[] = []
  const sentIntoLock: SendRequest[] = []
  /** The line of the process that lives now. */
  let line: Line | undefined
  let faults = { ...kindWhatsapp }

  return {
    taken,
    sentIntoLock,
    connectProcess,
    setFaults,
    faultsNow: () => faults,
    breakConnections: () => line?.breakConnections(),
    accounts: () =>
      [...linked].map(([key, { phone }]) => ({
        key,
        phone,
        isOnline: line?.isOnline(key) === true,
      })),
    forgetTold,
    lift,
    write,
  }

  function setFaults(some: Partial<WhatsappFaults>): void {
    faults = { ...kindWhatsapp, ...some }
    if (faults.isAway) line?.breakConnections()
  }

  function connectProcess(needs: {
    readonly process: Owner
    readonly onEvent: (event: MessengerEvent) => Promise<void>
  }): Messenger {
    const server = { timeline, random, linked, taken, sentIntoLock, planReceipts }
    // The connections of a process that died are gone.
    line = createLine({ ...server, faultsNow: () => faults }, needs)
    return line.messenger
  }

  /** A backup has no locks that the program learned of later. */
  function forgetTold(): void {
    for (const account of linked.values()) account.toldMs = Number.POSITIVE_INFINITY
  }

  /** Ends locks that would outlast the run. */
  function lift(maxMs: number): void {
    const lastMs = timeline.elapsed() + maxMs
    for (const account of linked.values()) {
      if (account.lockedUntilMs > lastMs) account.lockedUntilMs = timeline.elapsed()
    }
    line?.breakConnections()
  }

  /** A contact writes to the account; `onKept` is called when the program confirms the message. */
  function write(
    key: DeviceKey,
    message: { readonly messageId: string; readonly jid: string; readonly text: string },
    onKept: () => void,
  ): void {
    const account = linked.get(key)
    if (!account) return
    const { messageId, jid, text } = message
    const event: MessengerEvent = {
      type: 'inbound',
      key,
      message: {
        messageId,
        chatJid: jid,
        lid: null,
        phone: jid.split('@')[0] ?? null,
        pushName: 'Alguém',
        fromMe: false,
        text,
        kind: 'conversation',
        sentAt: new Date(timeline.now()).toISOString(),
        remoteJid: jid,
        participant: '',
        content: { conversation: text },
        media: null,
      },
    }
    account.kept.set(event, onKept)
    account.friends.add(jid)
    account.queue.add(event)
    line?.deliver(key, event)
  }

  function planReceipts(
    account: Account,
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
          line?.deliver(key, event)
        })
      }
    }
  }
}
