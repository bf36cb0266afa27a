import { formatQuantity } from '../display.ts'
import type { Exclusion, ExclusionReason } from './campaign-preview.ts'

const reasons: Readonly<Record<ExclusionReason, readonly [one: string, many: string]>> = {
  invalid_phone: ['com telefone inválido', 'com telefone inválido'],
  duplicate: ['repetido', 'repetidos'],
  opted_out: ['pediu para sair', 'pediram para sair'],
  filtered: ['fora do filtro', 'fora do filtro'],
  recently_sent: ['já recebeu', 'já receberam'],
}

/** `2 pediram para sair`. */
export function exclusionWords(reason: Exclusion['reason'], count: number): string {
  return formatQuantity(count, ...reasons[reason])
}
