import type { SendErrorCode } from '../../contract/campaigns/send.ts'
import { LOOKAHEAD_RECIPIENTS, MAX_SEND_ATTEMPTS } from '../../contract/limits.ts'
import type { Acquaintance, Lookup } from '../messenger.ts'
import { RecipientStatus } from './recipient.ts'
import type { SendLedger } from './send-ledger.ts'
import { createStrangers, type Known } from './strangers/strangers.ts'

/** The next recipient, and what to do about it. */
export type Next =
  | {
      readonly kind: 'send'
      readonly index: number
      readonly jid: string
      /** The person's LID, where this look-up returned it. */
      readonly lid: string | null
      readonly isRepeat: boolean
      readonly acquaintance: Acquaintance
    }
  | { readonly kind: 'fail'; readonly index: number; readonly code: SendErrorCode }
  /** WhatsApp's directory gave no answer; the recipient went to the end of the queue. */
  | { readonly kind: 'postponed' }
  /** WhatsApp's directory demands a slower pace; the recipient keeps its place. */
  | { readonly kind: 'slow_down'; readonly untilMs: number | undefined }

/** Whom to hand out. */
export type Audience = 'everybody' | Known

export type AudienceQueue = ReturnType<typeof createAudienceQueue>

/** Recipients looked up in one query: larger batches block the connection's thread. */
const BATCH_SIZE = 25
/**
 * A slow campaign looks up the recipients of this time in one query: no query for each message, and
 * none about recipients who get theirs much later.
 */
const LOOKAHEAD_MS = 5 * 60_000

/**
 * Orders a campaign's recipients. Looks the next ones up in bulk while a message is being sent, and
 * never hands out one recipient twice at once.
 */
