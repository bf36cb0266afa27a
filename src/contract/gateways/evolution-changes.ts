import { z } from 'zod'
import { isGroupJid } from '../jid.ts'
import { TEXT_MAX_LENGTH } from '../limits.ts'
import {
  AUTHOR_MISSING,
  namesAuthor,
  Participant,
  PersonRecipient,
  Recipient,
} from './evolution-recipient.ts'

/** Changing what was sent, and showing presence, in Evolution API's words. */

const messageId = z
  .string('Informe o id da mensagem.')
  .min(1, 'Informe o id da mensagem.')
  .max(200, 'O id da mensagem é longo demais.')

const fromMe = z
  .boolean('Informe se a mensagem é sua (fromMe).')
  .refine((isOwn) => isOwn, 'Só se altera o que esta instância enviou.')

/** Only an admin of a group can take back what others wrote there. */
export const DeleteMessageBody = z
  .object({
    id: messageId,
    fromMe: z.boolean('Informe se a mensagem é sua (fromMe).'),
    remoteJid: Recipient,
    participant: Participant,
  })
  .refine(({ fromMe: isOwn, remoteJid }) => isOwn || isGroupJid(remoteJid), {
    path: ['fromMe'],
    message: 'Só se altera o que esta instância enviou.',
  })
  .refine(namesAuthor, AUTHOR_MISSING)
export type DeleteMessageBody = z.infer<typeof DeleteMessageBody>

export const UpdateMessageBody = z.object({
  number: Recipient,
  key: z.object({ id: messageId, fromMe, remoteJid: Recipient }, 'Informe a chave da mensagem.'),
  text: z
    .string('Informe o texto.')
    .min(1, 'Informe o texto.')
    .max(TEXT_MAX_LENGTH, 'O texto é longo demais.'),
})
export type UpdateMessageBody = z.infer<typeof UpdateMessageBody>

const PRESENCE_MAX_MS = 60_000
export const ChatPresenceBody = z.object({
  number: Recipient,
  presence: z.enum(
    ['composing', 'recording', 'paused'],
    'A presença em uma conversa é composing, recording ou paused; a da conta vai por instance/setPresence.',
  ),
  delay: z
    .number('Informe por quantos milissegundos (delay).')
    .min(0, 'O mínimo é 0.')
    .max(PRESENCE_MAX_MS, `O máximo é ${PRESENCE_MAX_MS}.`),
})
export type ChatPresenceBody = z.infer<typeof ChatPresenceBody>

export const InstancePresenceBody = z.object({
  presence: z.enum(['available', 'unavailable'], 'A presença da conta é available ou unavailable.'),
})

export const BlockBody = z.object({
  number: PersonRecipient,
  status: z.enum(['block', 'unblock'], 'O status é block ou unblock.'),
})
export type BlockBody = z.infer<typeof BlockBody>

/** As many as WhatsApp takes. */
const ABOUT_MAX_LENGTH = 139
export const AboutBody = z.object({
  status: z
    .string('Informe o recado.')
    .max(ABOUT_MAX_LENGTH, `O recado aceita até ${ABOUT_MAX_LENGTH} caracteres.`),
})

export const BlockedJson = z.object({ block: z.literal('success') })
export const UpdatedJson = z.object({ update: z.literal('success') })

export const NumberBody = z.object({ number: Recipient })

export const PresenceJson = z.object({ presence: z.string() })
export const PictureJson = z.object({
  wuid: z.string(),
  profilePictureUrl: z.string().nullable(),
})
