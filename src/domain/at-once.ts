import { allEnded } from './every-step.ts'

/** Records in one file share its next write: those that change at once cost one. */
const GROUP_SIZE = 256

/**
 * Does the same with many, some at a time. All that has begun has ended when it returns.
 * @throws the first failure, with which no more are begun
 */
export async function atOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += GROUP_SIZE) {
    await allEnded(items.slice(start, start + GROUP_SIZE).map(work))
  }
}
