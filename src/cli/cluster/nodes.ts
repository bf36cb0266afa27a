import { readDatabaseUrl } from '../../config.ts'
import { formatCount, formatQuantity } from '../../contract/display.ts'
import { type Cluster, readCluster } from '../../daemon/nodes.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import { explainClusterFailure } from './cluster-failure.ts'

export type NodesOptions = CommonOptions

/** More are listed under --json only. */
const ACCOUNTS_SHOWN = 50

/** Shows who shares the database, and what each has. */
export async function showNodes(context: Context): Promise<ExitCode> {
  const { terminal, environment } = context
  const url = readDatabaseUrl({ DISPARO_DATABASE_URL: environment.DISPARO_DATABASE_URL })
  const cluster = await readCluster(url).catch((error: unknown) => {
    throw explainClusterFailure(error, { dataDir: '' })
  })
  terminal.answer(answerOf(cluster), () => textOf(context, cluster))
  return ExitCode.done
}

function answerOf({ nodes, homes }: Cluster) {
  return {
    nodes: nodes.map(({ id, url, load, seenAt, isAlive, isLeaving }) => ({
      ...{ id, url, accounts: load, devices: devicesAt(homes, id) },
      ...{ seen_at: seenAt, alive: isAlive, leaving: isLeaving },
    })),
    accounts: homes.map(({ userId, email, nodeId, deviceCount }) => ({
      ...{ id: userId, email, node: nodeId, devices: deviceCount },
    })),
  }
}

function textOf({ terminal }: Context, { nodes, homes }: Cluster): string {
  const shown = homes.slice(0, ACCOUNTS_SHOWN)
  const left = homes.length - shown.length
  const servers = formatTable(terminal, nodes, [
    { header: 'SERVIDOR', value: ({ id }) => id },
    { header: 'ENDEREÇO', value: ({ url }) => url, shrinksTo: 20, dropRank: 1 },
    { header: 'CONTAS', value: ({ load }) => formatCount(load), align: 'right' },
    { header: 'CONEXÕES', value: ({ id }) => formatCount(devicesAt(homes, id)), align: 'right' },
    { header: 'ÚLTIMO SINAL', value: ({ seenAt }) => formatTime(seenAt, 'second') },
    { header: 'ESTADO', value: stateOf },
  ])
  const accounts = formatTable(terminal, shown, [
    { header: 'CONTA', value: ({ email }) => email, shrinksTo: 20 },
    { header: 'CONEXÕES', value: ({ deviceCount }) => formatCount(deviceCount), align: 'right' },
    { header: 'SERVIDOR', value: ({ nodeId }) => nodeId ?? 'nenhum' },
  ])
  return [
    nodes.length > 0 ? servers : 'Nenhum servidor usa este banco no momento.',
    '',
    homes.length > 0 ? accounts : 'Nenhuma conta ainda.',
    ...(left > 0 ? [`… e mais ${formatQuantity(left, 'conta', 'contas')}, com --json.`] : []),
  ].join('\n')
}

function stateOf({ isAlive, isLeaving }: Cluster['nodes'][number]): string {
  if (!isAlive) return 'sem sinal'
  return isLeaving ? 'encerrando' : 'ligado'
}

function devicesAt(homes: Cluster['homes'], nodeId: string): number {
  return homes
    .filter((home) => home.nodeId === nodeId)
    .reduce((sum, { deviceCount }) => sum + deviceCount, 0)
}
