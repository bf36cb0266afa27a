import { WaitReason } from '../../contract/campaigns/campaign-status.ts'
import type { SlotResult } from '../../contract/campaigns/pace.ts'
import type { SendErrorCode } from '../../contract/campaigns/send.ts'
import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../clock.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import type { IsOptedOut } from '../optouts/opt-outs.ts'
import { leftCode, openAttempts } from './campaign-end.ts'
import { createDelivery } from './deliver.ts'
import { type Consequence, judgeOutcome, type Uncertain } from './outcome.ts'
import { failureCode, type RecipientChange, type SendFact } from './recipient.ts'
import type { Audience, Next } from './recipient-queue.ts'
import { isMediumMissing, isPausing, keyOf, mayGoOn, type Run } from './running-campaign.ts'
import type { MessageIds } from './send-ledger.ts'
import type { Holds, Passage } from './strangers/holds.ts'

export type SendTarget = Extract<Next, { kind: 'send' }>
type Restricted = Extract<Consequence, { kind: 'restricted' }>

/** After this time a write that the disk refused is tried again. */
export const STORAGE_RETRY_MS = 10_000
const LOOKUP_RETRY_MS = 2_000
const CLOSED_RETRY_MS = 1_000

export type Slots = ReturnType<typeof createSlots>

