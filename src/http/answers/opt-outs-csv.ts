import { type OptOut, optOutCsvColumns, toOptOutWire } from '../../contract/optouts/opt-out.ts'
import { type CsvSeparator, csvText } from './csv.ts'

/** Opt-outs as an import reads them again. */
export function optOutsCsv(all: readonly OptOut[], separator: CsvSeparator): AsyncIterable<string> {
  return csvText(rows(), { header: optOutCsvColumns, separator })

  async function* rows() {
    for (const optOut of all) {
      const cells = new Map(Object.entries(toOptOutWire(optOut)))
      yield optOutCsvColumns.map((column) => cells.get(column) ?? '')
    }
  }
}
