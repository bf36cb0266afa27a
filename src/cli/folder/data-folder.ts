import { isDataFolder } from '../../daemon/backup.ts'
import { CommandError } from '../terminal/outcome.ts'

export async function requireDataFolder(path: string): Promise<void> {
  if (await isDataFolder(path)) return
  const sentence = `Não há dados do Disparo em ${path}. Informe a pasta certa com --data-dir.`
  throw new CommandError(sentence, { code: 'data_dir' })
}
