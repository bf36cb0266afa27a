import type { MessageTemplate } from '#contract/campaigns/message-template.ts'
import { foldText } from '#contract/fold.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'

/** Which of a user's templates come first. */
export const templateOrders = {
  usados: 'Usados por último',
  alterados: 'Alterados por último',
  nome: 'Por nome',
} as const
export type TemplateOrder = keyof typeof templateOrders

/** One that was never used counts from when it was made: what is new is about to be used. */
export function inOrder(
  templates: readonly MessageTemplate[],
  order: TemplateOrder,
  usedAt: ReadonlyMap<string, number>,
): readonly MessageTemplate[] {
  if (order === 'nome') return [...templates].sort((a, b) => byName.compare(a.name, b.name))
  const timeOf = ({ id, createdAt, updatedAt }: MessageTemplate) =>
    order === 'alterados' ? Date.parse(updatedAt) : (usedAt.get(id) ?? Date.parse(createdAt))
  return [...templates].sort((a, b) => timeOf(b) - timeOf(a))
}

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })

/**
 * Those that a search means, by name and text without case, accents or hyphens. Names that begin
 * so come first, then names with words that do, then names that have it, then texts; among equals
 * the order stays.
 */
export function findTemplates(
  templates: readonly MessageTemplate[],
  search: string,
): readonly MessageTemplate[] {
  const words = wordsOf(search)
  if (words.length === 0) return templates
  return templates
    .map((template) => ({ template, rank: rankOf(template, words) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((a, b) => a.rank - b.rank)
    .map(({ template }) => template)
}

const NOT_FOUND = 4

function rankOf({ name, text }: MessageTemplate, words: readonly string[]): number {
  const foldedName = fold(name)
  if (foldedName.startsWith(words.join(' '))) return 0
  if (words.every((word) => ` ${foldedName}`.includes(` ${word}`))) return 1
  const isIn = (whole: string) => words.every((word) => whole.includes(word))
  if (isIn(foldedName)) return 2
  return isIn(`${foldedName} ${fold(text)}`) ? 3 : NOT_FOUND
}

/** The words of a search, as they are looked for. */
export function wordsOf(search: string): readonly string[] {
  return fold(search).split(' ').filter(Boolean)
}

/** A name of several words is also found as one writes a shortcut: `boas-vindas`, `boas vindas`. */
function fold(text: string): string {
  return foldText(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

/** What a copy is called: a name that no other template has. */
export function copyName(name: string, templates: readonly MessageTemplate[]): string {
  const taken = new Set(templates.map((each) => foldText(each.name)))
  const base = name.replace(/ \(cópia(?: \d+)?\)$/, '')
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? ' (cópia)' : ` (cópia ${number})`
    const copy = `${base.slice(0, NAME_MAX_LENGTH - end.length)}${end}`
    if (!taken.has(foldText(copy))) return copy
  }
}
