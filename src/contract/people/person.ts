import { z } from 'zod'
import { Send, SendJson, SendWire, toSendWire } from '../campaigns/send.ts'
import { OptOut, OptOutJson } from '../optouts/opt-out.ts'

/** A chat with a person. */
const PersonChat = z.object({
  gatewayId: z.string(),
  instance: z.string(),
  remoteJid: z.string(),
  /** Epoch seconds. */
  lastAtSeconds: z.int().min(0),
})

const PersonChatJson = z.codec(
  z.object({
    evolution_id: z.string(),
    instance: z.string(),
    remote_jid: z.string(),
    message_timestamp: z.int().min(0),
  }),
  PersonChat,
  {
    decode: ({ evolution_id, instance, remote_jid, message_timestamp }) => ({
      gatewayId: evolution_id,
      instance,
      remoteJid: remote_jid,
      lastAtSeconds: message_timestamp,
    }),
    encode: ({ gatewayId, instance, remoteJid, lastAtSeconds }) => ({
      evolution_id: gatewayId,
      instance,
      remote_jid: remoteJid,
      message_timestamp: lastAtSeconds,
    }),
  },
)

const PersonList = z.object({ id: z.string(), name: z.string() })

/** One person among all of a user's campaigns and chats. */
export const Person = z.object({
  /** E.164 digits; null where only the LID is known. */
  phone: z.string().nullable(),
  lid: z.string().nullable(),
  /** In the newest contact list, or as a campaign addressed them; empty where nobody knows it. */
  name: z.string(),
  /** The person gets no campaigns any more; null otherwise. */
  optOut: OptOut.nullable(),
  /** The one with the newest message first. */
  chats: z.array(PersonChat),
  /** The contact lists that the person is in, the newest first. */
  lists: z.array(PersonList),
  /** The history is being put together again: messages may be missing for now. */
  isIncomplete: z.boolean(),
})
export type Person = z.infer<typeof Person>

export const PersonJson = z.codec(
  z.object({
    phone: z.string().nullable(),
    lid: z.string().nullable(),
    nome: z.string(),
    descadastro: OptOutJson.nullable(),
    conversas: z.array(PersonChatJson),
    listas: z.array(PersonList),
    incompleto: z.boolean(),
  }),
  Person,
  {
    decode: ({ nome, descadastro, conversas, listas, incompleto, ...same }) => ({
      ...same,
      ...{ name: nome, optOut: descadastro, chats: conversas, lists: listas },
      isIncomplete: incompleto,
    }),
    encode: ({ name, optOut, chats, lists, isIncomplete, ...same }) => ({
      ...same,
      ...{ nome: name, descadastro: optOut, conversas: chats, listas: lists },
      incompleto: isIncomplete,
    }),
  },
)

/** What a campaign sent to a person, and what became of it. */
export const PersonSend = Send.extend({
  campaign: z.object({ id: z.string(), name: z.string() }),
})
export type PersonSend = z.infer<typeof PersonSend>

export const PersonSendWire = SendWire.extend({
  campanha: z.object({ id: z.string(), name: z.string() }),
})

export const PersonSendJson = z.codec(PersonSendWire, PersonSend, {
  decode: ({ campanha, ...send }) => ({ ...z.decode(SendJson, send), campaign: campanha }),
  encode: ({ campaign, ...send }) => ({ ...toSendWire(send), campanha: campaign }),
})
export const PersonSendsJson = z.array(PersonSendJson)
