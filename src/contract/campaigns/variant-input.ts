import { z } from 'zod'
import { TEXT_MAX_LENGTH, VARIANTS_MAX } from '../limits.ts'

/** The main text and the further ones. */
const TEXTS_MAX = VARIANTS_MAX + 1

export const VariantsIn = z
  .array(
    z
      .string('A variação precisa ser um texto.')
      .max(TEXT_MAX_LENGTH, `Uma variação aceita até ${TEXT_MAX_LENGTH} caracteres.`),
    { error: 'As variações precisam ser um array de textos.' },
  )
  .max(VARIANTS_MAX, `Uma campanha aceita até ${VARIANTS_MAX} variações além do texto principal.`)

const numberSentence = `Use o número da variação, de 1 (o texto principal) a ${TEXTS_MAX}.`
export const VariantNumber = z
  .int(numberSentence)
  .min(1, numberSentence)
  .max(TEXTS_MAX, numberSentence)
/** The same in a query string. */
export const VariantQuery = z.coerce.number(numberSentence).pipe(VariantNumber)
