import { parse } from 'csv-parse'
import type { z } from 'zod'
import { api } from '../../contract/api/calls.ts'
import { contactErrors } from '../../contract/contacts/contact-list.ts'
import { delimiterOf } from '../../contract/csv/delimiter.ts'
import { restoreFormula } from '../../contract/csv/formula.ts'
import { type CsvLine, csvLines } from '../../contract/csv/lines.ts'
import { AppError } from '../../contract/errors.ts'
import { foldText } from '../../contract/fold.ts'
import { isLidJid } from '../../contract/jid.ts'
import { NAME_MAX_LENGTH, REPORTED_ROWS_MAX } from '../../contract/limits.ts'
import {
  type OptOutImportForm,
  type OptOutImportReport,
  OptOutSource,
  REASON_MAX_LENGTH,
} from '../../contract/optouts/opt-out.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import { createPhoneSet, phoneNumber } from '../../domain/contacts/phone-set.ts'
import type { NewOptOut, OptOuts } from '../../domain/optouts/opt-outs.ts'
import type { Call } from '../bind.ts'
import type { Services } from '../services.ts'
import { createEncodingProbe, decodeLines } from './csv-encoding.ts'
import { readForm } from './form.ts'
import { withTemporaryFile } from './temporary-file.ts'

type Form = z.output<typeof OptOutImportForm>

/** People who are put on the list with one sync of the disk. */
const PEOPLE_AT_ONCE = 500

const phoneHeaders = /^(?:phone|telefone|fone|celular|whatsapp|whats|numero|contato)\b/
const nameHeaders = /^(?:name|nome|cliente|aluno|responsavel)\b/
const reasonHeaders = /^(?:reason|motivo)\b/

/**
 * Imports a CSV of people who are to get no campaigns: one column with phones will do. Without a
 * header that names the column, the first cell of each line that is a phone counts.
 */
export async function importOptOuts(
  { optOuts, settings }: Pick<Services, 'optOuts' | 'settings'>,
  { c, caller, once }: Pick<Call<typeof api.importOptOuts>, 'c' | 'caller' | 'once'>,
) {
  return withTemporaryFile(settings.tempDir, async (file) => {
    const probe = createEncodingProbe()
    const form = await readForm(api.importOptOuts, {
      c,
      tooLarge: 'file_too_large',
      onBytes: async (bytes) => {
        probe.look(bytes)
        await file.append(bytes)
      },
    })
    const identity = async () => `${JSON.stringify(form)} ${await file.digest()}`
    return once(identity, async () => {
      const { encoding, head } = probe.conclude()
      const lines = csvLines(decodeLines(file.read(), encoding), { ...delimiterOf(head), parse })
      const report = await readLines(lines, { optOuts, userId: caller.user.id, form })
      return { status: 200, body: report } as const
    })
  })
}

async function readLines(
  lines: ReturnType<typeof csvLines>,
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
  const put = form.dry_run === 'true' ? countNew : optOuts.addAll
  const counted = { phones: createPhoneSet(), lids: new Set<string>() }
  const invalid: OptOutImportReport['invalid'] = []
  let columns: Columns | null = null
  let people: NewOptOut[] = []
  let readCount = 0
  let added = 0
  for await (const batch of lines) {
    for (const line of batch) {
      if (!('cells' in line)) break
      if (line.cells.every((cell) => cell.trim() === '') || isAnnouncement(line)) continue
      if (!columns) {
        columns = columnsOf(line.cells)
        if (columns.isHeader) continue
      }
      const person = personIn(line.cells, columns, form)
      if (!('fault' in person)) people.push(person)
      else if (invalid.length < REPORTED_ROWS_MAX)
        invalid.push({ line: line.line, ...person.fault })
    }
    if (people.length >= PEOPLE_AT_ONCE) await flush()
  }
  await flush()
  if (readCount === 0) throw new AppError('no_valid_phones', `${invalid.length} lines refused`)
  return { added, duplicates: readCount - added, invalid }

  async function flush(): Promise<void> {
    readCount += people.length
    added += await put(userId, people)
    people = []
  }

  /** As `addAll` would answer. */
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

type Columns = {
  readonly isHeader: boolean
  /** -1: not known. */
  readonly phone: number
  readonly lid: number
  readonly name: number
  readonly reason: number
}

function columnsOf(cells: readonly string[]): Columns {
  const folded = cells.map((cell) => foldText(cell.trim()))
  const place = (pattern: RegExp) => folded.findIndex((cell) => pattern.test(cell))
  const phone = place(phoneHeaders)
  const isHeader = phone >= 0 || !cells.some((cell) => parsePhone(cell).ok)
  const [lid, name, reason] = [folded.indexOf('lid'), place(nameHeaders), place(reasonHeaders)]
  return { isHeader, phone, lid, name, reason }
}

/** Excel's own first line, which names the delimiter. */
function isAnnouncement({ cells, line }: CsvLine): boolean {
  return line === 1 && /^"?sep=/i.test(cells[0] ?? '')
}

function personIn(
  cells: readonly string[],
  columns: Columns,
  { ddd, reason = '' }: Form,
): NewOptOut | { readonly fault: { readonly phone: string; readonly reason: string } } {
  const texts = cells.map((cell) => restoreFormula(cell).trim())
  const told = {
    name: (texts[columns.name] ?? '').slice(0, NAME_MAX_LENGTH),
    reason: (texts[columns.reason] || reason).slice(0, REASON_MAX_LENGTH),
    source: OptOutSource.csv,
    campaignId: null,
  }
  const written = texts[columns.phone] ?? texts.find((cell) => parsePhone(cell, { ddd }).ok)
  const lid = texts[columns.lid] ?? ''
  // Of a few people only WhatsApp's other name is known: a file of this list has them as well.
  if (!written && isLidJid(lid)) return { ...told, phone: null, lid }
  const parsed = parsePhone(written ?? texts[0] ?? '', { ddd })
  if (parsed.ok) return { ...told, phone: parsed.phone, lid: isLidJid(lid) ? lid : null }
  const shown = (written ?? texts[0] ?? '').slice(0, NAME_MAX_LENGTH)
  return { fault: { phone: shown, reason: contactErrors[parsed.code] } }
}
