import { formatQuantity, truncate } from '../../../../format.ts'
import type { LeftOut, RefusedCell } from './place-block.ts'

const NAMED = 3
const LETTERS = 24

const list = new Intl.ListFormat('pt-BR')

/** What a paste left out, as a sentence; null: nothing. */
export function leftOutWords({
  columnCount,
  rowCount,
  unreadCount,
  refused,
}: LeftOut): string | null {
  const parts = [
    columnCount > 0 &&
      `${formatQuantity(columnCount, 'coluna', 'colunas')} à direita da última da tabela`,
    rowCount > 0 && `${formatQuantity(rowCount, 'linha', 'linhas')} abaixo do último contato`,
    unreadCount > 0 &&
      formatQuantity(
        unreadCount,
        'linha de um contato que não pôde ser lido',
        'linhas de contatos que não puderam ser lidos',
      ),
    refused.length > 0 &&
      `${formatQuantity(refused.length, 'célula', 'células')}: ${named(refused)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : `Ficou de fora do que você colou: ${list.format(parts)}.`
}

function named(refused: readonly RefusedCell[]): string {
  const words = refused
    .slice(0, NAMED)
    .map(({ person, text, reason }) => `${quoted(text)} para ${person} (${withoutPoint(reason)})`)
  const rest = refused.length - words.length
  return list.format(
    rest > 0 ? [...words, `mais ${formatQuantity(rest, 'outra', 'outras')}`] : words,
  )
}

function quoted(text: string): string {
  if (text === '') return 'a vazia'
  return `“${truncate(text, LETTERS)}”`
}

function withoutPoint(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
