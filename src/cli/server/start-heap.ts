import { setFlagsFromString } from 'node:v8'

/**
 * Loading the daemon makes a lot of garbage in little time, and V8 answers with a young generation
 * that an idle daemon then keeps for ever (about 15 MB). While it starts, that generation stays
 * small; afterwards it grows with the work as always.
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString('--semi-space-growth-factor=1')
  try {
    return await work()
  } finally {
    setFlagsFromString('--semi-space-growth-factor=2')
  }
}
