import type { InvalidContact } from '#contract/contacts/contact-list.ts'
import { type ContactRow, checkContactRow } from '#contract/contacts/contact-row.ts'
import { FOREIGN_SHOWN, REPORTED_ROWS_MAX } from '#contract/limits.ts'
import { areaOf, isForeign, lacksAreaOnly } from '#contract/phones/phone-number.ts'

/** Longer files are not taken apart here but sent whole, for the server to read. */
export const BATCH_IMPORT_MAX_ROWS = 20_000
const SAMPLE_ROWS = 5

export type ReadContact = {
  readonly name: string
  readonly phone: string
  readonly fields?: Record<string, string>
  readonly line: number
}

/** What the rows of a file come to. */
export type RowTally = ReturnType<ReturnType<typeof createRowTally>['conclude']>

/**
 * Counts rows, and keeps the contacts among them for as long as they are few.
 * @param ddd area code of the phones that have none; empty for none
 */
export function createRowTally(ddd: string) {
  const options = { ddd: ddd === '' ? undefined : ddd }
  const invalid: InvalidContact[] = []
  const sample: ReadContact[] = []
  // Fifteen digits fit a number, which takes a fraction of the memory of a text.
  const phones = new Set<number>()
  const areas = new Map<string, number>()
  const foreignSample: string[] = []
  let contacts: ReadContact[] | null = []
  let rowCount = 0
  let invalidCount = 0
  let foreignCount = 0
  let withoutAreaCount = 0

  return { take, conclude }

  function take(row: ContactRow): void {
    const index = rowCount
    rowCount += 1
    if (rowCount > BATCH_IMPORT_MAX_ROWS) contacts = null
    const lacksArea = lacksAreaOnly(row.phone)
    if (lacksArea) withoutAreaCount += 1
    const checked = checkContactRow(row, options)
    if (checked.ok) keep(row, checked.phone, lacksArea)
    else {
      invalidCount += 1
      const { name, phone, line } = row
      const where = line === undefined ? {} : { line }
      if (invalid.length < REPORTED_ROWS_MAX) {
        invalid.push({ index, ...where, name, phone, reason: checked.reason })
      }
    }
  }

  function keep({ name, fields, line = 0 }: ContactRow, phone: string, lacksArea: boolean): void {
    const known = phones.size
    phones.add(Number(phone))
    if (phones.size === known) return
    if (isForeign(phone)) {
      foreignCount += 1
      if (foreignSample.length < FOREIGN_SHOWN) foreignSample.push(phone)
    } else if (!lacksArea) {
      const area = areaOf(phone)
      areas.set(area, (areas.get(area) ?? 0) + 1)
    }
    const contact = { name: name.trim(), phone, line, ...(fields ? { fields: { ...fields } } : {}) }
    if (sample.length < SAMPLE_ROWS) sample.push(contact)
    contacts?.push(contact)
  }

  function conclude() {
    const validCount = phones.size
    const duplicateCount = rowCount - invalidCount - validCount
    return {
      ...{ sample, invalid, rowCount, invalidCount, validCount, duplicateCount, contacts },
      /** Phones of other countries, and the first of them. */
      foreign: { count: foreignCount, sample: foreignSample },
      /** Rows that an area code completes, whether there is one or not. */
      withoutAreaCount,
      usualArea: majority(areas),
    }
  }
}

/** The area code that more than half of the Brazilian phones with one have. */
function majority(areas: ReadonlyMap<string, number>): string | null {
  const total = [...areas.values()].reduce((sum, count) => sum + count, 0)
  const found = [...areas].find(([, count]) => count > total / 2)
  return found?.[0] ?? null
}
