import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import {
  type Send,
  sendCsvColumns,
  sendStateLabel,
  toSendWire,
} from '../../contract/campaigns/send.ts'
import { formatSendTime } from '../../contract/display.ts'
import { areaCodes } from '../../contract/phones/area-code.ts'
import { type CsvSeparator, csvText } from './csv.ts'

type Sends = AsyncIterable<Send>
type Texts = Pick<Campaign, 'variants'>

/** Results for programs: the wire's names, UTC times and plain phones. */
export function sendsCsv(
  sends: Sends,
  { campaign, separator }: { readonly campaign: Texts; readonly separator: CsvSeparator },
): AsyncIterable<string> {
  const columns = sendCsvColumns(campaign)
  return csvText(
    each(sends, (send) => {
      const cells = new Map(Object.entries(toSendWire(send)))
      return columns.map((column) => String(cells.get(column) ?? ''))
    }),
    { header: columns, separator },
  )
}

const excelColumns: readonly {
  readonly header: string
  readonly cell: (send: Send) => string
}[] = [
  { header: 'Nome', cell: ({ name }) => name },
  { header: 'Telefone', cell: ({ contact }) => phoneCell(contact) },
  { header: 'Status', cell: sendStateLabel },
  // Empty where nothing ever left: `sentAt` is then the time of the failure.
  {
    header: 'Enviado em',
    cell: ({ sentAt, attemptCount }) => (attemptCount === 0 ? '' : timeCell(sentAt)),
  },
  { header: 'Entregue em', cell: ({ deliveredAt }) => timeCell(deliveredAt) },
  { header: 'Lido em', cell: ({ readAt }) => timeCell(readAt) },
  { header: 'Respondeu em', cell: ({ repliedAt }) => timeCell(repliedAt) },
  { header: 'Resposta', cell: ({ replyText }) => replyText ?? '' },
  { header: 'Erro', cell: ({ errorText }) => errorText ?? '' },
  { header: 'Tentativas', cell: ({ attemptCount }) => String(attemptCount) },
  { header: 'Mensagem', cell: ({ text }) => text },
]

/** Results as a person opens them in Excel: Portuguese words, local times, and phones as text. */
export function sendsForExcel(sends: Sends, { variants = [] }: Texts): AsyncIterable<string> {
  const columns =
    variants.length === 0
      ? excelColumns
      : [...excelColumns, { header: 'Variação', cell: ({ variant = 1 }: Send) => String(variant) }]
  return csvText(
    each(sends, (send) => columns.map(({ cell }) => cell(send))),
    { header: columns.map(({ header }) => header), separator: ';' },
  )
}

/**
 * `55 61 99999 0001`: Excel shows a long row of digits as 5,56E+12, and takes one with a plus for a
 * formula. An import reads it as it stands.
 */
export function phoneCell(digits: string): string {
  const mobile = /^55(\d\d)(9\d{4})(\d{4})$/.exec(digits)
  // Nearly all phones are these; the library takes as long over one as over all other cells.
  if (mobile && areaCodes.has(mobile[1] ?? '')) return `55 ${mobile[1]} ${mobile[2]} ${mobile[3]}`
  const written = parsePhoneNumberFromString(`+${digits}`)?.formatInternational().slice(1)
  return written?.includes(' ') ? written : `${digits.slice(0, 2)} ${digits.slice(2)}`
}

function timeCell(iso: string | null): string {
  return iso === null ? '' : formatSendTime(iso)
}

async function* each(sends: Sends, cellsOf: (send: Send) => readonly string[]) {
  for await (const send of sends) yield cellsOf(send)
}
