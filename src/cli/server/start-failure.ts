import { AppError } from '../../contract/errors.ts'
import { CommandError, systemCode } from '../terminal/outcome.ts'

type Place = { readonly host: string; readonly port: number; readonly dataDir: string }

const dataDirSentences: Readonly<Record<string, (path: string) => string>> = {
  no_permission: (path) =>
    `Sem permissão para usar a pasta de dados ${path}. Ajuste o dono e as permissões dela, ou escolha outra com --data-dir.`,
  not_a_folder: (path) => `${path} não é uma pasta. Escolha outra com --data-dir.`,
  read_only: (path) =>
    `A pasta de dados ${path} está em um disco só de leitura. Escolha outra com --data-dir.`,
  no_space: (path) => `Não há espaço em disco para a pasta de dados ${path}.`,
  unusable: (path) => `Não foi possível usar a pasta de dados ${path}.`,
}

const listenSentences: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port }) =>
    `A porta ${port} já está em uso. Encerre o outro programa ou escolha outra com --port.`,
  EACCES: ({ port }) =>
    `Sem permissão para usar a porta ${port}. Escolha uma porta a partir de 1024 com --port.`,
  EADDRNOTAVAIL: ({ host }) => `O endereço ${host} não é desta máquina. Corrija --host.`,
  ENOTFOUND: ({ host }) => `O endereço ${host} não foi encontrado. Corrija --host.`,
  EAI_AGAIN: ({ host }) => `O endereço ${host} não foi encontrado. Corrija --host.`,
}

/** Explains why the daemon did not start, and what to do; any unexpected error stays as it is. */
export function explainStartFailure(error: unknown, place: Place): unknown {
  if (!(error instanceof Error)) return error
  return (
    explainDataDir(error) ??
    explainUnfinished(error) ??
    explainDatabase(error) ??
    explainListen(error, place) ??
    error
  )
}

/** Explains a database into which not everything was moved. */
export function explainUnfinished(error: Error): CommandError | undefined {
  if (error.name !== 'UnfinishedTransferError') return undefined
  return new CommandError(
    'A mudança de dados para este banco não terminou, e ele não pode ser usado assim. Repita: disparo migrate --to.',
    { code: 'unfinished_transfer', cause: error },
  )
}

export function explainDataDir(error: Error): CommandError | undefined {
  if (error.name === 'NewerFormatError' && 'path' in error) {
    return new CommandError(
      `O arquivo ${error.path} foi gravado por uma versão mais nova do Disparo. Atualize o programa para iniciar o servidor; o arquivo não foi alterado.`,
      { code: 'newer_format', cause: error },
    )
  }
  if (error.name !== 'DataDirError' || !('reason' in error) || !('path' in error)) return undefined
  const path = String(error.path)
  if (error.reason === 'locked') {
    const pid = 'pid' in error && error.pid !== null ? ` (processo ${error.pid})` : ''
    return new CommandError(
      `Outro servidor do Disparo${pid} já usa a pasta de dados ${path}. Encerre-o, ou escolha outra com --data-dir.`,
      { code: 'data_dir_locked', cause: error },
    )
  }
  const sentence = dataDirSentences[String(error.reason)] ?? dataDirSentences.unusable
  return new CommandError(sentence?.(path) ?? path, { code: 'data_dir', cause: error })
}

function explainListen(error: Error, place: Place): CommandError | undefined {
  const code = systemCode(error) ?? systemCode(error.cause)
  const sentence = listenSentences[code ?? '']
  if (!sentence) return undefined
  return new CommandError(sentence(place), { code: code ?? 'listen', cause: error })
}

/** By the codes of the system and of PostgreSQL, whose own texts may quote what is secret. */
const databaseReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ninguém atende nesse endereço.',
  ENOTFOUND: 'o servidor do banco não foi encontrado.',
  EAI_AGAIN: 'o servidor do banco não foi encontrado.',
  ETIMEDOUT: 'o servidor do banco não respondeu a tempo.',
  '28P01': 'o usuário ou a senha não confere.',
  '28000': 'o usuário não pode entrar.',
  '3D000': 'não há um banco com esse nome.',
  '42501': 'o usuário não tem permissão para criar ou usar as tabelas.',
  '53100': 'o disco do banco está cheio.',
  '53300': 'o servidor do banco não aceita mais conexões.',
}

/** Explains a database that cannot be used; undefined for any other error. */
export function explainDatabase(error: Error): CommandError | undefined {
  if (!(error instanceof AppError) || error.code !== 'storage_unavailable') return undefined
  const code = systemCode(error.cause)
  if (code === undefined) return undefined
  const reason = databaseReasons[code] ?? `a causa é ${code}.`
  return new CommandError(`Não foi possível usar o banco de dados: ${reason}`, {
    ...{ code: 'database', cause: error },
  })
}
