import { createHash } from 'node:crypto'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { api } from '../../contract/api/calls.ts'
import type { ImportForm } from '../../contract/api/import-form.ts'
import { type CsvColumns, csvRows, defaultColumns } from '../../contract/csv/rows.ts'
import { AppError } from '../../contract/errors.ts'
import type { Caller } from '../../domain/accounts/accounts.ts'
import { type Call, check } from '../bind.ts'
import type { Services } from '../services.ts'
import { createEncodingProbe, decodeLines } from './csv-encoding.ts'
import { readForm } from './form.ts'
import { type TemporaryFile, withTemporaryFile } from './temporary-file.ts'

const Columns = z.object({
  name: z.int('Informe o número da coluna, a partir de 0.').min(0).nullish(),
  phone: z.int('Informe o número da coluna, a partir de 0.').min(0),
})

/** Imports a CSV of any size, without holding it in memory as a whole. */
export async function importCsv(
  { contacts, settings }: Pick<Services, 'contacts' | 'settings'>,
  { c, caller, once }: Pick<Call<typeof api.importContacts>, 'c' | 'caller' | 'once'>,
) {
  return withTemporaryFile(settings.tempDir, async (file) => {
    const probe = createEncodingProbe()
    const hash = createHash('sha256')
    const form = await readForm(api.importContacts, {
      c,
      tooLarge: 'file_too_large',
      onBytes: async (bytes) => {
        probe.look(bytes)
        hash.update(bytes)
        await file.append(bytes)
      },
    })
    const content = `${JSON.stringify(form)} ${hash.digest('hex')}`
    return once(content, () => importFile({ contacts }, { caller, file, form, probe }))
  })
}

async function importFile(
  { contacts }: Pick<Services, 'contacts'>,
  {
    caller,
    file,
    form,
    probe,
  }: {
    readonly caller: Caller
    readonly file: TemporaryFile
    readonly form: z.output<typeof ImportForm>
    readonly probe: ReturnType<typeof createEncodingProbe>
  },
) {
  const warnings: string[] = []
  const { report, isNew } = await contacts.importRows(caller.user.id, {
    rows: rowsOf(file, {
      ...probe.conclude(),
      columns: readColumns(form.columns),
      onWarning: (sentence) => warnings.push(sentence),
    }),
    name: form.name ?? '',
    listId: form.list || null,
    ddd: form.ddd,
    onDuplicate: form.on_duplicate ?? 'keep',
  })
  const all = [...warnings, ...(report.warnings ?? [])]
  const body = all.length > 0 ? { ...report, warnings: all } : report
  return isNew ? ({ status: 201, body } as const) : ({ status: 200, body } as const)
}

function rowsOf(
  file: TemporaryFile,
  {
    encoding,
    ...rest
  }: ReturnType<ReturnType<typeof createEncodingProbe>['conclude']> & {
    readonly columns: CsvColumns
    readonly onWarning: (sentence: string) => void
  },
) {
  return csvRows(decodeLines(file.read(), encoding), { ...rest, parse })
}

/** @throws AppError `invalid` for a malformed mapping */
function readColumns(text: string | undefined): CsvColumns {
  if (text === undefined || text.trim() === '') return defaultColumns
  const { name = null, phone } = check(Columns, parseJson(text))
  return { name, phone }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('invalid', 'columns is no JSON', {
      cause: error,
      details: [
        { path: 'columns', message: 'As colunas precisam ser um JSON: {"name":0,"phone":1}.' },
      ],
    })
  }
}
