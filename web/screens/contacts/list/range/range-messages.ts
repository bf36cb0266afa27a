import { formatCount, formatQuantity } from '../../../../format.ts'
import { type CellBox, RANGE_ROWS_MAX, sizeOf } from './cell-range.ts'

/** `3 linhas × 2 colunas` */
export function rangeWords(box: CellBox): string {
  const { rowCount, columnCount } = sizeOf(box)
  const rows = formatQuantity(rowCount, 'linha', 'linhas')
  return `${rows} × ${formatQuantity(columnCount, 'coluna', 'colunas')}`
}

/** What is said of cells that are chosen together. */
export const rangeMessages = {
  full: `São até ${formatCount(RANGE_ROWS_MAX)} linhas de uma vez: o que fica além delas não está escolhido.`,
  copied: (box: CellBox) => {
    const { rowCount, columnCount } = sizeOf(box)
    return `${formatQuantity(rowCount * columnCount, 'célula copiada', 'células copiadas')}.`
  },
  copyAgain: 'Estas linhas acabaram de ser lidas. Copie de novo com Ctrl+C.',
  cutAgain: 'Estas linhas acabaram de ser lidas. Recorte de novo com Ctrl+X.',
  reading: 'Lendo as linhas escolhidas…',
  readFailed: 'Não foi possível ler todas as linhas escolhidas. Nada foi copiado.',
  nothingChanged: 'Não foi possível ler todas as linhas escolhidas. Nada foi mudado.',
  phonesKept: 'Os telefones ficaram como estavam: cada contato tem o seu.',
} as const
