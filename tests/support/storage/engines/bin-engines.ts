import { z } from 'zod'
import { type Bin, REMOVED_KEPT_MS, withBin } from '../../../../src/domain/bin.ts'
import type { CampaignStore } from '../../../../src/domain/campaigns/campaign-record.ts'
import type { Clock } from '../../../../src/domain/clock.ts'
import { createRounds } from '../../../../src/domain/rounds.ts'
import type { OwnedStore } from '../../../../src/domain/store.ts'
import { openCollection } from '../../../../src/storage/collections/collection.ts'
import { withDueIndex } from '../../../../src/storage/collections/due-index.ts'
import { CampaignFile } from '../../../../src/storage/collections/records.ts'
import { openBinRecords } from '../../../../src/storage-postgres/bin-records.ts'
import { openCampaigns } from '../../../../src/storage-postgres/campaigns.ts'
import { createFakeClock } from '../../domain/fake-clock.ts'
import { createMemoryStore } from '../memory/memory-store.ts'
import { closeBoth, openTestDatabase } from '../postgres.ts'

const Thing = z.object({
  id: z.string(),
  name: z.string(),
  removedAt: z.iso.datetime().nullable().exactOptional(),
})
type Thing = z.infer<typeof Thing>

type Close = { readonly close: () => Promise<unknown> }

/** Opens a bin over the data of an earlier one in the same folder. */
export type OpenBin = (dir: string, clock: Clock) => Promise<Close & { readonly bin: Bin<Thing> }>

const memories = new Map<string, OwnedStore<Thing>>()

/** Every implementation of `Bin`. */
export const binEngines: Readonly<Record<string, OpenBin>> = {
  memory: async (dir, clock) => {
    const store = memories.get(dir) ?? createMemoryStore<Thing>()
    memories.set(dir, store)
    const bin = await withBin(store, { clock, onFault: fail })
    return { bin, close: bin.close }
  },
  PostgreSQL: async (dir, clock) => {
    const db = await openTestDatabase(dir)
    const bin = openBinRecords({ db, kind: 'things', schema: Thing, clock, onFault: fail })
    const rounds = createRounds({
      ...{ after: clock.after, everyMs: REMOVED_KEPT_MS, work: bin.sweep, onFault: fail },
    })
    const close = async () => {
      await rounds.stop()
      await closeBoth(bin, db)
    }
    return { bin, close }
  },
}

export type OpenCampaigns = (dir: string) => Promise<Close & { readonly store: CampaignStore }>

/** Every implementation of `CampaignStore`. */
export const campaignEngines: Readonly<Record<string, OpenCampaigns>> = {
  files: async (dir) => {
    const records = await openCollection({ dir, name: 'campaigns', schema: CampaignFile })
    const bin = await withBin(records, { clock: createFakeClock(), onFault: fail })
    return { store: await withDueIndex(bin), close: bin.close }
  },
  PostgreSQL: async (dir) => {
    const db = await openTestDatabase(dir)
    const how = { clock: createFakeClock(), onFault: fail }
    const store = openCampaigns({ db, kind: 'campaigns', schema: CampaignFile, ...how })
    return { store, close: () => closeBoth(store, db) }
  },
}

function fail(error: unknown): never {
  throw error
}
