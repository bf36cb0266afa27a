import { allEnded } from './every-step.ts'

/** Records in one file share its next write: those that change at once cost one. */
const GROUP_SIZE = 256

/**
 * Does work with all items, some at a time. All work that has begun has ended when it settles.
 * @throws the first failure, after which no more work is begun
 */
export async function atOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += GROUP_SIZE) {
    await allEnded(items.slice(start, start + GROUP_SIZE).map(work))
  }
}
