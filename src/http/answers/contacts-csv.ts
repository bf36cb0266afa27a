import type { Contact } from '../../contract/contacts/contact-list.ts'
import { type CsvSeparator, csvText } from './csv.ts'

/** A list's contacts as an import reads them again, with its further columns. */
export function contactsCsv(
  contacts: AsyncIterable<Contact>,
  { further, separator }: { readonly further: readonly string[]; readonly separator: CsvSeparator },
): AsyncIterable<string> {
  return csvText(rows(), { header: ['name', 'phone', ...further], separator })

  async function* rows() {
    for await (const { name, phone, fields } of contacts) {
      const values = new Map(Object.entries(fields ?? {}))
      yield [name, phone, ...further.map((field) => values.get(field) ?? '')]
    }
  }
}
