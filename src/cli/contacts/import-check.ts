import { contactApi } from '../../contract/api/contact-api.ts'
import type { Client } from '../client.ts'
import type { Context } from '../run.ts'
import { getList } from '../terminal/choose.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { describeReport } from './import-report.ts'
import { readingFlags } from './reading.ts'

/** Shows what an import would do; ends with 1 where it would import nothing. */
export async function checkImport(
  context: Context,
  client: Client,
  {
    form,
    options,
  }: {
    readonly form: FormData
    readonly options: {
      readonly name?: string
      readonly list?: string
      readonly strict?: boolean
    }
  },
): Promise<ExitCode> {
  const list = options.list === undefined ? undefined : await getList(client, options.list)
  if (list) form.set('list', list.id)
  const check = await namingOptions(readingFlags, () => client.upload(contactApi.checkImport, form))
  const { terminal } = context
  const name = list?.name ?? options.name ?? 'nova'
  terminal.answer({ ...check, dry_run: true }, () =>
    [describeReport(terminal, { ...check, name }), '', 'Nada foi importado (--dry-run).'].join(
      '\n',
    ),
  )
  const isRefused = options.strict ? check.invalid.length > 0 : check.added + check.duplicates === 0
  return isRefused ? ExitCode.failed : ExitCode.done
}
