import { z } from 'zod'

/** Whom a message is for: a phone as people write it, or a jid of a person. */
export const Recipient = z
  .string('Informe o número.')
  .trim()
  .min(1, 'Informe o número.')
  .max(100, 'O número é longo demais.')
  .refine((number) => !/@(?:g\.us|newsletter|broadcast)$/.test(number), {
    message: 'Só é possível enviar para números de telefone.',
  })
