import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { formatCount, formatQuantity } from '../../format.ts'

/** How close to the limit the limit is shown. */
const NEAR_LIMIT = 1_000
/** About where WhatsApp folds a message behind "Ler mais". */
const FOLDED_AFTER = 700

/** How long the text is, and what that means for who reads it. */
export function TextCount({ text }: { readonly text: string }) {
  const count = formatQuantity(text.length, 'caractere', 'caracteres')
  const isNear = text.length > TEXT_MAX_LENGTH - NEAR_LIMIT
  return (
    <>
      {isNear ? `${count} de ${formatCount(TEXT_MAX_LENGTH)}` : count}
      {text.length > FOLDED_AFTER && !isNear && ' · o WhatsApp mostra o começo e “Ler mais”'}
    </>
  )
}
