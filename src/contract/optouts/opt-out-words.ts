import { foldText } from '../fold.ts'

/** What a message asks for that consists of nothing but one of the words for it. */
export type OptOutWish = 'leave' | 'return'

const leaving = new Set(['sair', 'parar', 'cancelar', 'descadastrar', 'remover', 'stop'])
const returning = new Set(['voltar'])

/** Longer texts say more than one word; they are not even looked at. */
const LONGEST = 100

/** The sentence that tells people how to leave; it stands under a campaign's text. */
export const optOutFooter = 'Para não receber mais, responda SAIR.'

/** What a person is answered once who has left, and who has come back. */
export const optOutConfirmation =
  'Pronto: você não vai mais receber as nossas mensagens. Se mudar de ideia, responda VOLTAR.'
export const returnConfirmation =
  'Pronto: você vai voltar a receber as nossas mensagens. Para sair de novo, responda SAIR.'

/**
 * Whether a message is nothing but a word that takes its author off the list, or back onto it:
 * case, accents, punctuation, emoji and the marks of bold and italics aside. Any further word makes
 * it an ordinary message, since "não me mande mais boletos" asks for something else.
 */
export function readOptOut(text: string): OptOutWish | null {
  if (text.length > LONGEST) return null
  const words = foldText(text.normalize('NFKC')).match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  // A soft hyphen or a point may stand inside of a word.
  const spellings = [words, [words.join('')]]
  if (spellings.some((all) => all.every((word) => leaving.has(word)))) return 'leave'
  if (spellings.some((all) => all.every((word) => returning.has(word)))) return 'return'
  return null
}

/**
 * Characters of a text's end that are compared: more than the footer takes, with marks and blanks.
 */
const FOOTER_ROOM = 2 * optOutFooter.length
const footerWords = wordsOf(optOutFooter)

/** Whether a text ends with the footer already, however it is set: in italics, in capitals. */
export function endsWithOptOutFooter(text: string): boolean {
  return wordsOf(text.trimEnd().slice(-FOOTER_ROOM)).endsWith(footerWords)
}

/** The text of a campaign as it goes out, with the footer no more than once. */
export function withOptOutFooter(text: string, hasFooter: boolean): string {
  if (!hasFooter || endsWithOptOutFooter(text)) return text
  return text.trim() === '' ? optOutFooter : `${text.trimEnd()}\n\n${optOutFooter}`
}

/** A text's letters and digits, folded, with a blank in front of each word. */
function wordsOf(text: string): string {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ` ${word}`).join('')
}
