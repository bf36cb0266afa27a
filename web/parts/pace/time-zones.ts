import { browserZone } from '../../browser-zone.ts'

/** The zones of Brazil, by the names that people give them. */
export const brazilianZones: readonly { readonly timeZone: string; readonly name: string }[] = [
  { timeZone: 'America/Sao_Paulo', name: 'Horário de Brasília' },
  { timeZone: 'America/Manaus', name: 'Horário de Manaus' },
  { timeZone: 'America/Rio_Branco', name: 'Horário do Acre' },
  { timeZone: 'America/Noronha', name: 'Horário de Fernando de Noronha' },
]

/** ` (Horário de Manaus)` behind hours by other clocks than the reader's; behind the reader's own, nothing. */
export function zoneWords(timeZone: string): string {
  if (timeZone === browserZone()) return ''
  const known = brazilianZones.find((zone) => zone.timeZone === timeZone)
  return ` (${known?.name ?? timeZone})`
}
