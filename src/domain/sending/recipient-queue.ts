import { LOOKAHEAD_RECIPIENTS, MAX_SEND_ATTEMPTS } from '../../contract/limits.ts'
import type { SendErrorCode } from '../../contract/send.ts'
import type { Lookup } from '../messenger.ts'
import { RecipientStatus } from './recipient.ts'
import type { SendLedger } from './send-ledger.ts'

/** The next recipient, and what to do about it. */
export type Next =
  | {
      readonly kind: 'send'
      readonly index: number
      readonly jid: string
      readonly isRepeat: boolean
    }
  | { readonly kind: 'fail'; readonly index: number; readonly code: SendErrorCode }
  /** WhatsApp's directory gave no answer; the recipient went to the end of the queue. */
  | { readonly kind: 'postponed' }

export type AudienceQueue = ReturnType<typeof createAudienceQueue>

/** Recipients looked up in one query: larger batches block the connection's thread. */
const BATCH_SIZE = 25
/**
 * A slow campaign looks up recipients this long in advance, so that the answers are still fresh
 * when they are used.
 */
const LOOKAHEAD_MS = 30_000

/**
 * Orders a campaign's recipients. Looks the next ones up in bulk while a message is being sent, and
 * never hands out one recipient twice at once.
 */
export function createAudienceQueue({
  ledger,
  intervalMs,
  lookUp,
}: {
  readonly ledger: SendLedger
  readonly intervalMs: number
  /** Never rejects; answers in the order of `phones`. */
  readonly lookUp: (phones: readonly string[]) => Promise<readonly Lookup[]>
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
  let takeFrom = 0
  let prepareFrom = 0

  for (let order = 0; order < ledger.attemptedCount; order += 1) {
    const { jid, status } = ledger.get(ledger.attemptedAt(order))
    if (jid !== null && status !== RecipientStatus.waiting) usedJids.add(jid)
  }

  return { take, giveBack, postpone, repeat, takeRepeats, isEmpty }

  /** The next recipient, or `undefined` while none is left to hand out. */
  async function take(): Promise<Next | undefined> {
    for (let again = repeats.shift(); again !== undefined; again = repeats.shift()) {
      // A receipt may have proved in the meantime that the message arrived.
      if (ledger.get(again).status === RecipientStatus.sending) return repeatOf(again)
    }
    const index = nextIndex()
    if (index === undefined) return undefined
    prefetch()
    const lookup = await lookupOf(index)
    return judge(index, lookup)
  }

  function repeatOf(index: number): Next {
    const { jid } = ledger.get(index)
    if (jid === null) throw new Error(`recipient ${index} was handed over without an address`)
    return { kind: 'send', index, jid, isRepeat: true }
  }

  function nextIndex(): number | undefined {
    const back = returned.shift()
    if (back !== undefined) return back
    const waiting = ledger.nextWaiting(takeFrom)
    if (waiting === undefined) return postponed.shift()
    takeFrom = waiting + 1
    return waiting
  }

  function judge(index: number, lookup: Lookup): Next {
    if (lookup.result === 'absent') return { kind: 'fail', index, code: 'not_on_whatsapp' }
    if (lookup.result === 'unknown') return unclear(index)
    if (usedJids.has(lookup.jid)) return { kind: 'fail', index, code: 'duplicate' }
    usedJids.add(lookup.jid)
    return { kind: 'send', index, jid: lookup.jid, isRepeat: false }
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
    if (next.kind === 'postponed') return
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
      ledger.nextWaiting(takeFrom) === undefined
    )
  }

  async function lookupOf(index: number): Promise<Lookup> {
    const known = prepared.get(index)
    prepared.delete(index)
    if (known !== undefined) return known
    const [lookup] = await ask([index])
    return lookup ?? { phone: ledger.get(index).phone, result: 'unknown', detail: 'no answer' }
  }

  function prefetch(): void {
    while (prepared.size < lookahead) {
      const batch = nextBatch(Math.min(BATCH_SIZE, lookahead))
      if (batch.length === 0) return
      const answers = ask(batch)
      for (const [position, index] of batch.entries()) {
        prepared.set(
          index,
          answers.then((lookups) => answerAt(lookups, position, index)),
        )
      }
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
