import { z } from 'zod'
import { isGroupJid, isLidAddress, isLidJid } from '../jid.ts'

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
  .refine((number) => !isLidJid(number) || isLidAddress(number), {
    message: 'O LID não é válido: ele tem só dígitos antes de @lid.',
  })

/** Somebody, and no group. */
export const PersonRecipient = Recipient.refine((number) => !isGroupJid(number), {
  message: 'Informe o número de uma pessoa, não um grupo.',
})

/** Who wrote a message of a group; empty elsewhere. */
export const Participant = PersonRecipient.or(z.literal('')).nullish()

/**
 * Whether the author is known, without whom phones do not find another member's message in a group.
 */
export function namesAuthor({
  fromMe,
  remoteJid,
  participant,
}: {
  readonly fromMe: boolean
  readonly remoteJid: string
  readonly participant?: string | null | undefined
}): boolean {
  return fromMe || !isGroupJid(remoteJid) || Boolean(participant)
}
export const AUTHOR_MISSING = {
  path: ['participant'],
  message: 'Em um grupo, informe quem escreveu a mensagem (participant).',
}
/** The same where the messages that are kept do not say it either. */
export const AUTHOR_UNKNOWN =
  'A mensagem não está entre as que este servidor guarda do grupo: informe quem a escreveu (participant).'