export function createAudienceQueue({
  ledger,
  intervalMs,
  lookUp,
  acquainted,
}: {
  readonly ledger: SendLedger
  readonly intervalMs: number
  /** Never rejects; answers in the order of `phones`. */
  readonly lookUp: (phones: readonly string[]) => Promise<readonly Lookup[]>
  /** Which of the phones the device knows as well as `known` says, without asking WhatsApp. */
  readonly acquainted: (phones: readonly string[], known: Known) => Promise<readonly boolean[]>
}) {
  const lookahead = lookaheadFor(intervalMs)
  const prepared = new Map<number, Promise<Lookup>>()
  const unclearCounts = new Map<number, number>()
  const usedJids = new Set<string>()
  /** Indices of unknown fate: they go first, under the message ids they have. */
  const repeats: number[] = []
  /** Indices certainly not sent: they come next. */
  const returned: number[] = []
  /** Indices to attempt once all others were attempted. */
  const postponed: number[] = []
  const strangers = createStrangers({ ledger, acquainted })
  let takeFrom = 0
  let prepareFrom = 0

  for (let order = 0; order < ledger.attemptedCount; order += 1) {
    const { jid, status } = ledger.get(ledger.attemptedAt(order))
    if (jid !== null && status !== RecipientStatus.waiting) usedJids.add(jid)
  }

  return {
    take,
    giveBack,
    setAside,
    refuse,
    postpone,
    repeat,
    takeRepeats,
    wrote: strangers.wrote,
    hasHeldBack,
    isEmpty,
  }

  /**
   * The next recipient, or `undefined` while none is left to hand out.
   * @param isProbe the message shows whether strangers may be written to: not one whose fate is
   * unknown, since its acknowledgement may never come
   */
  async function take(audience: Audience, isProbe = false): Promise<Next | undefined> {
    const again = isProbe ? undefined : await nextRepeat(audience)
    if (again !== undefined) return repeatOf(again)
    const index =
      audience === 'everybody' ? nextIndex() : await strangers.nextAcquainted(drain, audience)
    if (index === undefined) return isProbe ? take(audience) : undefined
    // Looking strangers up in advance while none may be written to would only draw attention.
    if (audience === 'everybody') prefetch()
    const lookup = await lookupOf(index)
    return judge(index, lookup)
  }

  async function nextRepeat(audience: Audience): Promise<number | undefined> {
    const held = audience === 'acquainted' ? await strangers.among(repeats, audience) : []
    for (const again of repeats.filter((index) => !held.includes(index))) {
      const at = repeats.indexOf(again)
      // Another slot may have taken it in the meantime.
      if (at < 0) continue
      repeats.splice(at, 1)
      // A receipt may have proved in the meantime that the message arrived.
      if (ledger.get(again).status === RecipientStatus.sending) return again
    }
    return undefined
  }

  function repeatOf(index: number): Next {
    const { jid } = ledger.get(index)
    if (jid === null) throw new Error(`recipient ${index} was handed over without an address`)
    return { kind: 'send', index, jid, lid: null, isRepeat: true, acquaintance: 'written_to' }
  }

  function nextIndex(): number | undefined {
    const back = returned.shift() ?? strangers.next()
    if (back !== undefined) return back
    return nextWaiting() ?? postponed.shift() ?? strangers.nextRefused()
  }

  function nextWaiting(): number | undefined {
    const waiting = ledger.nextWaiting(takeFrom)
    if (waiting !== undefined) takeFrom = waiting + 1
    return waiting
  }

  /** Takes up to `count` recipients out of the queue, for a look at who they are. */
  function drain(count: number): number[] {
    const drained: number[] = []
    while (drained.length < count) {
      const index = returned.shift() ?? nextWaiting() ?? postponed.shift()
      if (index === undefined) break
      drained.push(index)
    }
    return drained
  }

  function judge(index: number, lookup: Lookup): Next {
    if (lookup.result === 'absent') return { kind: 'fail', index, code: 'not_on_whatsapp' }
    if (lookup.result === 'unknown' && lookup.isRateLimited) {
      returned.push(index)
      forgetPrepared()
      return { kind: 'slow_down', untilMs: lookup.busyUntilMs }
    }
    if (lookup.result === 'unknown') return unclear(index)
    if (usedJids.has(lookup.jid)) return { kind: 'fail', index, code: 'duplicate' }
    usedJids.add(lookup.jid)
    const { jid, lid, acquaintance = 'none' } = lookup
    return { kind: 'send', index, jid, lid, isRepeat: false, acquaintance }
  }

  /** Drops prepared look-ups, which were refused along with this one: each would slow it down. */
  function forgetPrepared(): void {
    prepareFrom = Math.min(prepareFrom, ...prepared.keys())
    prepared.clear()
  }

  function unclear(index: number): Next {
    const count = (unclearCounts.get(index) ?? 0) + 1
    unclearCounts.set(index, count)
    if (count >= MAX_SEND_ATTEMPTS) return { kind: 'fail', index, code: 'lookup_failed' }
    postponed.push(index)
    return { kind: 'postponed' }
  }

  /** Puts a recipient back to the front: nothing was sent, and not because of the recipient. */
  function giveBack(next: Next): void {
    if (next.kind === 'postponed' || next.kind === 'slow_down') return
    if (next.kind === 'send' && next.isRepeat) {
      repeats.unshift(next.index)
      return
    }
    if (next.kind === 'send') usedJids.delete(next.jid)
    returned.push(next.index)
  }

  /** Puts a recipient to the end: nothing was sent, and it may fail again. */
  function postpone(index: number, jid: string): void {
    usedJids.delete(jid)
    postponed.push(index)
  }

  /** Puts back a stranger whom nothing may be sent to for now. */
  function setAside({ index, jid, isRepeat }: Extract<Next, { kind: 'send' }>): void {
    if (isRepeat) {
      repeats.push(index)
      return
    }
    usedJids.delete(jid)
    strangers.setAside(index)
  }

  /**
   * Puts a recipient that WhatsApp refused as a stranger after all others; where an earlier message
   * may have arrived, that one is repeated. Returns false after too many refusals.
   */
  function refuse({ index, jid, isRepeat }: Extract<Next, { kind: 'send' }>): boolean {
    if (!strangers.mayTryAgain(index)) return false
    if (isRepeat) {
      repeats.push(index)
      return true
    }
    usedJids.delete(jid)
    strangers.putLast(index)
    return true
  }

  function repeat(index: number): void {
    repeats.push(index)
  }

  /** Removes and returns the indices of unknown fate, for a campaign that ends. */
  function takeRepeats(): number[] {
    return repeats.splice(0)
  }

  function isEmpty(): boolean {
    return (
      repeats.length + returned.length + postponed.length === 0 &&
      !strangers.hasAny() &&
      ledger.nextWaiting(takeFrom) === undefined
    )
  }

  /** Whether a recipient waits who may be written to only once strangers may. */
  function hasHeldBack(): boolean {
    return strangers.hasAny() || repeats.length > 0
  }

  async function lookupOf(index: number): Promise<Lookup> {
    const known = prepared.get(index)
    prepared.delete(index)
    if (known !== undefined) return known
    // Others were given back too, as after a time without connection: one query serves them all.
    const batch = [index, ...returned.filter((each) => !prepared.has(each))].slice(0, BATCH_SIZE)
    const answers = ask(batch)
    keepAnswers(
      batch.slice(1),
      answers.then((lookups) => lookups.slice(1)),
    )
    return answerAt(await answers, 0, index)
  }

  function prefetch(): void {
    while (prepared.size < lookahead) {
      const batch = nextBatch(Math.min(BATCH_SIZE, lookahead))
      if (batch.length === 0) return
      keepAnswers(batch, ask(batch))
    }
  }

  function keepAnswers(batch: readonly number[], answers: Promise<readonly Lookup[]>): void {
    for (const [position, index] of batch.entries()) {
      prepared.set(
        index,
        answers.then((lookups) => answerAt(lookups, position, index)),
      )
    }
  }

  function answerAt(lookups: readonly Lookup[], position: number, index: number): Lookup {
    const phone = ledger.get(index).phone
    return lookups[position] ?? { phone, result: 'unknown', detail: 'no answer' }
  }

  function nextBatch(size: number): number[] {
    const batch: number[] = []
    prepareFrom = Math.max(prepareFrom, takeFrom - 1)
    while (batch.length < size) {
      const index = ledger.nextWaiting(prepareFrom)
      if (index === undefined) break
      batch.push(index)
      prepareFrom = index + 1
    }
    return batch
  }

  function ask(indices: readonly number[]): Promise<readonly Lookup[]> {
    return lookUp(indices.map((index) => ledger.get(index).phone))
  }
}

function lookaheadFor(intervalMs: number): number {
  if (intervalMs <= 0) return LOOKAHEAD_RECIPIENTS
  return Math.min(LOOKAHEAD_RECIPIENTS, Math.max(1, Math.floor(LOOKAHEAD_MS / intervalMs)))
}
