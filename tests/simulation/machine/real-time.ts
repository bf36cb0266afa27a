/** The real functions, before those of the simulated machine take their place. */
const { setImmediate } = globalThis
const { nextTick } = process

let given = 0
Object.assign(process, {
  nextTick: (work: (...values: unknown[]) => void, ...values: unknown[]) => {
    given += 1
    nextTick(work, ...values)
  },
})

/** Pieces of work after which the process handles signals and messages from outside. */
const DEAF_FOR = 256
let count = 0

/**
 * Does a piece of work, until every promise that can go on has gone on to its next wait. A turn of
 * the event loop would do, and takes longer than most of the work does.
 */
export async function doAndSettle(work: () => void): Promise<void> {
  count += 1
  let before = given
  work()
  await afterTicks()
  // A tick comes when no promise can go on, but other ticks beside it may have let some go on
  // again.
  let quiet = given === before ? 2 : 0
  while (quiet < 2) {
    before = given
    await afterTicks()
    quiet = given === before ? quiet + 1 : 0
  }
  if (count % DEAF_FOR === 0) await new Promise((resolve) => setImmediate(resolve))
}

function afterTicks(): Promise<void> {
  return new Promise((resolve) => nextTick(resolve))
}
