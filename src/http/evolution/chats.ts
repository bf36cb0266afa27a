import { api } from '../../contract/api/calls.ts'
import {
  toFoundChat,
  toFoundChats,
  toFoundContacts,
  toFoundMessages,
  toFoundStatuses,
  toMediaOfMessage,
} from '../answers/evolution-chat-json.ts'
import { jsonArray, jsonHeaders, streamText } from '../answers/stream.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'

/** Routes of the Evolution-compatible API about chats and their messages. */
export function evolutionChatRoutes({
  evolutionChats,
  log,
}: Pick<Services, 'evolutionChats' | 'log'>): Binding[] {
  /** An instance may have thousands of chats: they are written one by one. */
  const inPieces = (rows: Iterable<unknown>) =>
    streamText(jsonArray(rows), {
      headers: jsonHeaders,
      onFault: (error) => log.error({ err: error }, 'chats cut off'),
    })

  return [
    bind(api.evolutionFindChats, async ({ caller, params, body }) =>
      inPieces(toFoundChats(await evolutionChats.chats(caller, params.name, body))),
    ),

    bind(api.evolutionFindChat, async ({ caller, params, query }) => ({
      status: 200,
      body: toFoundChat(await evolutionChats.findChat(caller, params.name, query.remoteJid)),
    })),

    bind(api.evolutionFindContacts, async ({ caller, params, body }) =>
      inPieces(toFoundContacts(await evolutionChats.contacts(caller, params.name, body))),
    ),

    bind(api.evolutionFindMessages, async ({ caller, params, body }) => ({
      status: 200,
      body: toFoundMessages(await evolutionChats.findMessages(caller, params.name, body), body),
    })),

    bind(api.evolutionFindStatus, async ({ caller, params, body }) => ({
      status: 200,
      body: toFoundStatuses(await evolutionChats.findStatuses(caller, params.name, body)),
    })),

    bind(api.evolutionReadMessages, async ({ caller, params, body }) => {
      await evolutionChats.markRead(caller, params.name, body)
      return { status: 201, body: { message: 'Read messages', read: 'success' } }
    }),

    bind(api.evolutionMediaOfMessage, async ({ caller, params, body }) => ({
      status: 201,
      body: toMediaOfMessage(await evolutionChats.fileOf(caller, params.name, body.message.key.id)),
    })),
  ]
}
