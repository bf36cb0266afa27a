import type { TransferOptions } from '../../../src/daemon/transfer/transfer.ts'
import { aDataFolder } from './data-folder.ts'
import { fillWhole } from './full-life.ts'
import { storageOf } from './lived-in-folder.ts'
import { databaseUrlOf } from './postgres.ts'

/** A lived-in folder, and an empty database for it. */
export async function aLife() {
  const dataDir = await aDataFolder()
  const storage = await storageOf(dataDir)
  await fillWhole(storage)
  await storage.close()
  return { dataDir, url: await databaseUrlOf(dataDir) }
}

export function optionsFor(url: string, options: Partial<TransferOptions> = {}): TransferOptions {
  const signal = new AbortController().signal
  return { url, isDryRun: false, onProgress: () => undefined, signal, ...options }
}
