import type { z } from 'zod'
import { api } from '../../../contract/api/calls.ts'
import { refusedFileName } from '../../../contract/contacts/contact-list.ts'
import { type RefusedLine, refusedFile } from '../../../contract/csv/refused-file.ts'
import { AppError } from '../../../contract/errors.ts'
import { REPORTED_ROWS_MAX } from '../../../contract/limits.ts'
import type { OptOutImportForm, OptOutImportReport } from '../../../contract/optouts/opt-out.ts'
import { createPhoneSet, phoneNumber } from '../../../domain/contacts/phone-set.ts'
import type { NewOptOut, OptOuts } from '../../../domain/optouts/opt-outs.ts'
import type { Call } from '../../bind.ts'
import type { Services } from '../../services.ts'
import { withTemporaryFile } from '../temporary-file.ts'
import { openFileLines } from './contact-table.ts'
import { answerRefusedFile, receiveFile } from './csv-import.ts'
import { type OptOutRow, openOptOutTable } from './opt-out-table.ts'

type Form = z.output<typeof OptOutImportForm>
type Refused = Extract<OptOutRow, { cells: unknown }>

/** Opt-outs that are stored with one sync of the disk. */
const PEOPLE_AT_ONCE = 500

/** Imports a file of people who are to get no campaigns. */
export async function importOptOuts(
  { optOuts, settings }: Pick<Services, 'optOuts' | 'settings'>,
  { c, caller, once }: Pick<Call<typeof api.importOptOuts>, 'c' | 'caller' | 'once'>,
) {
  return withTemporaryFile(settings.tempDir, async (file) => {
    const { form, probe } = await receiveFile(api.importOptOuts, { c, file })
    const identity = async () => `${JSON.stringify(form)} ${await file.digest()}`
    return once(identity, async () => {
      const open = async () => {
        const { lines, spreadsheet } = await openFileLines(file, { probe, sheet: form.sheet })
        const { rows, warnings } = await openOptOutTable(lines, form)
        return { rows, warnings, spreadsheet }
      }
      // Read to its end first, so that a file that breaks off puts nobody on the list.
      if (form.dry_run !== 'true') await readToEnd((await open()).rows)
      const { rows, warnings, spreadsheet } = await open()
      const report = await takeRows(rows, { optOuts, userId: caller.user.id, form })
      const notes = warnings.length > 0 ? { warnings: [...warnings] } : {}
      return { status: 200, body: { ...report, ...notes, ...spreadsheet } } as const
    })
  })
}

/** Answers the rows that an import of the file would refuse, as a CSV; stores nothing. */
export async function answerRefusedOptOuts(
  { settings }: Pick<Services, 'settings'>,
  {
    c,
    onFault,
  }: Pick<Call<typeof api.refusedOptOuts>, 'c'> & { readonly onFault: (error: unknown) => void },
): Promise<Response> {
  return answerRefusedFile(settings, {
    fileName: refusedFileName('descadastro.csv'),
    onFault,
    open: async (file) => {
      const { form, probe } = await receiveFile(api.refusedOptOuts, { c, file })
      const { lines, format } = await openFileLines(file, { probe, sheet: form.sheet })
      const { rows, header, reasonAt } = await openOptOutTable(lines, form)
      return { format, pieces: refusedFile(refusedLines(rows), { format, header, reasonAt }) }
    },
  })
}

async function readToEnd(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

async function* refusedLines(
  rows: AsyncIterable<readonly OptOutRow[]>,
): AsyncGenerator<readonly RefusedLine[], void, undefined> {
  for await (const batch of rows) {
    yield batch
      .filter(isRefused)
      .flatMap(({ cells, fault: { reason } }) => (cells ? [{ cells, reason }] : []))
  }
}

function isRefused(row: OptOutRow): row is Refused {
  return 'fault' in row
}

async function takeRows(
  rows: AsyncIterable<readonly OptOutRow[]>,
  {
    optOuts,
    userId,
    form,
  }: {
    readonly optOuts: Pick<OptOuts, 'addAll' | 'has'>
    readonly userId: string
    readonly form: Form
  },
): Promise<OptOutImportReport> {
  const isTrial = form.dry_run === 'true'
  const put = isTrial ? countNew : optOuts.addAll
  const counted = { phones: createPhoneSet(), lids: new Set<string>() }
  const invalid: OptOutImportReport['invalid'] = []
  let refusedCount = 0
  let people: NewOptOut[] = []
  let readCount = 0
  let added = 0
  for await (const batch of rows) {
    for (const row of batch) {
      if (!isRefused(row)) {
        people.push(row.person)
        continue
      }
      refusedCount += 1
      if (invalid.length < REPORTED_ROWS_MAX) invalid.push(row.fault)
    }
    if (people.length >= PEOPLE_AT_ONCE) await flush()
  }
  await flush()
  if (readCount === 0 && !isTrial) {
    throw new AppError('no_valid_phones', `${refusedCount} lines refused`)
  }
  const duplicates = readCount - added
  const isCut = refusedCount > invalid.length
  return { added, duplicates, invalid, ...(isCut && { invalid_count: refusedCount }) }

  async function flush(): Promise<void> {
    readCount += people.length
    added += await put(userId, people)
    people = []
  }

  /** Counts how many `addAll` would add. */
  async function countNew(owner: string, some: readonly NewOptOut[]): Promise<number> {
    return some.filter((person) => isFirst(person) && !optOuts.has(owner, person)).length
  }

  /** Whether a person has not stood in the file before. */
  function isFirst({ phone, lid }: NewOptOut): boolean {
    if (phone !== null) return counted.phones.add(phoneNumber({ phone }))
    if (lid === null || counted.lids.has(lid)) return false
    counted.lids.add(lid)
    return true
  }
}
