import { z } from 'zod'
import { isGroupJid } from '../jid.ts'

/** Whom a message is for: a phone as people write it, or a jid of a person or a group. */
export const Recipient = z
  .string('Informe o número.')
  .trim()
  .min(1, 'Informe o número.')
  .max(100, 'O número é longo demais.')
  .refine((number) => !/@(?:newsletter|broadcast)$/.test(number), {
    message: 'Só é possível enviar para números de telefone e grupos.',
  })
  .refine((number) => !isGroupJid(number) || /^[\d-]{5,60}@/.test(number), {
    message: 'O grupo não é válido.',
  })

/** Somebody, and no group. */
export const PersonRecipient = Recipient.refine((number) => !isGroupJid(number), {
  message: 'Informe o número de uma pessoa, não um grupo.',
})
