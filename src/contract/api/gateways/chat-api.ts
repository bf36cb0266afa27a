import type { ErrorCode } from '../../errors.ts'
import { CHAT_FILE_LIMIT_MB } from '../../limits.ts'
import { WebhookMessageJson } from '../../messages/chat.ts'
import { ChatFileQuery } from '../../messages/chat-file.ts'
import { ChatSearchJson, ChatSearchQuery } from '../../messages/chat-search.ts'
import {
  ChatReadBody,
  ChatSettingsJson,
  ConversationsJson,
  ConversationsQuery,
  NoteBody,
} from '../../messages/conversation.ts'
import { endpoint } from '../endpoint.ts'
import { unreadApi } from './unread-api.ts'

const fileErrors = [
  'chat_message_not_found',
  'chat_file_on_phone',
  'chat_file_gone',
  'chat_file_away',
  'chat_file_unanswered',
  'chat_file_damaged',
  'chat_file_too_large',
  'chat_file_failed',
] as const satisfies readonly ErrorCode[]
const chatErrors = ['invalid', 'gateway_not_found', 'messages_damaged'] as const

/** Conversations: the inbox over all instances, what is unread in it, and notes. */
export const chatApi = {
  listChats: endpoint({
    methods: ['get'],
    path: '/api/chats',
    summary: 'Conversas de todas as instâncias ou de uma; as mais novas primeiro.',
    tag: 'Conversas',
    query: ConversationsQuery,
    answers: { 200: ConversationsJson },
    errors: chatErrors,
  }),
  searchChat: endpoint({
    methods: ['get'],
    path: '/api/chats/search',
    summary:
      'Procura um texto em uma conversa, das mensagens mais novas para as mais antigas, por partes: `next` diz onde a próxima começa.',
    tag: 'Conversas',
    query: ChatSearchQuery,
    answers: { 200: ChatSearchJson },
    errors: chatErrors,
  }),
  openChatFile: endpoint({
    methods: ['get'],
    path: '/api/chats/media',
    summary: `O arquivo de uma mensagem que uma conexão deste servidor recebeu (até ${CHAT_FILE_LIMIT_MB} MB).`,
    tag: 'Conversas',
    query: ChatFileQuery,
    answers: { 200: 'application/octet-stream' },
    errors: [...chatErrors, ...fileErrors, 'too_many'],
  }),
  ...unreadApi,
  readChat: endpoint({
    methods: ['post'],
    path: '/api/chats/read',
    summary: 'Marca uma conversa como lida, inteira ou até uma mensagem.',
    tag: 'Conversas',
    body: ChatReadBody,
    answers: { 204: null },
    errors: [...chatErrors, 'storage_unavailable'],
  }),
  createNote: endpoint({
    methods: ['post'],
    path: '/api/chats/notes',
    isIdempotent: true,
    summary: 'Anota um texto em uma conversa; nada é enviado.',
    tag: 'Conversas',
    body: NoteBody,
    answers: { 201: WebhookMessageJson },
    errors: [...chatErrors, 'instance_limit', 'storage_unavailable'],
  }),
  chatSettings: endpoint({
    methods: ['get'],
    path: '/api/chats/settings',
    summary: 'O que o botão Enviar faz nas conversas das suas conexões.',
    tag: 'Conversas',
    answers: { 200: ChatSettingsJson },
    errors: [],
  }),
  changeChatSettings: endpoint({
    methods: ['put'],
    path: '/api/chats/settings',
    summary: 'Escolhe o que o botão Enviar faz: enviar pelo WhatsApp ou só anotar.',
    tag: 'Conversas',
    body: ChatSettingsJson,
    answers: { 200: ChatSettingsJson },
    errors: ['invalid'],
  }),
} as const
