import { MAX_SEND_ATTEMPTS } from '../../../contract/limits.ts'
import { numberCandidates } from '../../../contract/phones/brazil.ts'
import type { SendLedger } from '../send-ledger.ts'

/** Whom a device may write to: who is in conversation with it, or whoever it ever wrote to. */
export type Known = 'acquainted' | 'written_to'

/** Recipients per call of `acquainted`, which only looks into a table. */
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
  readonly acquainted: (phones: readonly string[], known: Known) => Promise<readonly boolean[]>
}) {
  /** Recipients set aside, by phone, in their order. */
  const aside = new Map<string, number>()
  /** Recipients found to be no strangers: they come next. */
  const known: number[] = []
  const refused: number[] = []
  /** Recipients set aside by a stricter rule than the present one: they are looked at again. */
  const again: number[] = []
  let isStrict = false
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
    const first = known.shift() ?? again.shift()
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
   * The next recipient whom the device knows as well as needed. All that come before are set aside.
   * @param drain takes recipients out of the queue
   */
  async function nextAcquainted(
    drain: (count: number) => number[],
    needed: Known,
  ): Promise<number | undefined> {
    if (needed === 'written_to' && isStrict) relax()
    for (;;) {
      const first = known.shift()
      if (first !== undefined) return first
      const batch = again.length > 0 ? again.splice(0, BATCH_SIZE) : drain(BATCH_SIZE)
      if (batch.length === 0) return undefined
      const held = new Set(await among(batch, needed))
      for (const index of batch) {
        if (held.has(index)) setAside(index)
        else known.push(index)
      }
      if (needed === 'acquainted' && held.size > 0) isStrict = true
    }
  }

  function relax(): void {
    isStrict = false
    for (const index of aside.values()) again.push(index)
    aside.clear()
  }

  /** Those of the recipients whom the device does not know as well as needed. */
  async function among(indices: readonly number[], needed: Known): Promise<readonly number[]> {
    if (indices.length === 0) return []
    const answers = await acquainted(
      indices.map((index) => ledger.get(index).phone),
      needed,
    )
    return indices.filter((_, position) => !answers[position])
  }

  /** Takes in that a person wrote; returns whether that lets a waiting recipient go on. */
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
    return aside.size + known.length + again.length + refused.length > 0
  }
}
