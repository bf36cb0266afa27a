import type { MessageTemplate } from '#contract/campaigns/message-template.ts'
import { foldText } from '#contract/fold.ts'

/** Which of a user's templates come first. */
export const templateOrders = {
  usados: 'Últimos usados',
  nome: 'Por nome',
  novos: 'Mais novos',
} as const
export type TemplateOrder = keyof typeof templateOrders

/** @param templates newest first, as the server has them */
export function inOrder(
  templates: readonly MessageTemplate[],
  order: TemplateOrder,
  usedAt: ReadonlyMap<string, number>,
): readonly MessageTemplate[] {
  if (order === 'novos') return templates
  if (order === 'nome') return [...templates].sort((a, b) => byName.compare(a.name, b.name))
  return [...templates].sort((a, b) => (usedAt.get(b.id) ?? 0) - (usedAt.get(a.id) ?? 0))
}

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })

/**
 * Those that a search means, by name and text without case, accents or hyphens. Names that begin
 * so come first, then names that have it, then texts; among equals the order stays.
 */
export function findTemplates(
  templates: readonly MessageTemplate[],
  search: string,
): readonly MessageTemplate[] {
  const wanted = fold(search)
  if (wanted === '') return templates
  const words = wanted.split(' ')
  return templates
    .map((template) => ({ template, rank: rankOf(template, wanted, words) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((a, b) => a.rank - b.rank)
    .map(({ template }) => template)
}

const NOT_FOUND = 3

function rankOf({ name, text }: MessageTemplate, wanted: string, words: readonly string[]) {
  const foldedName = fold(name)
  if (foldedName.startsWith(wanted)) return 0
  const isIn = (whole: string) => words.every((word) => whole.includes(word))
  if (isIn(foldedName)) return 1
  return isIn(`${foldedName} ${fold(text)}`) ? 2 : NOT_FOUND
}

/** A name of several words is also found as one writes a shortcut: `boas-vindas`, `boas vindas`. */
function fold(text: string): string {
  return foldText(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
}
