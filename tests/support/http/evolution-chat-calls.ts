import { ABSENT_PHONE } from '../domain/played-whatsapp.ts'
import { failure, refusedFields } from './evolution-calls.ts'
import type { Shape } from './shape.ts'

const OWN_KEY = { id: '3A', fromMe: true, remoteJid: '5561977770000@s.whatsapp.net' }
const EDIT = { number: '5561977770000', key: OWN_KEY, text: 'Oi, de novo' }
const TYPING = { number: '5561977770000', presence: 'composing', delay: 200 }
const sentChange = `{ key: { remoteJid: string, fromMe: boolean, id: string }, pushName: string,
  status: string, message: { protocolMessage: object }, messageType: string,
  messageTimestamp: number, instanceId: string, source: string }`
const READ = { readMessages: [{ remoteJid: '5561977770000', fromMe: false, id: '3A' }] }

/** Calls about chats, for the same user. */
export const evolutionChatCalls: [string, unknown, number, Shape][] = [
  ['DELETE chat/deleteMessageForEveryone/aberta', OWN_KEY, 201, sentChange],
  [
    'DELETE chat/deleteMessageForEveryone/aberta',
    { ...OWN_KEY, fromMe: false },
    400,
    refusedFields,
  ],
  ['DELETE chat/deleteMessageForEveryone/fechada', OWN_KEY, 400, failure],
  ['DELETE chat/deleteMessageForEveryone/nenhuma', OWN_KEY, 404, failure],
  ['POST chat/updateMessage/aberta', EDIT, 200, sentChange],
  ['PUT chat/updateMessage/aberta', EDIT, 200, sentChange],
  ['POST chat/updateMessage/aberta', { ...EDIT, text: '' }, 400, refusedFields],
  ['POST chat/updateMessage/nenhuma', EDIT, 404, failure],
  ['POST chat/sendPresence/aberta', TYPING, 201, '{ presence: string }'],
  ['POST chat/sendPresence/aberta', { ...TYPING, presence: 'available' }, 400, refusedFields],
  ['POST chat/sendPresence/aberta', { ...TYPING, delay: 60_001 }, 400, refusedFields],
  ['POST chat/sendPresence/aberta', { ...TYPING, number: ABSENT_PHONE }, 400, failure],
  ['POST chat/sendPresence/fechada', TYPING, 400, failure],
  ['POST chat/sendPresence/nenhuma', TYPING, 404, failure],
  ['POST instance/setPresence/fechada', { presence: 'available' }, 201, '{ presence: string }'],
  ['POST instance/setPresence/fechada', { presence: 'composing' }, 400, refusedFields],
  ['POST instance/setPresence/nenhuma', { presence: 'available' }, 404, failure],
  [
    'POST chat/fetchProfilePictureUrl/aberta',
    { number: '5561977770000' },
    200,
    '{ wuid: string, profilePictureUrl: null }',
  ],
  ['POST chat/fetchProfilePictureUrl/aberta', {}, 400, refusedFields],
  ['POST chat/fetchProfilePictureUrl/fechada', { number: '5561977770000' }, 400, failure],
  ['POST chat/fetchProfilePictureUrl/nenhuma', { number: '5561977770000' }, 404, failure],
  ['POST chat/findChats/aberta', { where: {} }, 200, '[object]'],
  ['POST chat/findChats/aberta', { take: 0 }, 400, refusedFields],
  ['POST chat/findChats/nenhuma', {}, 404, failure],
  ['GET chat/findChatByRemoteJid/aberta?remoteJid=5561977770000', undefined, 200, 'null'],
  ['GET chat/findChatByRemoteJid/aberta', undefined, 400, refusedFields],
  ['GET chat/findChatByRemoteJid/nenhuma?remoteJid=1', undefined, 404, failure],
  ['POST chat/findContacts/aberta', {}, 200, '[object]'],
  ['POST chat/findContacts/aberta', { where: 'todos' }, 400, refusedFields],
  ['POST chat/findContacts/nenhuma', {}, 404, failure],
  [
    'POST chat/findMessages/aberta',
    { where: { key: { remoteJid: '5561977770000@s.whatsapp.net' } } },
    200,
    '{ messages: { total: number, pages: number, currentPage: number, records: [object] } }',
  ],
  ['POST chat/findMessages/aberta', { page: 0 }, 400, refusedFields],
  ['POST chat/findMessages/aberta', { offset: 1001 }, 400, refusedFields],
  [
    'POST chat/findMessages/aberta',
    { where: { messageTimestamp: { gte: 'ontem' } } },
    400,
    refusedFields,
  ],
  ['POST chat/findMessages/nenhuma', {}, 404, failure],
  ['POST chat/findStatusMessage/aberta', { where: { id: '3A' } }, 200, '[object]'],
  ['POST chat/findStatusMessage/nenhuma', {}, 404, failure],
  ['POST chat/markMessageAsRead/aberta', READ, 201, '{ message: string, read: string }'],
  ['PUT chat/markMessageAsRead/aberta', READ, 201, '{ message: string, read: string }'],
  ['POST chat/markMessageAsRead/aberta', { readMessages: [] }, 400, refusedFields],
  ['POST chat/markMessageAsRead/aberta', { readMessages: [{ id: '3A' }] }, 400, refusedFields],
  ['POST chat/markMessageAsRead/fechada', READ, 400, failure],
  ['POST chat/markMessageAsRead/nenhuma', READ, 404, failure],
  ['POST chat/getBase64FromMediaMessage/aberta', { message: { key: { id: '3A' } } }, 400, failure],
  ['POST chat/getBase64FromMediaMessage/aberta', { message: {} }, 400, refusedFields],
  [
    'POST chat/getBase64FromMediaMessage/aberta',
    { message: { key: { id: '3A' } }, convertToMp4: true },
    400,
    refusedFields,
  ],
  ['POST chat/getBase64FromMediaMessage/nenhuma', { message: { key: { id: '3A' } } }, 404, failure],
]
