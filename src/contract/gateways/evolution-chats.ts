import { z } from 'zod'
import { PAGE_LIMIT_MAX } from '../limits.ts'

/** Reading an instance's chats and messages, in Evolution API's words. */

const jid = z.string('Informe o remoteJid.').trim().max(200, 'O remoteJid é longo demais.')
const count = (least: number) =>
  z.coerce
    .number('Informe um número inteiro.')
    .int('Informe um número inteiro.')
    .min(least, `O mínimo é ${least}.`)
const page = count(1).nullish()
/** How many of a page, in Evolution API's word for it. */
const offset = count(1).max(PAGE_LIMIT_MAX, `O máximo é ${PAGE_LIMIT_MAX}.`).nullish()
const DEFAULT_OFFSET = 50

const pageOf = (given: {
  page?: number | null | undefined
  offset?: number | null | undefined
}) => ({
  page: given.page ?? 1,
  limit: given.offset ?? DEFAULT_OFFSET,
})

export const FindChatsBody = z
  .object({
    where: z.object({ remoteJid: jid.nullish() }).nullish(),
    skip: count(0).nullish(),
    take: count(1).nullish(),
  })
  .transform(({ where, skip, take }) => ({
    remoteJid: where?.remoteJid || undefined,
    skip: skip ?? 0,
    take: take ?? Number.POSITIVE_INFINITY,
  }))
export type FindChatsBody = z.output<typeof FindChatsBody>

/** Some clients write the jid where others have an id. */
export const FindContactsBody = z
  .object({
    where: z.object({ remoteJid: jid.nullish(), id: jid.nullish() }).nullish(),
    page,
    offset,
  })
  .transform(({ where, ...given }) => ({
    remoteJid: where?.remoteJid || where?.id || undefined,
    ...(given.offset ? pageOf(given) : { page: 1, limit: Number.POSITIVE_INFINITY }),
  }))
export type FindContactsBody = z.output<typeof FindContactsBody>

const time = z
  .string('Informe o horário como texto.')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'O horário não é válido.')
  .transform((text) => Math.floor(Date.parse(text) / 1000))

export const FindMessagesBody = z
  .object({
    where: z
      .object({
        id: z.string().max(200).nullish(),
        key: z
          .object({
            id: z.string().max(200).nullish(),
            remoteJid: jid.nullish(),
            fromMe: z.boolean('Informe true ou false.').nullish(),
          })
          .nullish(),
        messageType: z.string().max(100).nullish(),
        messageTimestamp: z.object({ gte: time.nullish(), lte: time.nullish() }).nullish(),
      })
      .nullish(),
    page,
    offset,
  })
  .transform(({ where, ...given }) => ({
    remoteJid: where?.key?.remoteJid || undefined,
    id: where?.key?.id || where?.id || undefined,
    // As in the original, only what the instance sent can be asked for alone.
    isFromMe: where?.key?.fromMe === true ? true : undefined,
    type: where?.messageType || undefined,
    fromSeconds: where?.messageTimestamp?.gte ?? undefined,
    toSeconds: where?.messageTimestamp?.lte ?? undefined,
    ...pageOf(given),
  }))
export type FindMessagesBody = z.output<typeof FindMessagesBody>

export const FindStatusBody = z
  .object({
    where: z.object({ remoteJid: jid.nullish(), id: z.string().max(200).nullish() }).nullish(),
    page,
    offset,
  })
  .transform(({ where, ...given }) => ({
    remoteJid: where?.remoteJid || undefined,
    id: where?.id || undefined,
    ...pageOf(given),
  }))
export type FindStatusBody = z.output<typeof FindStatusBody>

export const FindChatQuery = z.object({ remoteJid: jid.min(1, 'Informe o remoteJid.') })

