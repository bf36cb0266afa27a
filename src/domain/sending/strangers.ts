import { MAX_SEND_ATTEMPTS } from '../../contract/limits.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import type { SendLedger } from './send-ledger.ts'

/** Recipients whose acquaintance is asked for at once: nothing but a look into a table. */
const BATCH_SIZE = 200

/**
 * The recipients of one campaign who wait until their device may write to strangers, in their
 * order; last of all those whom WhatsApp has refused.
 */
export function createStrangers({
  ledger,
  acquainted,
}: {
  readonly ledger: Pick<SendLedger, 'get'>
  readonly acquainted: (phones: readonly string[]) => Promise<readonly boolean[]>
}) {
  /** By phone, in their order. */
  const aside = new Map<string, number>()
  /** No strangers, after all: they come next. */
  const known: number[] = []
  const refused: number[] = []
  const refusedCounts = new Map<number, number>()

  return { setAside, mayTryAgain, putLast, next, nextRefused, nextAcquainted, among, wrote, hasAny }

  function setAside(index: number): void {
    aside.set(ledger.get(index).phone, index)
  }

  /** Counts a refusal; returns false where this person was refused often enough. */
  function mayTryAgain(index: number): boolean {
    const count = (refusedCounts.get(index) ?? 0) + 1
    refusedCounts.set(index, count)
    return count < MAX_SEND_ATTEMPTS
  }

  function putLast(index: number): void {
    refused.push(index)
  }

  function next(): number | undefined {
    const first = known.shift()
    if (first !== undefined) return first
    const [oldest] = aside
    if (!oldest) return undefined
    aside.delete(oldest[0])
    return oldest[1]
  }

  function nextRefused(): number | undefined {
    return refused.shift()
  }

  /**
   * The next recipient whom the device has a conversation with. All that come before are set aside.
   * @param drain takes recipients out of the queue
   */
  async function nextAcquainted(drain: (count: number) => number[]): Promise<number | undefined> {
    for (;;) {
      const first = known.shift()
      if (first !== undefined) return first
      const batch = drain(BATCH_SIZE)
      if (batch.length === 0) return undefined
      const held = new Set(await among(batch))
      for (const index of batch) {
        if (held.has(index)) setAside(index)
        else known.push(index)
      }
    }
  }

  /** Those of them whom the device has no conversation with. */
  async function among(indices: readonly number[]): Promise<readonly number[]> {
    if (indices.length === 0) return []
    const answers = await acquainted(indices.map((index) => ledger.get(index).phone))
    return indices.filter((_, position) => !answers[position])
  }

  /** Takes in that somebody wrote; returns whether that lets a recipient of this campaign go on. */
  function wrote(phone: string): boolean {
    for (const candidate of numberCandidates(phone)) {
      const index =
        aside.get(candidate) ?? refused.find((each) => ledger.get(each).phone === candidate)
      if (index === undefined) continue
      aside.delete(candidate)
      const at = refused.indexOf(index)
      if (at >= 0) refused.splice(at, 1)
      known.push(index)
      return true
    }
    return false
  }

  function hasAny(): boolean {
    return aside.size + known.length + refused.length > 0
  }
}
