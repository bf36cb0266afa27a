import { contactApi } from '../../contract/api/contact-api.ts'
import type { Client } from '../client.ts'
import type { Context } from '../run.ts'
import { getList } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'
import type { Saved } from '../terminal/save-stream.ts'
import { describeReport } from './import-report.ts'
import { readingFlags } from './reading.ts'

/** Shows what an import would do; ends with 1 where it would import nothing. */
export async function checkImport(
  context: Context,
  client: Client,
  {
    form,
    options,
    save,
  }: {
    readonly form: FormData
    readonly options: {
      readonly name?: string
      readonly list?: string
      readonly strict?: boolean
    }
    /** Writes the refused rows where the options say so. */
    readonly save: (hasRefused: boolean) => Promise<Saved | undefined>
  },
): Promise<ExitCode> {
  const list = options.list === undefined ? undefined : await getList(client, options.list)
  if (list) form.set('list', list.id)
  const check = await namingOptions(readingFlags, () => client.upload(contactApi.checkImport, form))
  const { terminal } = context
  const name = list?.name ?? options.name ?? 'nova'
  const saved = await save(check.invalid.length > 0)
  const value = { ...check, dry_run: true, ...(saved && { invalid_file: saved.path }) }
  terminal.answer(value, () =>
    [describeReport(terminal, { ...check, name }), '', 'Nada foi importado (--dry-run).'].join(
      '\n',
    ),
  )
  const isRefused = options.strict ? check.invalid.length > 0 : check.added + check.duplicates === 0
  return isRefused ? ExitCode.failed : ExitCode.done
}
