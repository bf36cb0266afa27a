import { ConfigError, readDatabaseUrl } from '../../config.ts'
import { formatCount, formatQuantity } from '../../contract/display.ts'
import {
  type Transferred,
  type TransferStage,
  transferToDatabase,
  transferToFolder,
} from '../../daemon/transfer/transfer.ts'
import { requireDataFolder } from '../folder/data-folder.ts'
import type { CommonOptions, Context } from '../run.ts'
import { readServeConfig } from '../server/serve-config.ts'
import { ExitCode, Interrupted, wrongUsage } from '../terminal/outcome.ts'
import { type Progress, startProgress } from '../terminal/progress.ts'
import { formatTable } from '../terminal/table.ts'
import { explainClusterFailure } from './cluster-failure.ts'
import { kindLabel } from './kind-labels.ts'

export type MigrateOptions = CommonOptions & {
  /** An address; true: the one in the environment. */
  readonly to?: string | true
  readonly from?: string | true
  readonly dataDir?: string
  readonly dryRun?: boolean
}

type Way = 'to' | 'from'

const stageWords: Readonly<Record<TransferStage, string>> = {
  reading: 'lendo',
  moving: 'levando',
  checking: 'conferindo',
}
/** Characters that are shown of a checksum: enough to tell two apart. */
const SUM_LENGTH = 12

/** Moves everything between the data folder and a database, and reports what was moved. */
export async function migrate(context: Context, options: MigrateOptions): Promise<ExitCode> {
  const { terminal, environment, signal } = context
  const way = wayOf(options)
  const { dryRun: isDryRun = false } = options
  const url = urlOf(environment, way, options[way])
  // Ignores these variables: this program is none of the nodes.
  const config = readServeConfig({ ...environment, ...noCluster }, options)
  if (way === 'to') await requireDataFolder(config.dataDir)
  const progress = await startProgress(terminal, { hasLines: !isDryRun })
  try {
    const transfer = way === 'to' ? transferToDatabase : transferToFolder
    const onProgress = showing(progress)
    const moved = await transfer(config, { url, isDryRun, onProgress, signal })
    progress.stop()
    terminal.answer(answerOf(moved, { way, isDryRun, ...config }), () =>
      [tableOf(context, moved), '', ...endingOf(moved, { way, isDryRun, ...config })].join('\n'),
    )
    return ExitCode.done
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    throw explainClusterFailure(error, config)
  } finally {
    progress.stop()
  }
}

const noCluster = {
  DISPARO_DATABASE_URL: '',
  DISPARO_NODE_URL: '',
  DISPARO_CLUSTER_SECRET: '',
  DISPARO_NODE_NAME: '',
}

function wayOf({ to, from }: MigrateOptions): Way {
  if ((to === undefined) === (from === undefined)) {
    throw wrongUsage('Diga para onde: --to leva a pasta para um banco, --from a traz de volta.')
  }
  return to === undefined ? 'from' : 'to'
}

function urlOf(environment: NodeJS.ProcessEnv, way: Way, given: string | true | undefined): string {
  if (typeof given !== 'string') return readDatabaseUrl({ ...environment, ...onlyUrl(environment) })
  try {
    return readDatabaseUrl({ DISPARO_DATABASE_URL: given })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw wrongUsage(
      `Valor inválido em --${way}: ${error.message.slice(`${error.variable}: `.length)}`,
    )
  }
}

function onlyUrl({ DISPARO_DATABASE_URL }: NodeJS.ProcessEnv) {
  return { ...noCluster, DISPARO_DATABASE_URL }
}

/** The total is known only once everything was read: until then the bar stays empty. */
function showing(progress: Progress) {
  return (stage: TransferStage, count: number, total: number): void => {
    const before = stage === 'checking' ? total : 0
    progress.update({
      ...{ value: before + count, total: 2 * total, stage },
      note: `${stageWords[stage]} ${itemsOf(count)}`,
    })
  }
}

type Moved = { readonly way: Way; readonly isDryRun: boolean; readonly dataDir: string }

function answerOf({ kinds, damages, left }: Transferred, { way, isDryRun, dataDir }: Moved) {
  return {
    ...{ direction: way, data_dir: dataDir, dry_run: isDryRun },
    kinds: kinds.map(({ kind, count, checksum }) => ({ kind, count, checksum })),
    damages,
    left,
  }
}

function tableOf({ terminal }: Context, { kinds }: Transferred): string {
  return formatTable(
    terminal,
    kinds.filter(({ count }) => count > 0),
    [
      { header: 'O QUE', value: ({ kind }) => kindLabel(kind) },
      { header: 'ITENS', value: ({ count }) => formatCount(count), align: 'right' },
      { header: 'SOMA', value: ({ checksum }) => checksum.slice(0, SUM_LENGTH), dropRank: 1 },
    ],
  )
}

function endingOf({ kinds, damages, left }: Transferred, { way, isDryRun, dataDir }: Moved) {
  const items = itemsOf(kinds.reduce((sum, { count }) => sum + count, 0))
  return [
    ...damages.map(({ path }) => `! ${path} está danificado: foi lido o que ainda se lê dele.`),
    ...leftSentences(left, way, dataDir),
    ...(isDryRun
      ? [`${items} seriam levados. Nada foi escrito.`]
      : movedSentences[way](items, dataDir)),
  ]
}

/** Says where the items are that were not moved, since nothing uses them. */
function leftSentences(left: readonly string[], way: Way, dataDir: string): readonly string[] {
  if (left.length === 0) return []
  const where = way === 'to' ? `em ${dataDir}` : 'no banco'
  const count = formatQuantity(left.length, 'item fica', 'itens ficam')
  return [
    `! ${count} ${where}, sem uso: chaves e avisos do WhatsApp danificados, ou de conexões excluídas.`,
    ...left.map((place) => `  ${place}`),
  ]
}

const movedSentences: Readonly<Record<Way, (items: string, dataDir: string) => readonly string[]>> =
  {
    to: (items, dataDir) => [
      `${items} levados para o banco e conferidos lá.`,
      `A pasta ${dataDir} ficou como estava. Não inicie mais um servidor sobre ela: ele e os do banco usariam as mesmas conexões de WhatsApp.`,
    ],
    from: (items, dataDir) => [
      `${items} trazidos para ${dataDir} e conferidos ali.`,
      'O banco ficou como estava. Não inicie mais servidores sobre ele: eles e o da pasta usariam as mesmas conexões de WhatsApp.',
    ],
  }

function itemsOf(count: number): string {
  return formatQuantity(count, 'item', 'itens')
}
