import { TransferError, type TransferProblem } from '../../daemon/transfer/transfer-error.ts'
import { explainBackupFailure } from '../folder/backup-failure.ts'
import { explainDatabase, explainDataDir, explainUnfinished } from '../server/start-failure.ts'
import { CommandError } from '../terminal/outcome.ts'
import { kindLabel } from './kind-labels.ts'

const sentences: Readonly<Record<TransferProblem, (dataDir: string) => string>> = {
  database_foreign: () => 'Não há dados do Disparo neste banco. Confira o endereço.',
  database_outdated: () =>
    'O banco é de uma versão anterior do Disparo. Inicie nele um servidor desta versão, uma vez, antes de tentar de novo.',
  database_used: () =>
    'O banco já tem dados, e nada foi alterado. Use um banco vazio, ou apague este antes.',
  differs: () => 'O que se lê no destino não é o que foi levado, e por isso não vale.',
  folder_used: (dataDir) =>
    `A pasta ${dataDir} já tem arquivos, e nada foi alterado. Escolha outra com --data-dir.`,
  nodes_alive: () =>
    'Há servidores ligados neste banco, ou houve há menos de meio minuto. Pare todos antes; nada foi levado.',
  restored: (dataDir) =>
    `A pasta ${dataDir} veio de um backup e nenhum servidor a usou ainda. Inicie um nela uma vez, para que as campanhas não repitam envios, e tente de novo.`,
}

/** Explains why nothing was moved or shown; any unexpected error stays as it is. */
export function explainClusterFailure(
  error: unknown,
  { dataDir }: { readonly dataDir: string },
): unknown {
  if (error instanceof TransferError) {
    const message = [sentences[error.problem](dataDir), ...differencesOf(error)].join('\n')
    return new CommandError(message, { code: error.problem, cause: error })
  }
  if (!(error instanceof Error)) return error
  const known = explainUnfinished(error) ?? explainDatabase(error) ?? explainDataDir(error)
  if (!known) return explainBackupFailure(error, { dataDir, file: '' })
  const { message, code, cause } = known
  return new CommandError(message.replace(COPY, ''), { code, cause })
}

function differencesOf({ kinds }: TransferError): readonly string[] {
  return kinds
    .filter(({ count, checksum, found }) => count !== found.count || checksum !== found.checksum)
    .map(({ kind, count, found }) =>
      count === found.count
        ? `  ${kindLabel(kind)}: ${count} itens, com outro conteúdo`
        : `  ${kindLabel(kind)}: ${count} itens na origem, ${found.count} no destino`,
    )
}

/**
 * Path of the copy that is read in place of the folder; removed from messages, since users do not
 * know it.
 */
const COPY = /\/tmp\/backup-\d+-\d+\/files(?=\/)/
