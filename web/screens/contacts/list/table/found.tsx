import { piecesOf } from '../list-view.ts'

/** A text with what the search found in it marked. */
export function Found({ text, search }: { readonly text: string; readonly search: string }) {
  if (search.trim() === '') return text
  return piecesOf(text, search).map(({ text: piece, isMatch }, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, drawn anew together
    return isMatch ? <mark key={place}>{piece}</mark> : <span key={place}>{piece}</span>
  })
}