const READ_MAX_COUNT = 500
export const ReadMessagesBody = z.object({
  readMessages: z
    .array(
      z.object({
        remoteJid: jid.min(1, 'Informe o remoteJid.'),
        id: z.string('Informe o id da mensagem.').min(1, 'Informe o id da mensagem.').max(200),
        fromMe: z.boolean('Informe se a mensagem é sua (fromMe).'),
        participant: jid.nullish(),
      }),
      'Informe as mensagens em uma lista (readMessages).',
    )
    .min(1, 'Informe pelo menos uma mensagem.')
    .max(READ_MAX_COUNT, `Marque no máximo ${READ_MAX_COUNT} mensagens de cada vez.`),
})
export type ReadMessagesBody = z.infer<typeof ReadMessagesBody>

export const MediaOfMessageBody = z.object({
  message: z.object(
    {
      key: z.object(
        { id: z.string('Informe o id da mensagem.').min(1, 'Informe o id da mensagem.').max(200) },
        'Informe a chave da mensagem.',
      ),
    },
    'Informe a mensagem.',
  ),
  convertToMp4: z
    .boolean('Informe true ou false.')
    .refine((isWanted) => !isWanted, 'Este gateway não converte áudios para MP4. Envie false.')
    .nullish(),
})

const Key = z.object({
  id: z.string(),
  fromMe: z.boolean(),
  remoteJid: z.string(),
  senderLid: z.string().optional(),
})
const message = {
  id: z.string(),
  key: Key,
  pushName: z.string().nullable(),
  messageType: z.string(),
  message: z.record(z.string(), z.unknown()),
  messageTimestamp: z.int(),
  instanceId: z.string(),
  source: z.string(),
  contextInfo: z.null(),
}

export const FoundChatsJson = z.array(
  z.object({
    id: z.string(),
    remoteJid: z.string(),
    pushName: z.string().nullable(),
    profilePicUrl: z.null(),
    updatedAt: z.string(),
    windowStart: z.null(),
    windowExpires: z.null(),
    windowActive: z.literal(false),
    lastMessage: z.object({
      ...message,
      participant: z.null(),
      sessionId: z.null(),
      status: z.string().nullable(),
    }),
    unreadCount: z.int(),
    isSaved: z.boolean(),
  }),
)

export const FoundContactsJson = z.array(
  z.object({
    id: z.string(),
    remoteJid: z.string(),
    pushName: z.string().nullable(),
    profilePicUrl: z.null(),
    createdAt: z.string(),
    updatedAt: z.string(),
    instanceId: z.string(),
    isGroup: z.boolean(),
    isSaved: z.boolean(),
    type: z.enum(['group', 'contact', 'group_member']),
  }),
)

export const FoundMessagesJson = z.object({
  messages: z.object({
    total: z.int(),
    pages: z.int(),
    currentPage: z.int(),
    records: z.array(
      z.object({ ...message, MessageUpdate: z.array(z.object({ status: z.string() })) }),
    ),
  }),
})

export const FoundStatusesJson = z.array(
  z.object({
    id: z.string(),
    keyId: z.string(),
    remoteJid: z.string(),
    fromMe: z.literal(true),
    participant: z.null(),
    pollUpdates: z.null(),
    status: z.string(),
    instanceId: z.string(),
    messageId: z.string(),
  }),
)

export const FoundChatJson = z
  .object({
    id: z.string(),
    remoteJid: z.string(),
    name: z.string().nullable(),
    labels: z.array(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
    instanceId: z.string(),
    unreadMessages: z.int(),
  })
  .nullable()

export const ReadJson = z.object({ message: z.string(), read: z.string() })

export const MediaOfMessageJson = z.object({
  mediaType: z.string(),
  fileName: z.string(),
  caption: z.string().optional(),
  size: z.object({
    fileLength: z.object({ low: z.int(), high: z.int(), unsigned: z.literal(true) }),
    height: z.int().optional(),
    width: z.int().optional(),
  }),
  mimetype: z.string(),
  base64: z.string(),
  buffer: z.null(),
})
