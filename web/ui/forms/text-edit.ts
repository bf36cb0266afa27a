/** Puts `insert` in place of what is between `from` and `to`, and marks a part of the result. */
export type TextEdit = {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly select: readonly [start: number, end: number]
}

/** Carries an edit out as if it had been typed, so that it can be undone; returns the new text. */
export function applyEdit(
  area: HTMLTextAreaElement,
  { from, to, insert, select }: TextEdit,
): string {
  area.focus()
  area.setSelectionRange(from, to)
  const command = insert === '' ? 'delete' : 'insertText'
  // The one way that browsers keep in their undo history; where it is gone, the text still changes.
  const isTyped = document.execCommand?.(command, false, insert) === true
  if (!isTyped) area.setRangeText(insert, from, to, 'end')
  area.setSelectionRange(...select)
  return area.value
}
