import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { optOutApi } from '../../contract/api/opt-out-api.ts'
import { refusedFileName } from '../../contract/contacts/contact-list.ts'
import { formatQuantity } from '../../contract/display.ts'
import { CSV_LIMIT_BYTES } from '../../contract/limits.ts'
import type { OptOutImportReport } from '../../contract/optouts/opt-out.ts'
import { connectSignedIn } from '../connect.ts'
import { refuseSpreadsheet } from '../contacts/invalid.ts'
import { checkFile, contactsForm, readingFlags } from '../contacts/reading.ts'
import { createOnce } from '../once.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { CommandError, ExitCode } from '../terminal/outcome.ts'
import { type Saved, saveStream } from '../terminal/save-stream.ts'
import { withFile } from '../terminal/stdin-file.ts'

export type ImportOptions = CommonOptions & {
  readonly ddd?: string
  readonly reason?: string
  /** Sheet of an .xlsx. */
  readonly sheet?: string
  /** Where the refused rows are written. */
  readonly invalid?: string
  readonly dryRun?: boolean
  readonly idempotencyKey?: string
}

const repeated = ['já estava na lista ou repetida', 'já estavam na lista ou repetidas'] as const
/** Refused lines that are shown; the JSON has all of them. */
const LINES_SHOWN = 10

export async function importOptOuts(
  context: Context,
  given: string,
  options: ImportOptions,
): Promise<ExitCode> {
  refuseSpreadsheet(options.invalid, '--invalid')
  return await withFile(context, { path: given, limitBytes: CSV_LIMIT_BYTES }, (path) =>
    importFile(context, path, options),
  )
}

async function importFile(
  context: Context,
  path: string,
  options: ImportOptions,
): Promise<ExitCode> {
  const { reason, dryRun = false, idempotencyKey } = options
  await checkFile(path, CSV_LIMIT_BYTES)
  const client = await connectSignedIn(context)
  const form = await contactsForm(path, options)
  if (reason !== undefined) form.set('reason', reason)
  if (dryRun) form.set('dry_run', 'true')
  const hint = 'As pessoas podem ter sido incluídas mesmo assim. Confira com: disparo optouts list'
  const question = { key: idempotencyKey ?? randomUUID(), hint }
  const report = await createOnce(context, question, (once) =>
    namingOptions({ ...readingFlags, reason: '--reason' }, () =>
      client.upload(optOutApi.importOptOuts, form, once),
    ),
  ).catch(async (error) => {
    if (error instanceof CommandError && error.code === 'no_valid_phones') await save()
    throw error
  })
  const saved = report.invalid.length > 0 ? await save() : undefined
  const value = {
    ...report,
    ...(dryRun && { dry_run: true }),
    ...(saved && { invalid_file: saved.path }),
  }
  context.terminal.answer(value, () => describe(report, dryRun))
  return dryRun && report.added + report.duplicates === 0 ? ExitCode.failed : ExitCode.done

  /** Writes the refused rows where the options say so. */
  async function save(): Promise<Saved | undefined> {
    if (options.invalid === undefined) return undefined
    const rows = await namingOptions(readingFlags, async () =>
      client.openUpload(optOutApi.refusedOptOuts, await contactsForm(path, options)),
    )
    const fileName = refusedFileName(basename(path))
    const saved = await saveStream(rows, {
      ...{ output: options.invalid, fileName, signal: context.signal },
    })
    context.terminal.note(`Linhas recusadas gravadas em ${saved.path}.`)
    return saved
  }
}

function describe(
  { added, duplicates, invalid, invalid_count = invalid.length, warnings = [] }: OptOutImportReport,
  isDryRun: boolean,
): string {
  const refused = invalid.slice(0, LINES_SHOWN)
  const more = invalid_count - refused.length
  return [
    isDryRun
      ? `${formatQuantity(added, 'pessoa não receberia', 'pessoas não receberiam')} mais campanhas.`
      : `${formatQuantity(added, 'pessoa não recebe', 'pessoas não recebem')} mais campanhas.`,
    ...(duplicates > 0 ? [`${formatQuantity(duplicates, ...repeated)}.`] : []),
    ...warnings.map((warning) => `Atenção: ${warning}`),
    ...refused.map(({ line, phone, reason }) => `Linha ${line}: ${phone || '(vazia)'}: ${reason}`),
    ...(more > 0
      ? [`… e mais ${formatQuantity(more, 'linha recusada', 'linhas recusadas')}.`]
      : []),
    ...(isDryRun ? ['Ninguém foi incluído (--dry-run).'] : []),
  ].join('\n')
}
