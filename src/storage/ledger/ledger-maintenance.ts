import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerHeader, LedgerMaintenance } from '../../domain/sending/send-ledger.ts'
import type { Damages } from '../damage/damages.ts'
import {
  DamagedFileError,
  isMissing,
  NewerFormatError,
  storageUnavailable,
} from '../files/storage-errors.ts'
import { readFrozenPhones } from './frozen-phones.ts'
import { ledgerFiles } from './ledger-files.ts'
import { readSnapshotHead } from './snapshot.ts'

const SNAPSHOT_PATTERN = /^([A-Za-z0-9_-]+)\.snap\.ndjson$/
const PART_PATTERN = /^([A-Za-z0-9_-]+)\.(?:(\d+)\.ndjson|snap\.ndjson\.tmp)$/

type Part = { readonly name: string; readonly generation: number | undefined }

/** Lists, measures and sweeps the files of ledgers without opening them. */
export function createLedgerMaintenance({
  folder,
  serially,
  damages,
  isLive,
}: {
  readonly folder: string
  /** One piece of work on a campaign's files at a time. */
  readonly serially: <Result>(id: string, work: () => Promise<Result>) => Promise<Result>
  readonly damages: Pick<Damages, 'stray'>
  readonly isLive: (campaignId: string) => boolean
}): Omit<LedgerMaintenance, 'held'> {
  const phones = (campaignId: string) =>
    readFrozenPhones(ledgerFiles(folder, campaignId).snapshotPath)

  return { ids, header, phones, size, sweep }

  async function ids(): Promise<readonly string[]> {
    const names = await readdir(folder)
    return names.flatMap((name) => SNAPSHOT_PATTERN.exec(name)?.[1] ?? [])
  }

  async function header(campaignId: string): Promise<LedgerHeader | undefined> {
    return (await headOf(campaignId))?.header
  }

  async function size(campaignId: string): Promise<number> {
    const names = (await readdir(folder)).filter((name) => name.startsWith(`${campaignId}.`))
    const sizes = await Promise.all(names.map((name) => bytesOf(join(folder, name))))
    return sizes.reduce((total, bytes) => total + bytes, 0)
  }

  async function sweep(userId?: string) {
    const total = { removed: 0, bytes: 0 }
    for (const [campaignId, parts] of await partsByCampaign()) {
      const isOrdinary = parts.length === 1 && parts[0]?.generation !== undefined
      if (isOrdinary || isLive(campaignId)) continue
      await serially(campaignId, async () => {
        const head = isLive(campaignId) ? undefined : await headOf(campaignId)
        if (!head || (userId !== undefined && head.header.userId !== userId)) return
        for (const { name, generation } of parts) {
          if (generation === head.generation) continue
          const path = join(folder, name)
          total.bytes += await moveAway(path)
          total.removed += 1
        }
      })
    }
    return total
  }

  async function partsByCampaign(): Promise<ReadonlyMap<string, readonly Part[]>> {
    const parts = new Map<string, Part[]>()
    for (const name of await readdir(folder)) {
      const [, campaignId, generation] = PART_PATTERN.exec(name) ?? []
      if (campaignId === undefined) continue
      const part = { name, generation: generation === undefined ? undefined : Number(generation) }
      parts.set(campaignId, [...(parts.get(campaignId) ?? []), part])
    }
    return parts
  }

  async function moveAway(path: string): Promise<number> {
    try {
      return await damages.stray(path)
    } catch (error) {
      throw storageUnavailable(`cannot move ${path} away`, error)
    }
  }

  /** Leaves an unreadable ledger as it is: opening it reports the damage. */
  async function headOf(campaignId: string) {
    const { snapshotPath } = ledgerFiles(folder, campaignId)
    try {
      return await readSnapshotHead(snapshotPath)
    } catch (error) {
      const isUnreadable = error instanceof DamagedFileError || error instanceof NewerFormatError
      if (isUnreadable || isMissing(error)) return undefined
      throw storageUnavailable(`cannot read ${snapshotPath}`, error)
    }
  }
}

async function bytesOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    // The file was removed in the meantime.
    if (isMissing(error)) return 0
    throw storageUnavailable(`cannot look at ${path}`, error)
  }
}
