import { type ContactReport, contactErrors } from '../../contract/contacts/contact-list.ts'
import { formatCount, formatPhone, formatQuantity } from '../../contract/display.ts'
import { formatTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Refused rows that are listed one by one; the rest is counted. */
const LISTED_REFUSALS = 20

/** What became of the rows of an import. */
export function describeReport(terminal: Terminal, report: Omit<ContactReport, 'id'>): string {
  const { name, total, added, updated = 0, duplicates, invalid, foreign, warnings = [] } = report
  const lines = [
    `Lista "${name}": ${formatQuantity(total, 'contato', 'contatos')} no total.`,
    `  Adicionados  ${formatCount(added)}`,
    ...(updated > 0 ? [`  Atualizados  ${formatCount(updated)}`] : []),
    `  Duplicados   ${formatCount(duplicates)}`,
    `  Inválidos    ${formatCount(invalid.length)}`,
    ...(foreign
      ? [
          `  Exterior     ${formatCount(foreign.count)} (${foreign.sample.map(formatPhone).join(', ')})`,
        ]
      : []),
    ...warnings.map((warning) => `Atenção: ${warning}`),
  ]
  if (invalid.length === 0) return lines.join('\n')
  const listed = invalid.slice(0, LISTED_REFUSALS)
  const table = formatTable(terminal, listed, [
    { header: 'Linha', value: ({ line, index }) => formatCount(line ?? index + 1), align: 'right' },
    { header: 'Nome', value: (row) => row.name, shrinksTo: 10 },
    { header: 'Telefone', value: (row) => row.phone, shrinksTo: 14 },
    { header: 'Motivo', value: (row) => row.reason, shrinksTo: 18 },
  ])
  const more = invalid.length - listed.length
  const rest = more > 0 ? [`… e mais ${formatQuantity(more, 'linha', 'linhas')}.`] : []
  return [...lines, '', 'Linhas recusadas:', table, ...rest].join('\n')
}

/** What gets the phones without an area code into the list; null where there are none. */
export function areaHint({ id, invalid }: ContactReport): string | null {
  const count = invalid.filter(({ reason }) => reason === contactErrors.phone_no_area).length
  if (count === 0) return null
  const phones = formatQuantity(count, 'telefone está', 'telefones estão')
  return `${phones} sem DDD. Se têm todos o mesmo, importe de novo com ele: --list ${id} --ddd 61`
}
