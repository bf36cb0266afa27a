import type { InvalidContact } from '#contract/contacts/contact-list.ts'
import { defuseFormula } from '#contract/csv/formula.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** Refused rows as a CSV that Excel opens too: line, name, phone, reason. */
export function invalidRowsFile(rows: readonly InvalidContact[]): Blob {
  const lines = [
    ['linha', 'nome', 'telefone', 'motivo'],
    ...rows.map(({ line, index, name, phone, reason }) => [
      String(line ?? index + 1),
      name,
      phone,
      reason,
    ]),
  ].map((cells) => cells.map(quoted).join(';'))
  return new Blob([BYTE_ORDER_MARK, lines.join('\r\n'), '\r\n'], { type: 'text/csv' })
}

function quoted(cell: string): string {
  const safe = defuseFormula(cell)
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
