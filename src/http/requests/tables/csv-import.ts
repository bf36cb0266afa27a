import { z } from 'zod'
import { api } from '../../../contract/api/calls.ts'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { refusedFileName } from '../../../contract/contacts/contact-list.ts'
import type { RefusedRowsForm } from '../../../contract/contacts/import-form.ts'
import type { CsvColumns } from '../../../contract/csv/columns.ts'
import { type CsvFormat, refusedRowsFile } from '../../../contract/csv/refused-file.ts'
import { tableRows } from '../../../contract/csv/table.ts'
import { AppError } from '../../../contract/errors.ts'
import { requireEveryRow } from '../../../domain/contacts/import-check.ts'
import { csvHeaders } from '../../answers/csv.ts'
import { streamBytes } from '../../answers/stream.ts'
import { type Call, check } from '../../bind.ts'
import type { Services } from '../../services.ts'
import { readForm } from '../form.ts'
import { openTemporaryFile, type TemporaryFile, withTemporaryFile } from '../temporary-file.ts'
import { type ContactTable, openContactTable } from './contact-table.ts'
import { createEncodingProbe } from './csv-encoding.ts'

type OnFault = Parameters<typeof streamBytes>[1]['onFault']

const Columns = z.object({
  name: z.int('Informe o número da coluna, a partir de 0.').min(0).nullish(),
  phone: z.int('Informe o número da coluna, a partir de 0.').min(0),
})

/** Imports a file of any size, without holding it in memory as a whole. */
export async function importCsv(
  { contacts, settings }: Pick<Services, 'contacts' | 'settings'>,
  { c, caller, once }: Pick<Call<typeof api.importContacts>, 'c' | 'caller' | 'once'>,
) {
  return withTemporaryFile(settings.tempDir, async (file) => {
    const { form, probe } = await receiveFile(api.importContacts, { c, file })
    const identity = async () => `${JSON.stringify(form)} ${await file.digest()}`
    return once(identity, async () => {
      if (form.strict === 'true') {
        const { table } = await openTable(file, { form, probe })
        const rows = tableRows(table)
        requireEveryRow(
          await contacts.checkImport(caller.user.id, { rows, listId: null, ddd: form.ddd }),
        )
      }
      const { table } = await openTable(file, { form, probe })
      const { report, isNew } = await contacts.importRows(caller.user.id, {
        rows: tableRows(table),
        name: form.name ?? '',
        listId: form.list || null,
        ddd: form.ddd,
        onDuplicate: form.on_duplicate ?? 'keep',
      })
      const all = [...table.warnings, ...(report.warnings ?? [])]
      const body = all.length > 0 ? { ...report, warnings: all } : report
      return isNew ? ({ status: 201, body } as const) : ({ status: 200, body } as const)
    })
  })
}

/** Says what an import of the file would do; stores nothing. */
export async function checkCsv(
  { contacts, settings }: Pick<Services, 'contacts' | 'settings'>,
  { c, caller }: Pick<Call<typeof api.checkImport>, 'c' | 'caller'>,
) {
  return withTemporaryFile(settings.tempDir, async (file) => {
    const { form, probe } = await receiveFile(api.checkImport, { c, file })
    const { table } = await openTable(file, { form, probe })
    const check = await contacts.checkImport(caller.user.id, {
      rows: tableRows(table),
      listId: form.list || null,
      ddd: form.ddd,
    })
    const warnings = [...table.warnings, ...(check.warnings ?? [])]
    const body = warnings.length > 0 ? { ...check, warnings } : check
    return { status: 200, body } as const
  })
}

/** Answers the rows that an import of the file would refuse, as a CSV; stores nothing. */
export async function answerRefusedRows(
  { settings }: Pick<Services, 'settings'>,
  { c, onFault }: Pick<Call<typeof api.refusedRows>, 'c'> & { readonly onFault: OnFault },
): Promise<Response> {
  return answerRefusedFile(settings, {
    fileName: refusedFileName('contatos.csv'),
    onFault,
    open: async (file) => {
      const { form, probe } = await receiveFile(api.refusedRows, { c, file })
      const { table, format } = await openTable(file, { form, probe })
      return { format, pieces: refusedRowsFile(table, { format, ddd: form.ddd }) }
    },
  })
}

/**
 * Answers with a CSV made from a file that arrives, and keeps that file until the answer has left.
 */
export async function answerRefusedFile(
  { tempDir }: Pick<Services['settings'], 'tempDir'>,
  {
    fileName,
    onFault,
    open,
  }: {
    readonly fileName: string
    readonly onFault: OnFault
    readonly open: (file: TemporaryFile) => Promise<{
      readonly format: CsvFormat
      readonly pieces: AsyncIterable<Uint8Array>
    }>
  },
): Promise<Response> {
  const file = await openTemporaryFile(tempDir)
  try {
    const { format, pieces } = await open(file)
    const headers = {
      ...csvHeaders(fileName),
      'content-type': `text/csv; charset=${charsets[format.encoding]}`,
    }
    return await streamBytes(closing(file, pieces), { headers, onFault })
  } catch (error) {
    await file.close()
    throw error
  }
}

const charsets = {
  utf8: 'utf-8',
  'utf16-le': 'utf-16le',
  'utf16-be': 'utf-16be',
  win1252: 'windows-1252',
} as const

/** Takes a form with a file of rows, whose bytes go to the temporary file. */
export async function receiveFile<const E extends Endpoint>(
  endpoint: E,
  { c, file }: { readonly c: Call<E>['c']; readonly file: TemporaryFile },
) {
  const probe = createEncodingProbe()
  const form = await readForm(endpoint, {
    c,
    tooLarge: 'file_too_large',
    onBytes: async (bytes) => {
      probe.look(bytes)
      await file.append(bytes)
    },
  })
  return { form, probe }
}

function openTable(
  file: TemporaryFile,
  {
    form,
    probe,
  }: {
    readonly form: z.output<typeof RefusedRowsForm>
    readonly probe: ReturnType<typeof createEncodingProbe>
  },
): Promise<ContactTable> {
  const columns = readColumns(form.columns)
  const hasHeader = form.header !== 'false'
  return openContactTable(file, { probe, columns, hasHeader, sheet: form.sheet })
}

/** Yields what comes, and closes the file at its end. */
async function* closing<Piece>(file: TemporaryFile, pieces: AsyncIterable<Piece>) {
  try {
    yield* pieces
  } finally {
    await file.close()
  }
}

/**
 * Null where the columns are to be found out.
 * @throws AppError `invalid` for a malformed mapping
 */
function readColumns(text: string | undefined): CsvColumns | null {
  if (text === undefined || text.trim() === '') return null
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
