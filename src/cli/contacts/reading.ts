import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatCount } from '../../contract/display.ts'
import { formatBytes } from '../terminal/format.ts'
import { CommandError, systemCode } from '../terminal/outcome.ts'

/** What a limit counts in: 5 MB are what the help calls 5 MB. */
const BYTES_A_MB = 1024 * 1024

/** How a file of contacts is read. */
export type ReadingOptions = {
  readonly ddd?: string
  /** Sheet of an .xlsx. */
  readonly sheet?: string
  /** False: the first line is a contact too. */
  readonly header?: boolean
}

/** The flags by the field of the form that each of them fills. */
export const readingFlags = { ddd: '--ddd', sheet: '--sheet' }

/** A form with the file and how it is read. */
export async function contactsForm(
  path: string,
  { ddd, sheet, header }: ReadingOptions,
): Promise<FormData> {
  const form = new FormData()
  if (ddd !== undefined) form.set('ddd', ddd)
  if (sheet !== undefined) form.set('sheet', sheet)
  if (header === false) form.set('header', 'false')
  form.set('file', await openAsBlob(path), basename(path))
  return form
}

/**
 * The size of a file that can be sent.
 * @throws CommandError for what is missing, empty, unreadable, too large or no file
 */
export async function checkFile(path: string, limitBytes: number): Promise<number> {
  const found = await stat(path).catch((error) => {
    if (systemCode(error) === 'ENOENT') throw new CommandError(`Arquivo não encontrado: ${path}`)
    throw new CommandError(`Não foi possível ler ${path} (${systemCode(error)}).`)
  })
  if (found.isDirectory()) throw new CommandError(`${path} é uma pasta; informe um arquivo.`)
  if (!found.isFile()) throw new CommandError(`${path} não é um arquivo comum.`)
  if (found.size === 0) throw new CommandError(`O arquivo ${path} está vazio.`)
  if (found.size > limitBytes) {
    throw new CommandError(
      `O arquivo ${path} tem ${formatBytes(found.size)}; o limite é ${formatCount(limitBytes / BYTES_A_MB)} MB.`,
    )
  }
  return found.size
}
