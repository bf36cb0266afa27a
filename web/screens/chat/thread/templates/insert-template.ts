import { placesIn, renderKnown, type TemplateContact } from '#contract/campaigns/template.ts'
import type { TextEdit } from '../../../../ui/forms/text-edit.ts'

/**
 * A template in place of what is between `from` and `to`, filled with what is known of the person. The
 * first place that could not be filled is marked: what is typed next goes there.
 */
export function insertion(
  template: string,
  contact: TemplateContact,
  { from, to }: { readonly from: number; readonly to: number },
): TextEdit {
  const insert = renderKnown(template, contact)
  const gap = placesIn(insert)[0]
  const start = from + (gap?.from ?? insert.length)
  return { from, to, insert, select: [start, start + (gap?.written.length ?? 0)] }
}

/** The same at the caret of a text that is kept, with spaces between it and the words around it. */
export function insertionAt(
  template: string,
  contact: TemplateContact,
  { text, caret }: { readonly text: string; readonly caret: number },
): TextEdit {
  const isAfterWord = /\S$/.test(text.slice(0, caret))
  const isBeforeWord = /^\S/.test(text.slice(caret))
  const { insert, select, ...place } = insertion(template, contact, { from: caret, to: caret })
  const shift = isAfterWord ? 1 : 0
  return {
    ...place,
    insert: `${isAfterWord ? ' ' : ''}${insert}${isBeforeWord ? ' ' : ''}`,
    select: [select[0] + shift, select[1] + shift],
  }
}
