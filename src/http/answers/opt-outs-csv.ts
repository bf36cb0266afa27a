import { formatSendTime } from '../../contract/display.ts'
import {
  type OptOut,
  optOutCsvColumns,
  optOutSourceLabels,
  toOptOutWire,
} from '../../contract/optouts/opt-out.ts'
import { type CsvSeparator, csvText } from './csv.ts'
import { phoneCell } from './sends-csv.ts'

/** Opt-outs for programs, which an import reads again. */
export function optOutsCsv(all: readonly OptOut[], separator: CsvSeparator): AsyncIterable<string> {
  const columns = optOutCsvColumns()
  return csvText(
    each(all, (optOut) => {
      const cells = new Map(Object.entries(toOptOutWire(optOut)))
      return columns.map((column) => cells.get(column) ?? '')
    }),
    { header: columns, separator },
  )
}

const excelColumns: readonly {
  readonly header: string
  readonly cell: (optOut: OptOut) => string
}[] = [
  { header: 'Nome', cell: ({ name }) => name },
  { header: 'Telefone', cell: ({ phone }) => (phone === null ? '' : phoneCell(phone)) },
  { header: 'Motivo', cell: ({ reason }) => reason },
  { header: 'Origem', cell: ({ source }) => optOutSourceLabels[source] },
  { header: 'Desde', cell: ({ createdAt }) => formatSendTime(createdAt) },
  { header: 'Campanha', cell: ({ campaignId }) => campaignId ?? '' },
  // WhatsApp's own name for the person: all there is of one whose number it hides.
  { header: 'LID', cell: ({ lid }) => lid ?? '' },
]

/** Opt-outs as a person opens them in Excel, and as an import reads them again. */
export function optOutsForExcel(all: readonly OptOut[]): AsyncIterable<string> {
  return csvText(
    each(all, (optOut) => excelColumns.map(({ cell }) => cell(optOut))),
    { header: excelColumns.map(({ header }) => header), separator: ';' },
  )
}

async function* each(all: readonly OptOut[], cellsOf: (optOut: OptOut) => readonly string[]) {
  for (const optOut of all) yield cellsOf(optOut)
}
