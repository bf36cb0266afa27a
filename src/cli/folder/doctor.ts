import { examine, type Finding } from '../../daemon/doctor.ts'
import type { CommonOptions, Context } from '../run.ts'
import { readServeConfig } from '../server/serve-config.ts'
import { formatBytes } from '../terminal/format.ts'
import { ExitCode, Interrupted } from '../terminal/outcome.ts'
import { startProgress } from '../terminal/progress.ts'
import { explainBackupFailure } from './backup-failure.ts'
import { requireDataFolder } from './data-folder.ts'
import { adviceOf } from './doctor-words.ts'

export type DoctorOptions = CommonOptions & {
  readonly dataDir?: string
  readonly simulator?: boolean
}

/** Examines everything, and ends with 1 where there is a problem. */
export async function doctor(context: Context, options: DoctorOptions): Promise<ExitCode> {
  const { terminal, environment } = context
  const config = readServeConfig(environment, options)
  // A folder that was named is meant, even where the server keeps everything in a database.
  const node = options.dataDir === undefined ? config.cluster : null
  const findings = await (node ? lookAtNode(context, config, node) : lookAtFolder(context, config))
  const problemCount = findings.filter(({ level }) => level === 'problem').length
  const value = { ok: problemCount === 0, data_dir: config.dataDir, findings }
  terminal.answer(value, () =>
    [
      terminal.heading(node ? 'Servidor e banco de dados' : `Pasta de dados: ${config.dataDir}`),
      ...findings.map((finding) => `${marks[finding.level]} ${adviceOf(finding)}`),
      '',
      endingOf(problemCount),
    ].join('\n'),
  )
  return problemCount === 0 ? ExitCode.done : ExitCode.failed
}

type Config = ReturnType<typeof readServeConfig>

async function lookAtNode(
  { environment }: Context,
  config: Config,
  { databaseUrl }: NonNullable<Config['cluster']>,
): Promise<readonly Finding[]> {
  const { examineNode } = await import('../../daemon/cluster/examine-node.ts')
  return examineNode(config, { databaseUrl, zone: environment.TZ }).catch((error: unknown) => {
    throw explainBackupFailure(error, { dataDir: config.dataDir, file: '' })
  })
}

async function lookAtFolder(
  { terminal, environment, signal }: Context,
  config: Config,
): Promise<readonly Finding[]> {
  await requireDataFolder(config.dataDir)
  const progress = await startProgress(terminal)
  const onFile = (bytes: number) =>
    progress.update({ value: bytes, total: bytes, note: `lendo ${formatBytes(bytes)}` })
  return examine(config, { zone: environment.TZ, onFile, signal })
    .catch((error) => {
      if (signal.aborted) throw new Interrupted()
      throw explainBackupFailure(error, { dataDir: config.dataDir, file: '' })
    })
    .finally(progress.stop)
}

const marks: Readonly<Record<Finding['level'], string>> = { ok: '✓', warning: '!', problem: '✗' }

function endingOf(problemCount: number): string {
  if (problemCount === 0) return 'Nenhum problema encontrado.'
  return problemCount === 1 ? '1 problema encontrado.' : `${problemCount} problemas encontrados.`
}
