import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { optOutApi } from '../../contract/api/opt-out-api.ts'
import { formatQuantity } from '../../contract/display.ts'
import { CSV_LIMIT_BYTES } from '../../contract/limits.ts'
import type { OptOutImportReport } from '../../contract/optouts/opt-out.ts'
import { connectSignedIn } from '../connect.ts'
import { checkFile } from '../contacts/reading.ts'
import { createOnce } from '../once.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { withFile } from '../terminal/stdin-file.ts'

export type ImportOptions = CommonOptions & {
  readonly ddd?: string
  readonly reason?: string
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
  return await withFile(context, { path: given, limitBytes: CSV_LIMIT_BYTES }, (path) =>
    importFile(context, path, options),
  )
}

async function importFile(
  context: Context,
  path: string,
  { ddd, reason, dryRun = false, idempotencyKey }: ImportOptions,
): Promise<ExitCode> {
  await checkFile(path, CSV_LIMIT_BYTES)
  const client = await connectSignedIn(context)
  const form = new FormData()
  if (ddd !== undefined) form.set('ddd', ddd)
  if (reason !== undefined) form.set('reason', reason)
  if (dryRun) form.set('dry_run', 'true')
  form.set('file', await openAsBlob(path), basename(path))
  const hint = 'As pessoas podem ter sido incluídas mesmo assim. Confira com: disparo optouts list'
  const question = { key: idempotencyKey ?? randomUUID(), hint }
  const report = await createOnce(context, question, (once) =>
    namingOptions({ ddd: '--ddd', reason: '--reason' }, () =>
      client.upload(optOutApi.importOptOuts, form, once),
    ),
  )
  const value = dryRun ? { ...report, dry_run: true } : report
  context.terminal.answer(value, () => describe(report, dryRun))
  return ExitCode.done
}

function describe({ added, duplicates, invalid }: OptOutImportReport, isDryRun: boolean): string {
  const refused = invalid.slice(0, LINES_SHOWN)
  const more = invalid.length - refused.length
  return [
    isDryRun
      ? `${formatQuantity(added, 'pessoa não receberia', 'pessoas não receberiam')} mais campanhas.`
      : `${formatQuantity(added, 'pessoa não recebe', 'pessoas não recebem')} mais campanhas.`,
    ...(duplicates > 0 ? [`${formatQuantity(duplicates, ...repeated)}.`] : []),
    ...refused.map(({ line, phone, reason }) => `Linha ${line}: ${phone || '(vazia)'}: ${reason}`),
    ...(more > 0
      ? [`… e mais ${formatQuantity(more, 'linha recusada', 'linhas recusadas')}.`]
      : []),
    ...(isDryRun ? ['Ninguém foi incluído (--dry-run).'] : []),
  ].join('\n')
}
