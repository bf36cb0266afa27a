import { type Bin, type Removable, withBin } from '../../../src/domain/bin.ts'
import type { Clock } from '../../../src/domain/clock.ts'
import type { OwnedStore } from '../../../src/domain/store.ts'

/** Makes bins over stores, which close before their folder is removed; a fault in one is thrown. */
export function createTestBins(clock: Clock) {
  const bins: { close(): Promise<void> }[] = []
  return { keepRemoved, close }

  async function keepRemoved<Kept extends Removable>(store: OwnedStore<Kept>): Promise<Bin<Kept>> {
    const bin = await withBin(store, { clock, onFault: fail })
    bins.push(bin)
    return bin
  }

  async function close(): Promise<void> {
    for (const bin of bins) await bin.close()
  }
}

function fail(error: unknown): never {
  throw error
}
