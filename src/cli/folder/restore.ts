import { formatCount } from '../../contract/display.ts'
import { restoreFolder } from '../../daemon/backup.ts'
import type { CommonOptions, Context } from '../run.ts'
import { readServeConfig } from '../server/serve-config.ts'
import { formatBytes, formatTime } from '../terminal/format.ts'
import { ExitCode, Interrupted } from '../terminal/outcome.ts'
import { startProgress } from '../terminal/progress.ts'
import { explainBackupFailure } from './backup-failure.ts'
import { refuseDatabase } from './data-folder.ts'

export type RestoreOptions = CommonOptions & {
  readonly dataDir?: string
  readonly simulator?: boolean
}

const inDatabase = [
  'Com DISPARO_DATABASE_URL o servidor usa o banco, e não a pasta de dados. Nada foi restaurado.',
  'Restaure o backup do banco com as ferramentas do PostgreSQL. Para montar uma pasta, informe --data-dir.',
].join('\n')

export async function restore(
  { terminal, environment, signal }: Context,
  file: string,
  options: RestoreOptions,
): Promise<ExitCode> {
  const config = readServeConfig(environment, options)
  refuseDatabase(config, options, inDatabase)
  const { dataDir } = config
  const progress = await startProgress(terminal)
  const onProgress = (state: { bytes: number; totalBytes: number }) =>
    progress.update({
      ...{ value: state.bytes, total: state.totalBytes },
      note: `${formatBytes(state.bytes)} de ${formatBytes(state.totalBytes)}`,
    })
  try {
    const manifest = await restoreFolder({ dataDir }, { path: file, onProgress, signal })
    progress.stop()
    const { at, program, files } = manifest
    terminal.answer({ data_dir: dataDir, at, program, file_count: files.length }, () =>
      [
        `Backup de ${formatTime(at, 'second')} conferido e restaurado em ${dataDir} (${formatCount(files.length)} arquivos).`,
        'Antes de iniciar o servidor, tenha certeza de que o antigo está parado: os dois usariam as mesmas conexões de WhatsApp.',
        'As campanhas que estavam em andamento voltam pausadas, e as que já passaram da hora, como rascunho: desde o backup elas podem ter enviado. Quem se descadastrou depois dele precisa entrar de novo na lista.',
      ].join('\n'),
    )
    return ExitCode.done
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    throw explainBackupFailure(error, { dataDir, file })
  } finally {
    progress.stop()
  }
}
