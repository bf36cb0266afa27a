import type { SettingsFile } from '../collections/settings.ts'

/** Lower limit, and the limit that is not reached. */
type Range = readonly [number, number]

/** How many numbers are skipped where the storage may have forgotten some. */
type NumberJumps = { readonly campaigns: Range; readonly singles: Range }

/**
 * After a long silence of the daemon, which most often only crashed. Numbers have 28 bits: there is
 * room for some ten thousand of these jumps.
 */
export const jumpsAfterSilence: NumberJumps = {
  campaigns: [1_000, 40_000],
  singles: [5_000, 25_000],
}

/**
 * After a restoration from a backup, as far as that can be told. Further than one jump after a
 * silence, which may have come in between, and so wide that a backup that is put back twice hardly
 * ever goes on with the same numbers. There is room for some five hundred.
 */
export const jumpsAfterCopy: NumberJumps = {
  campaigns: [50_000, 1_000_000],
  singles: [30_000, 500_000],
}

/**
 * Skips campaign numbers that a restored folder has forgotten: they must not name other campaigns.
 */
export async function leaveCampaignNumbers(
  settings: SettingsFile,
  {
    mayBeOlder,
    jump,
    ids,
  }: {
    readonly mayBeOlder: boolean
    readonly jump: number
    readonly ids: readonly string[]
  },
): Promise<void> {
  const last = settings.lastCampaignNumber()
  const highest = ids.map(Number).reduce((most, id) => (id > most ? id : most), last)
  const hasForgotten = settings.isRepaired || (mayBeOlder && !settings.isNew) || highest > last
  if (hasForgotten) await settings.skipCampaignNumbers(highest + jump)
}
