import { readdir } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { isDataFolder } from '../../daemon/backup.ts'
import { CommandError, systemCode } from '../terminal/outcome.ts'
import { explainBackupFailure } from './backup-failure.ts'

/** Refuses the data folder of a node unless it was named: its accounts are in the database. */
export function refuseDatabase(
  { cluster }: Pick<Config, 'cluster'>,
  { dataDir }: { readonly dataDir?: string },
  sentence: string,
): void {
  if (cluster && dataDir === undefined) throw new CommandError(sentence, { code: 'database' })
}

export async function requireDataFolder(path: string): Promise<void> {
  if (await isDataFolder(path)) return
  // A folder that may not be read looks like one without data.
  await readdir(path).catch((error: unknown) => {
    if (systemCode(error) === 'EACCES')
      throw explainBackupFailure(error, { dataDir: path, file: '' })
  })
  const sentence = `Não há dados do Disparo em ${path}. Informe a pasta certa com --data-dir.`
  throw new CommandError(sentence, { code: 'data_dir' })
}
