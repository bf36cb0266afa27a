import { randomUUID } from 'node:crypto'
import { accountApi } from '../../contract/api/account-api.ts'
import type { ContactReport } from '../../contract/contacts/contact-list.ts'
import { CSV_LIMIT_BYTES } from '../../contract/limits.ts'
import { connectSignedIn } from '../connect.ts'
import { createOnce } from '../once.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { CommandError, ExitCode, wrongUsage } from '../terminal/outcome.ts'
import type { Saved } from '../terminal/save-stream.ts'
import { withFile } from '../terminal/stdin-file.ts'
import { checkImport } from './import-check.ts'
import { areaHint, describeReport } from './import-report.ts'
import { chooseTarget } from './import-target.ts'
import { invalidHint, refuseSpreadsheet, saveRefusedRows } from './invalid.ts'
import { checkFile, contactsForm, type ReadingOptions, readingFlags } from './reading.ts'
import { createUpload } from './upload.ts'

export type ImportOptions = CommonOptions &
  ReadingOptions & {
    readonly name?: string
    readonly list?: string
    readonly update?: boolean
    /** A second list of the same name is meant. */
    readonly new?: boolean
    readonly dryRun?: boolean
    /** One refused row keeps the whole file out. */
    readonly strict?: boolean
    /** Where the refused rows are written. */
    readonly invalid?: string
    readonly idempotencyKey?: string
  }

const uncertainHint =
  'Os contatos podem ter sido importados mesmo assim. Antes de repetir, confira com: disparo contacts list'

export async function importContacts(
  context: Context,
  given: string,
  options: ImportOptions,
): Promise<ExitCode> {
  if (options.name !== undefined && options.list !== undefined) {
    throw wrongUsage(
      'Use --name para uma lista nova ou --list para uma que já existe, não os dois.',
    )
  }
  refuseSpreadsheet(options.invalid, '--invalid')
  return await withFile(context, { path: given, limitBytes: CSV_LIMIT_BYTES }, (path) =>
    importFile(context, { path, given, options }),
  )
}

async function importFile(
  context: Context,
  {
    path,
    given,
    options,
  }: {
    readonly path: string
    /** The path as it was given; a dash for stdin. */
    readonly given: string
    readonly options: ImportOptions
  },
): Promise<ExitCode> {
  const upload = createUpload(context, await checkFile(path, CSV_LIMIT_BYTES))
  const client = await connectSignedIn({ ...context, signal: upload.signal })
  // Checked first, so that a long upload is never cut off by an expired sign-in.
  await client.call(accountApi.me, {})
  const form = await contactsForm(path, options)
  if (options.dryRun) return await checkImport(context, client, { form, options, save })
  const list = await chooseTarget(context, client, options)
  if (list === null) {
    context.terminal.answer({ imported: false }, () => 'Nada foi importado.')
    return ExitCode.failed
  }
  if (options.name !== undefined && !list) form.set('name', options.name)
  if (list) form.set('list', list.id)
  if (options.strict) form.set('strict', 'true')
  if (options.update) form.set('on_duplicate', 'update')

  const question = { key: options.idempotencyKey ?? randomUUID(), hint: uncertainHint }
  const report = await createOnce({ ...context, signal: upload.signal }, question, (once) =>
    namingOptions({ name: '--name', ...readingFlags }, () => upload.send(client, form, once)),
  ).catch(async (error) => {
    if (error instanceof CommandError && refusals.includes(error.code)) await save(true)
    throw error
  })
  await answerReport(report)
  if (!context.signal.aborted) return ExitCode.done
  context.terminal.note(undoHint(report, list !== undefined))
  return ExitCode.interrupted

  async function answerReport(report: ContactReport): Promise<void> {
    const show = (more: object = {}) =>
      context.terminal.answer({ ...report, ...more }, () =>
        describeReport(context.terminal, report),
      )
    try {
      const saved = await save(report.invalid.length > 0)
      show(saved && { invalid_file: saved.path })
    } catch (error) {
      // Shown even so: the contacts are in the list, and only the refused rows were not saved.
      show()
      throw error
    }
    const isPointed = report.invalid.length > 0 && options.invalid === undefined
    if (!isPointed) return
    const area = options.ddd === undefined ? areaHint(report) : null
    if (area !== null) context.terminal.note(area)
    if (given === path) context.terminal.note(invalidHint(path))
  }

  /** Writes the refused rows where the options say so. */
  async function save(hasRefused: boolean): Promise<Saved | undefined> {
    if (!hasRefused || options.invalid === undefined) return undefined
    const target = { path, options, output: options.invalid }
    const saved = await saveRefusedRows(context, client, target)
    context.terminal.note(`Linhas recusadas gravadas em ${saved.path}.`)
    return saved
  }
}

/** Refusals of a whole file for its rows. */
const refusals = ['no_valid_contacts', 'rows_refused']

/** Hint below the report of an import that Ctrl+C came too late for. */
function undoHint({ id }: ContactReport, isAddition: boolean): string {
  const done = 'A importação já estava feita quando foi interrompida.'
  return isAddition ? done : `${done} Para excluir a lista: disparo contacts delete ${id}`
}
