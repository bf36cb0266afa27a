import { useEffect } from 'react'
import useSWR, { mutate } from 'swr'
import { chatApi } from '#contract/api/gateways/chat-api.ts'
import type { AppEvent } from '#contract/events.ts'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import {
  type ChatSettings,
  type Conversation,
  ConversationsJson,
  type SendMode,
} from '#contract/messages/conversation.ts'
import { onAppEvent, refresh } from './calls/app-events.ts'
import type { CallError } from './calls/call-error.ts'
import { call, keyOf } from './calls/client.ts'
import { readLongList } from './calls/long-list.ts'
import { useCall } from './calls/use-call.ts'
import type { ChatPlace } from './chat.ts'

type ChatName = { readonly place: ChatPlace; readonly remoteJid: string }

const listKey = keyOf(chatApi.listChats, { query: {} })
const settingsKey = keyOf(chatApi.chatSettings, {})

/** Events that change chats beyond messages: names of contacts, and opt-outs. */
const changing: ReadonlySet<AppEvent['type']> = new Set(['contact_list', 'opt_out'])

/** The chats of all instances, newest first; live. */
export function useChats() {
  useEffect(() => onAppEvent(({ type }) => changing.has(type) && refresh(listKey)), [])
  return useSWR<readonly Conversation[], CallError>(listKey, readChats, { compare: Object.is })
}

async function readChats(): Promise<readonly Conversation[]> {
  return await readLongList(chatApi.listChats, ConversationsJson)
}

/** What Enviar does in chats of own devices. */
export function useChatSettings() {
  return useCall(chatApi.chatSettings, {})
}

export async function changeSendMode(sendMode: SendMode): Promise<void> {
  const save = (): Promise<ChatSettings> =>
    call(chatApi.changeChatSettings, { body: { enviar: sendMode } })
  await mutate(settingsKey, save(), { optimisticData: { sendMode }, rollbackOnError: true })
}

/** Counts a chat as read up to one of its messages. */
export async function readChat(chat: ChatName, messageId: string): Promise<void> {
  await call(chatApi.readChat, { body: { ...bodyOf(chat), message_id: messageId } })
  refresh('/api/chats')
}

/** Stores a note in a chat, on the server alone and once per key; it is sent to nobody. */
export async function createNote(
  chat: ChatName,
  text: string,
  onceKey: string,
): Promise<WebhookMessage> {
  return await call(chatApi.createNote, { body: { ...bodyOf(chat), text } }, { onceKey })
}

function bodyOf({ place: { gatewayId, instance }, remoteJid }: ChatName) {
  return { evolution_id: gatewayId, instance, remote_jid: remoteJid }
}
