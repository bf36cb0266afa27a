import { basename } from 'node:path'
import { contactApi } from '../../contract/api/contact-api.ts'
import { refusedFileName } from '../../contract/contacts/contact-list.ts'
import { CSV_LIMIT_BYTES } from '../../contract/limits.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatBytes } from '../terminal/format.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { type Saved, saveStream, showStream } from '../terminal/save-stream.ts'
import { withFile } from '../terminal/stdin-file.ts'
import { checkFile, contactsForm, type ReadingOptions, readingFlags } from './reading.ts'

export type InvalidOptions = CommonOptions & ReadingOptions & { readonly output?: string }

/** Writes the rows of a file that an import refuses; nothing is imported. */
export async function writeInvalid(
  context: Context,
  path: string,
  options: InvalidOptions,
): Promise<ExitCode> {
  const { output, json } = options
  if (json && output === undefined) throw wrongUsage('Com --json, informe o arquivo com -o.')
  refuseSpreadsheet(output, '-o')
  return await withFile(context, { path, limitBytes: CSV_LIMIT_BYTES }, (file) =>
    writeRefusedRows(context, file, options),
  )
}

async function writeRefusedRows(
  context: Context,
  path: string,
  options: InvalidOptions,
): Promise<ExitCode> {
  const { output } = options
  await checkFile(path, CSV_LIMIT_BYTES)
  const client = await connectSignedIn(context)
  if (output === undefined) {
    await showStream(await openRefusedRows(client, path, options), context.signal)
    return ExitCode.done
  }
  const saved = await saveRefusedRows(context, client, { path, options, output })
  context.terminal.answer(
    saved,
    () => `Linhas recusadas gravadas em ${saved.path} (${formatBytes(saved.byteCount)}).`,
  )
  return ExitCode.done
}

/** Refuses a spreadsheet's file name: Excel does not open a CSV under one. */
export function refuseSpreadsheet(output: string | undefined, flag: string): void {
  if (output === undefined || !/\.xls[xmb]?$/i.test(output)) return
  throw wrongUsage(`${flag}: As linhas recusadas vão em CSV. Use um nome que termine em .csv.`)
}

/** Writes the refused rows of a file to another, or into a folder. */
export async function saveRefusedRows(
  { signal }: Pick<Context, 'signal'>,
  client: Client,
  target: { readonly path: string; readonly options: ReadingOptions; readonly output: string },
): Promise<Saved> {
  const rows = await openRefusedRows(client, target.path, target.options)
  const fileName = refusedFileName(basename(target.path))
  return saveStream(rows, { output: target.output, fileName, signal })
}

async function openRefusedRows(client: Client, path: string, options: ReadingOptions) {
  const form = await contactsForm(path, options)
  return namingOptions(readingFlags, () => client.openUpload(contactApi.refusedRows, form))
}

/** How to get the refused rows of a file as a file. */
export function invalidHint(path: string): string {
  const name = /^[\w./-]+$/.test(path) ? path : `"${path}"`
  return `Para gravar as linhas recusadas com o motivo: disparo contacts invalid ${name} -o .`
}
