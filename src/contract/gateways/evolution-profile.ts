import { z } from 'zod'
import { PersonRecipient } from './evolution-recipient.ts'

/** Profiles, privacy, and archived and unread chats, in Evolution API's words. */

/** Left out, the instance's own profile is meant. */
export const ProfileBody = z.object({ number: PersonRecipient.or(z.literal('')).nullish() })
export type ProfileBody = z.infer<typeof ProfileBody>

const field = z.string().nullish()
const business = { email: field, description: field, website: field }
export const ProfileJson = z.object({
  wuid: z.string(),
  name: z.string().nullable(),
  numberExists: z.literal(true),
  picture: z.string().nullable(),
  /** Of somebody else what they say of themselves; of the instance itself its state. */
  status: z.union([z.string(), z.object({ status: z.string(), setAt: z.string() })]).nullable(),
  isBusiness: z.boolean(),
  ...business,
})
export const BusinessProfileJson = z.object({
  isBusiness: z.boolean(),
  /** Of somebody without a business profile. */
  message: z.string().optional(),
  exists: z.boolean().optional(),
  jid: z.string().optional(),
  number: z.string().optional(),
  /** Of a business. */
  wid: z.string().optional(),
  address: field,
  description: field,
  website: z.array(z.string()).optional(),
  email: field,
  category: field,
})

/** As many as WhatsApp takes. */
const NAME_MAX_LENGTH = 25
export const ProfileNameBody = z.object({
  name: z
    .string('Informe o nome.')
    .trim()
    .min(1, 'Informe o nome.')
    .max(NAME_MAX_LENGTH, `O nome aceita até ${NAME_MAX_LENGTH} caracteres.`),
})
export const ProfilePictureBody = z.object({
  picture: z.string('Informe a foto.').min(1, 'Informe a foto.'),
})

const people = z.enum(
  ['all', 'contacts', 'contact_blacklist', 'none'],
  'Escolha all, contacts, contact_blacklist ou none.',
)
/** Whom WhatsApp shows what; all of it, since what is left out would be guessed. */
export const PrivacyBody = z.object({
  readreceipts: z.enum(['all', 'none'], 'Escolha all ou none.'),
  profile: people,
  status: people,
  online: z.enum(['all', 'match_last_seen'], 'Escolha all ou match_last_seen.'),
  last: people,
  groupadd: z.enum(
    ['all', 'contacts', 'contact_blacklist'],
    'Escolha all, contacts ou contact_blacklist.',
  ),
})
export type PrivacyBody = z.infer<typeof PrivacyBody>

/** WhatsApp may know more choices than clients may set. */
export const PrivacyJson = z.object({
  readreceipts: z.string().optional(),
  profile: z.string().optional(),
  status: z.string().optional(),
  online: z.string().optional(),
  last: z.string().optional(),
  groupadd: z.string().optional(),
})
export const PrivacyChangedJson = z.object({ update: z.literal('success'), data: PrivacyBody })

const chat = z.string('Informe a conversa.').trim().max(200, 'A conversa é longa demais.').nullish()
const LastMessage = z
  .object(
    {
      key: z.object(
        {
          id: z
            .string('Informe o id da mensagem.')
            .min(1, 'Informe o id da mensagem.')
            .max(200, 'O id da mensagem é longo demais.'),
          remoteJid: z
            .string('Informe a conversa.')
            .trim()
            .min(1, 'Informe a conversa.')
            .max(200, 'A conversa é longa demais.'),
          fromMe: z.boolean('Informe se a mensagem é sua (fromMe).'),
          participant: z.string().max(200).nullish(),
        },
        'Informe a chave da mensagem.',
      ),
      messageTimestamp: z.int('Informe o horário em segundos.').min(1).nullish(),
    },
    'Informe a última mensagem.',
  )
  .nullish()
type Placed = { lastMessage?: unknown; chat?: string | null | undefined }
const namesChat = ({ lastMessage, chat: named }: Placed) => Boolean(lastMessage || named)
const unnamed = 'Informe a conversa (chat) ou a última mensagem dela (lastMessage).'

export const ArchiveBody = z
  .object({ lastMessage: LastMessage, chat, archive: z.boolean('Informe true ou false.') })
  .refine(namesChat, unnamed)
export const UnreadBody = z.object({ lastMessage: LastMessage, chat }).refine(namesChat, unnamed)
/** A chat, by its name or by its last message. */
export type ChatPlace = z.infer<typeof UnreadBody>

export const ArchivedJson = z.object({ chatId: z.string(), archived: z.literal(true) })
export const UnreadJson = z.object({ chatId: z.string(), markedChatUnread: z.literal(true) })
