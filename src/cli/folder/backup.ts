import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatCount } from '../../contract/display.ts'
import { backUpToFile, backUpToStream } from '../../daemon/backup.ts'
import type { CommonOptions, Context } from '../run.ts'
import { readServeConfig } from '../server/serve-config.ts'
import { formatBytes } from '../terminal/format.ts'
import { CommandError, ExitCode, Interrupted, wrongUsage } from '../terminal/outcome.ts'
import { startProgress } from '../terminal/progress.ts'
import { explainBackupFailure } from './backup-failure.ts'
import { refuseDatabase, requireDataFolder } from './data-folder.ts'

export type BackupOptions = CommonOptions & {
  readonly dataDir?: string
  readonly simulator?: boolean
}

const STDOUT = '-'
const inDatabase = [
  'Com DISPARO_DATABASE_URL os dados estão no banco, e a pasta de dados não tem nada a copiar. Nenhum backup foi feito.',
  'Faça o do banco com o que o PostgreSQL oferece, como pg_dump ou as cópias do provedor. Para copiar uma pasta, informe --data-dir.',
].join('\n')

export async function backUp(
  context: Context,
  file: string,
  options: BackupOptions,
): Promise<ExitCode> {
  const config = readServeConfig(context.environment, options)
  refuseDatabase(config, options, inDatabase)
  await requireDataFolder(config.dataDir)
  const work = file === STDOUT ? toStdout : toFile
  await work(context, config, file).catch((error) => {
    if (context.signal.aborted) throw new Interrupted()
    throw explainBackupFailure(error, { dataDir: config.dataDir, file })
  })
  return ExitCode.done
}

type Config = ReturnType<typeof readServeConfig>

async function toFile({ terminal, signal }: Context, config: Config, file: string): Promise<void> {
  const path = await fileIn(file)
  const progress = await startProgress(terminal)
  const show = (work: string) => (state: { bytes: number; totalBytes: number }) =>
    progress.update({
      ...{ value: state.bytes, total: state.totalBytes },
      note: `${work} ${formatBytes(state.bytes)} de ${formatBytes(state.totalBytes)}`,
    })
  try {
    const how = { path, onWrite: show('copiando'), onVerify: show('conferindo'), signal }
    const made = await backUpToFile(config, how)
    progress.stop()
    terminal.answer(answerOf(made), () =>
      [
        `Backup conferido em ${made.path} (${formatBytes(made.byteCount)}): ${sizeOf(made)}.`,
        'Ele tem mensagens, telefones e as chaves do WhatsApp: quem o lê pode usar as suas conexões. Guarde-o com cuidado, em outra máquina.',
      ].join('\n'),
    )
  } finally {
    progress.stop()
  }
}

async function toStdout({ terminal, signal }: Context, config: Config): Promise<void> {
  if (process.stdout.isTTY) throw wrongUsage('Um backup não se lê no terminal. Dê um arquivo.')
  if (terminal.isJson) throw wrongUsage('Com "-" a saída é o próprio backup: tire o --json.')
  const writable = new WritableStream<Uint8Array>({
    write: (piece) =>
      new Promise((resolve, reject) => {
        process.stdout.write(piece, (error) => (error ? reject(error) : resolve()))
      }),
  })
  const made = await backUpToStream(config, { writable, onProgress: () => undefined, signal })
  terminal.note(
    `Backup escrito na saída: ${sizeOf(made)}. O que foi gravado não foi conferido: "disparo restore" confere.`,
  )
}

/** Inside a folder, adds a name with the hour: backups of several days stay beside each other. */
async function fileIn(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isDirectory()) {
    // The disk may not be mounted: every later backup would overwrite a file in its place.
    if (file.endsWith('/')) {
      throw new CommandError(`A pasta ${file} não existe: nenhum backup foi feito.`, {
        code: 'no_folder',
      })
    }
    return file
  }
  const hour = new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '')
  return join(file, `disparo-${hour}Z.zip`)
}

function sizeOf({ fileCount, contentBytes }: Awaited<ReturnType<typeof backUpToStream>>): string {
  return `${formatCount(fileCount)} arquivos, ${formatBytes(contentBytes)}`
}

function answerOf(made: Awaited<ReturnType<typeof backUpToFile>>) {
  const { path, byteCount, at, fileCount, contentBytes } = made
  return {
    path,
    at: at.toISOString(),
    byte_count: byteCount,
    file_count: fileCount,
    content_bytes: contentBytes,
    verified: true,
  }
}
