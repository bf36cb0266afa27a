import type { ErrorCode } from '../../errors.ts'
import {
  FindChatQuery,
  FindChatsBody,
  FindContactsBody,
  FindMessagesBody,
  FindStatusBody,
  FoundChatJson,
  FoundChatsJson,
  FoundContactsJson,
  FoundMessagesJson,
  FoundStatusesJson,
  MediaOfMessageBody,
  MediaOfMessageJson,
  ReadJson,
  ReadMessagesBody,
} from '../../gateways/evolution-chats.ts'
import { endpoint } from '../endpoint.ts'
import { named } from './evolution-refusals.ts'

const tag = 'Gateway deste servidor'
const dialect = 'evolution'
const reading = [...named, 'messages_damaged'] as const satisfies readonly ErrorCode[]

/** The calls of the Evolution-compatible API about chats and their messages. */
export const evolutionChatApi = {
  evolutionFindChats: endpoint({
    methods: ['post'],
    path: '/gateway/chat/findChats/{name}',
    summary: 'As conversas de uma instância, a mais recente primeiro.',
    tag,
    dialect,
    body: FindChatsBody,
    answers: { 200: FoundChatsJson },
    errors: reading,
  }),
  evolutionFindChat: endpoint({
    methods: ['get'],
    path: '/gateway/chat/findChatByRemoteJid/{name}',
    summary: 'Uma conversa; null se ela não existe.',
    tag,
    dialect,
    query: FindChatQuery,
    answers: { 200: FoundChatJson },
    errors: reading,
  }),
  evolutionFindContacts: endpoint({
    methods: ['post'],
    path: '/gateway/chat/findContacts/{name}',
    summary: 'As pessoas e os grupos com quem a instância conversou.',
    tag,
    dialect,
    body: FindContactsBody,
    answers: { 200: FoundContactsJson },
    errors: reading,
  }),
  evolutionFindMessages: endpoint({
    methods: ['post'],
    path: '/gateway/chat/findMessages/{name}',
    summary: 'As mensagens guardadas, a mais nova primeiro, em páginas de `offset` mensagens.',
    tag,
    dialect,
    body: FindMessagesBody,
    answers: { 200: FoundMessagesJson },
    errors: reading,
  }),
  evolutionFindStatus: endpoint({
    methods: ['post'],
    path: '/gateway/chat/findStatusMessage/{name}',
    summary: 'Até onde chegaram as mensagens que a instância enviou.',
    tag,
    dialect,
    body: FindStatusBody,
    answers: { 200: FoundStatusesJson },
    errors: reading,
  }),
  evolutionReadMessages: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/markMessageAsRead/{name}',
    summary: 'Marca mensagens recebidas como lidas, também para quem as escreveu.',
    tag,
    dialect,
    body: ReadMessagesBody,
    answers: { 201: ReadJson },
    errors: [...reading, 'device_not_connected', 'whatsapp_failed', 'storage_unavailable'],
  }),
  evolutionMediaOfMessage: endpoint({
    methods: ['post'],
    path: '/gateway/chat/getBase64FromMediaMessage/{name}',
    summary: 'O arquivo de uma mensagem, em base64 (até 16 MB).',
    tag,
    dialect,
    body: MediaOfMessageBody,
    answers: { 201: MediaOfMessageJson },
    errors: [...reading, 'message_unknown', 'message_without_file', 'message_file_gone'],
  }),
} as const
