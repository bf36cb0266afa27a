import { foldName } from '#contract/campaigns/template.ts'
import type { TextEdit } from '../../ui/forms/text-edit.ts'

/** A text and what is marked in it; where nothing is, `start` and `end` are the caret. */
export type Marked = { readonly text: string; readonly start: number; readonly end: number }

/** How WhatsApp writes bold, italics and strike-through. */
export type Mark = '*' | '_' | '~'

/** Puts marks around what is marked, or takes them away; around nothing, to be written into. */
export function toggleMark({ text, start, end }: Marked, mark: Mark): TextEdit {
  // WhatsApp takes a mark for one only where it touches a word.
  const words = text.slice(start, end)
  const from = start + (words.length - words.trimStart().length)
  const to = Math.max(from, end - (words.length - words.trimEnd().length))
  const inner = text.slice(from, to)
  if (text[from - 1] === mark && text[to] === mark) {
    return { from: from - 1, to: to + 1, insert: inner, select: [from - 1, to - 1] }
  }
  if (inner.length > 1 && inner.startsWith(mark) && inner.endsWith(mark)) {
    return { from, to, insert: inner.slice(1, -1), select: [from, to - 2] }
  }
  return { from, to, insert: `${mark}${inner}${mark}`, select: [from + 1, to + 1] }
}

/** A variable that is being written: where its brace is, and what of its name is there. */
export type OpenVariable = { readonly from: number; readonly begun: string }

const NAME_LENGTH = 40

/** The variable whose name ends at the caret; null where none is being written. */
export function openVariableAt(text: string, caret: number): OpenVariable | null {
  const from = text.lastIndexOf('{', caret - 1)
  if (from < 0 || caret - from > NAME_LENGTH || text[from - 1] === '\\') return null
  const begun = text.slice(from + 1, caret)
  return /[{}|\n]/.test(begun) ? null : { from, begun: foldName(begun) }
}

/** Writes the whole variable in place of what is there of it. */
export function completeVariable(
  text: string,
  { from }: OpenVariable,
  { caret, name }: { readonly caret: number; readonly name: string },
): TextEdit {
  const insert = `{${name}}`
  const to = text[caret] === '}' ? caret + 1 : caret
  const end = from + insert.length
  return { from, to, insert, select: [end, end] }
}

/** The text with a fallback wherever the variable has none. */
export function withFallback(text: string, variable: string, fallback: string): string {
  const wanted = foldName(variable.replace(/^\{|\}$/g, ''))
  return text.replace(/(\\)?\{([^{}|\n]{1,100})\}/g, (whole, escaped, name) =>
    escaped === undefined && foldName(String(name)) === wanted ? `{${name}|${fallback}}` : whole,
  )
}
