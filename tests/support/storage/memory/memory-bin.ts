import { type Bin, type Removable, withBin } from '../../../../src/domain/bin.ts'
import type { Clock } from '../../../../src/domain/clock.ts'
import { createMemoryStore } from './memory-store.ts'

/** Records in memory, of which the removed ones can be brought back. */
export function createMemoryBin<Kept extends Removable>(clock: Clock): Promise<Bin<Kept>> {
  return withBin(createMemoryStore<Kept>(), {
    clock,
    onFault: (error) => {
      throw error
    },
  })
}
