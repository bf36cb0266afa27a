import { dirname } from 'node:path'
import { CommandError, systemCode } from '../terminal/outcome.ts'

type Places = { readonly dataDir: string; readonly file: string }

const sentences: Readonly<Record<string, (places: Places, error: Error) => string>> = {
  TargetNotEmptyError: ({ dataDir }) =>
    `A pasta ${dataDir} já tem dados, e nada foi alterado. Restaure em outra, com --data-dir, ou mova esta para outro lugar antes.`,
  DataDirError: ({ dataDir }) =>
    `A pasta ${dataDir} está em uso por um servidor, e nada foi alterado. Pare-o antes.`,
  NewerFormatError: ({ file }) =>
    `${file} foi feito por uma versão mais nova do Disparo. Atualize o programa para restaurá-lo; nada foi alterado.`,
  BackupInsideError: ({ dataDir }) =>
    `O arquivo ficaria dentro da própria pasta de dados (${dataDir}). Escolha um lugar fora dela, de preferência outra máquina.`,
  RestlessFolderError: ({ dataDir }) =>
    `Os arquivos de ${dataDir} mudaram sem parar enquanto eram copiados. Nenhum backup foi feito; tente de novo.`,
  BrokenBackupError: ({ file }, error) =>
    'reason' in error && error.reason === 'foreign'
      ? `${file} não é um backup do Disparo.`
      : `${file} está danificado ou incompleto, e nada foi alterado. Use outro backup.`,
}

/** Explains why a backup or a restoration failed, and what to do; other errors stay as they are. */
export function explainBackupFailure(error: unknown, places: Places): unknown {
  if (!(error instanceof Error)) return error
  const sentence = sentences[error.name]
  if (sentence) return new CommandError(sentence(places, error), { code: codes[error.name] ?? '' })
  return explainSystem(error, places) ?? error
}

const codes: Readonly<Record<string, string>> = {
  TargetNotEmptyError: 'not_empty',
  DataDirError: 'data_dir_locked',
  NewerFormatError: 'newer_format',
  BackupInsideError: 'inside_data_dir',
  RestlessFolderError: 'restless',
  BrokenBackupError: 'broken_backup',
}

function explainSystem(error: Error, { dataDir }: Places): CommandError | undefined {
  const code = systemCode(error)
  if (code === undefined || !code.startsWith('E')) return undefined
  const path = knownName(namedBy(error) ?? dataDir)
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: `${path} não existe, ou não aceita arquivos.`,
    EISDIR: `${path} é uma pasta.`,
    EACCES: `Sem permissão para usar ${path}. Rode o comando com a conta do servidor, ou como root.`,
    EPERM: `Sem permissão para usar ${path}. Rode o comando com a conta do servidor, ou como root.`,
    EROFS: `${path} está em um disco só de leitura.`,
    ENOSPC: 'O disco está cheio. Nada ficou pela metade; libere espaço e tente de novo.',
    EDQUOT: 'A cota do disco acabou. Nada ficou pela metade; libere espaço e tente de novo.',
  }
  const reason = reasons[code]
  return reason === undefined ? undefined : new CommandError(reason, { code, cause: error })
}

/** The path that an error is about; of a rename, the new name. */
function namedBy(error: Error): string | undefined {
  const isRename = 'syscall' in error && error.syscall === 'rename'
  if (isRename && 'dest' in error && typeof error.dest === 'string') return error.dest
  return 'path' in error && typeof error.path === 'string' ? error.path : undefined
}

/** Replaces the temporary names of file and folder, which users do not know. */
function knownName(path: string): string {
  if (/\.parcial-\d+$/.test(path)) return dirname(path)
  return path.replace(/\/?\.(?:restaurando-\d+(?:\/.*)?|lock[^/]*)$/, '')
}