/** Carries out slots: each takes one recipient from the queue to a result in the ledger. */
export function createSlots({
  messenger,
  messageIds,
  holds,
  clock,
  uncertain,
  isOptedOut,
  onLeaving,
  onFact,
  wakeLater,
}: {
  readonly messenger: Pick<Messenger, 'send'>
  readonly messageIds: MessageIds
  readonly holds: Pick<Holds, 'door' | 'hasRoomFor' | 'enterCampaign' | 'kept' | 'conclude'>
  readonly clock: Clock
  readonly uncertain: Uncertain
  readonly isOptedOut: IsOptedOut
  /**
   * Called when a message is about to leave.
   * @returns a function to be called once its outcome is on the disk
   */
  readonly onLeaving: (run: Run, next: SendTarget, messageId: string) => () => void
  /** Called when a result is on the disk. */
  readonly onFact: (run: Run, change: RecipientChange) => void
  /** Asks for another slot of this run after a while. */
  readonly wakeLater: (run: Run, ms: number) => void
}) {
  const deliver = createDelivery({ messenger, messageIds, record })

  return { take, abandon, closeOpen }

  async function take(run: Run): Promise<SlotResult> {
    if (!(await recordLeftovers(run))) return 'nothing'
    for (;;) {
      if (!mayGoOn(run)) return 'nothing'
      const isProbe = holds.door(keyOf(run)) === 'probe'
      const next = await run.queue.take(audienceOf(keyOf(run)), isProbe)
      if (!next) return 'nothing'
      if (next.kind === 'postponed') return later(run, LOOKUP_RETRY_MS)
      if (next.kind === 'slow_down') {
        run.gate.slowDown(next.untilMs)
        return 'nothing'
      }
      if (!mayGoOn(run)) {
        run.queue.giveBack(next)
        return 'nothing'
      }
      if (next.kind === 'fail') await record(run, failure(run, next.index, next.code))
      else if (hasLeft(run, next)) await record(run, failure(run, next.index, leftCode(next)))
      else if (isMediumMissing(run)) await record(run, failure(run, next.index, 'media_failed'))
      else {
        const passage = passageOf(run, next)
        if (passage !== 'held') return attempt(run, next, passage)
        run.queue.setAside(next)
      }
    }
  }

  /** Whether the person asked for no more messages, by now, under any name. */
  function hasLeft({ userId, ledger }: Run, { index, jid, lid }: SendTarget): boolean {
    return isOptedOut(userId, { phone: ledger.get(index).phone, jid, lid })
  }

  /** Whom the device may write to at the moment. */
  function audienceOf(key: DeviceKey): Audience {
    if (holds.door(key) === 'closed') return 'acquainted'
    return holds.hasRoomFor(key) ? 'everybody' : 'written_to'
  }

  /** Strangers need a passage; undefined for any other recipient. */
  function passageOf(run: Run, next: SendTarget): Passage | undefined | 'held' {
    if (next.acquaintance === 'conversation') return undefined
    // Under a closed door the queue repeats only recipients that are no strangers.
    if (next.isRepeat && holds.door(keyOf(run)) === 'closed') return undefined
    return holds.enterCampaign(keyOf(run), next.acquaintance) ?? 'held'
  }

  async function attempt(
    run: Run,
    next: SendTarget,
    passage: Passage | undefined,
  ): Promise<SlotResult> {
    const { index, jid } = next
    const messageId = messageIds.make(run.ledger.header.campaignNumber, index)
    try {
      await holds.kept(keyOf(run), passage?.minute ?? null)
      await run.ledger.record({ type: 'sending', index, messageId, jid, atMs: clock.now() })
    } catch (error) {
      // Nothing was sent: a message must not leave before its intent is on the disk.
      holds.conclude(keyOf(run), passage, null)
      run.queue.giveBack(next)
      holdForStorage(run, error)
      return 'nothing'
    }
    if (hasLeft(run, next)) {
      holds.conclude(keyOf(run), passage, null)
      await record(run, failure(run, index, leftCode(next)))
      return 'sent'
    }
    // The windows may have closed while the disk wrote.
    if (!run.hours.isOpen()) {
      holds.conclude(keyOf(run), passage, null)
      await returnToQueue(run, next)
      return 'nothing'
    }
    const landed = onLeaving(run, next, messageId)
    try {
      return await send(run, next, { messageId, passage })
    } finally {
      landed()
    }
  }

  async function send(
    run: Run,
    next: SendTarget,
    { messageId, passage }: { readonly messageId: string; readonly passage: Passage | undefined },
  ): Promise<SlotResult> {
    const { outcome, isTextSent } = await deliver(run, next, messageId)
    const afterRefusal = holds.conclude(keyOf(run), passage, outcome)
    const { attemptCount } = run.ledger.get(next.index)
    const consequence = judgeOutcome(outcome, { attemptCount, uncertain })
    // A recipient that has the text never becomes "not attempted" again.
    const tried = isTextSent ? { ...next, isRepeat: true } : next
    if (consequence.kind === 'restricted') {
      return concludeRefused(run, tried, { ...consequence, isLast: afterRefusal === 'last' })
    }
    return conclude(run, tried, consequence)
  }

  /** WhatsApp refused a first message: the recipient is tried again last of all, or fails. */
  async function concludeRefused(
    run: Run,
    next: SendTarget,
    { code, isLast }: { readonly code: number; readonly isLast: boolean },
  ): Promise<SlotResult> {
    const { index, isRepeat } = next
    if (isLast && run.queue.refuse(next)) {
      // An earlier attempt of a repeat may have arrived, so it never becomes "not attempted".
      if (!isRepeat) await record(run, { type: 'returned', index, atMs: clock.now() })
      else if (run.isEnding && !isPausing(run)) await abandon(run)
    } else if (isRepeat) {
      await record(run, failure(run, index, 'sem_confirmacao'))
    } else {
      await record(run, { ...failure(run, index, 'stranger_refused'), refusalCode: code })
    }
    return 'sent'
  }

  async function conclude(
    run: Run,
    next: SendTarget,
    consequence: Exclude<Consequence, Restricted>,
  ): Promise<SlotResult> {
    const { index } = next
    switch (consequence.kind) {
      case 'accepted':
        run.gate.recover()
        await record(run, { type: 'accepted', index, atMs: consequence.atMs })
        return 'sent'
      case 'failed': {
        const { code, refusalCode } = consequence
        await record(run, {
          ...failure(run, index, code),
          ...(refusalCode !== undefined && { refusalCode }),
        })
        return 'sent'
      }
      case 'repeat':
        return repeatLater(run, index)
      case 'slow_down':
        await returnToQueue(run, next)
        run.gate.slowDown(consequence.untilMs)
        return 'nothing'
      case 'no_storage':
        await returnToQueue(run, next)
        run.gate.hold(WaitReason.storage, STORAGE_RETRY_MS)
        return 'nothing'
      case 'give_back':
        await returnToQueue(run, next)
        return later(run, CLOSED_RETRY_MS)
      case 'postpone':
        if (next.isRepeat) return repeatLater(run, index)
        await record(run, { type: 'returned', index, atMs: clock.now() })
        run.queue.postpone(index, next.jid)
        return later(run, LOOKUP_RETRY_MS)
    }
  }

  async function returnToQueue(run: Run, next: SendTarget): Promise<void> {
    // An earlier attempt of a repeat may have arrived, so it never becomes "not attempted".
    if (!next.isRepeat) {
      await record(run, { type: 'returned', index: next.index, atMs: clock.now() })
    }
    run.queue.giveBack(next)
  }

  async function repeatLater(run: Run, index: number): Promise<SlotResult> {
    run.queue.repeat(index)
    if (run.isEnding && !isPausing(run)) await abandon(run)
    return later(run, CLOSED_RETRY_MS)
  }

  /** Settles the recipients of unknown fate when a run ends: their results say so. */
  async function abandon(run: Run): Promise<void> {
    for (const index of run.queue.takeRepeats()) {
      await record(run, failure(run, index, 'sem_confirmacao'))
    }
  }

  /**
   * Settles the other attempted recipients when a run has ended: they got nothing, and wait no
   * longer. Those of a paused one keep their places.
   * @returns false where the disk refused a result: nothing is lost, and it can be asked again
   */
  async function closeOpen(run: Run): Promise<boolean> {
    if (!(await recordLeftovers(run))) return false
    if (isPausing(run)) return true
    for (const fact of openAttempts(run.ledger, clock.now())) await record(run, fact)
    return run.unrecorded.length === 0
  }

  function failure({ ledger }: Run, index: number, code: SendErrorCode) {
    const failed = failureCode(ledger.get(index), code)
    return { type: 'failed', index, code: failed, atMs: clock.now() } as const
  }

  function later(run: Run, ms: number): SlotResult {
    wakeLater(run, ms)
    return 'nothing'
  }

  /** Never throws: what the disk refuses is kept and written before the next slot. */
  async function record(run: Run, fact: SendFact): Promise<void> {
    try {
      onFact(run, await run.ledger.record(fact))
    } catch (error) {
      run.unrecorded.push(fact)
      holdForStorage(run, error)
    }
  }

  async function recordLeftovers(run: Run): Promise<boolean> {
    const facts = run.unrecorded.splice(0)
    for (const fact of facts) await record(run, fact)
    return run.unrecorded.length === 0
  }

  function holdForStorage(run: Run, error: unknown): void {
    if (!(error instanceof AppError)) throw error
    run.gate.hold(WaitReason.storage, STORAGE_RETRY_MS)
  }
}
