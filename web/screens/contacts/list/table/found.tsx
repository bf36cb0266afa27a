import { MarkedText } from '../../../../parts/found-text.tsx'
import { foundInCell } from '../list-view.ts'

/** A text with what the search found in it marked. */
export function Found({ text, search }: { readonly text: string; readonly search: string }) {
  if (search.trim() === '') return text
  return <MarkedText text={text} places={foundInCell(text, search)} />
}
