import { ABSENT_PHONE } from '../domain/played-whatsapp.ts'
import { failure, refusedFields } from './evolution-calls.ts'
import type { Shape } from './shape.ts'

const ANA = { number: '5561977770000' }
const absent =
  '{ status: number, error: string, response: { message: [{ jid: string, exists: boolean, number: string }] } }'
const profile = `{ wuid: string, name: null|string, numberExists: boolean, picture: null,
  status: null|string, isBusiness: boolean }`
const updated = '{ update: string }'
const PRIVACY = {
  ...{ readreceipts: 'all', profile: 'all', status: 'contacts' },
  ...{ online: 'all', last: 'none', groupadd: 'contacts' },
}
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const KEY = { id: '3A', remoteJid: '5561977770000@s.whatsapp.net', fromMe: false }

/** Calls about profiles and the place of chats, for the same user. */
export const evolutionProfileCalls: [string, unknown, number, Shape][] = [
  ['POST chat/fetchProfile/aberta', ANA, 200, profile],
  ['POST chat/fetchProfile/aberta', {}, 200, profile],
  ['POST chat/fetchProfile/aberta', { number: ABSENT_PHONE }, 400, absent],
  ['POST chat/fetchProfile/aberta', { number: 5561977770000 }, 400, refusedFields],
  ['POST chat/fetchProfile/fechada', ANA, 400, failure],
  ['POST chat/fetchProfile/nenhuma', ANA, 404, failure],
  [
    'POST chat/fetchBusinessProfile/aberta',
    ANA,
    200,
    '{ isBusiness: boolean, message: string, jid: string, exists: boolean, number: string }',
  ],
  ['POST chat/fetchBusinessProfile/nenhuma', ANA, 404, failure],
  ['POST chat/updateProfileName/aberta', { name: 'Loja' }, 200, updated],
  ['PUT chat/updateProfileName/aberta', { name: 'Loja' }, 200, updated],
  ['POST chat/updateProfileName/aberta', { name: ' ' }, 400, refusedFields],
  ['POST chat/updateProfileName/aberta', { name: 'n'.repeat(26) }, 400, refusedFields],
  ['POST chat/updateProfileName/fechada', { name: 'Loja' }, 400, failure],
  ['POST chat/updateProfileName/nenhuma', { name: 'Loja' }, 404, failure],
  ['POST chat/updateProfilePicture/aberta', { picture: PIXEL }, 200, updated],
  ['POST chat/updateProfilePicture/aberta', { picture: 'bm8gcGljdHVyZQ==' }, 400, failure],
  ['POST chat/updateProfilePicture/aberta', {}, 400, refusedFields],
  ['POST chat/updateProfilePicture/fechada', { picture: PIXEL }, 400, failure],
  ['POST chat/updateProfilePicture/nenhuma', { picture: PIXEL }, 404, failure],
  ['DELETE chat/removeProfilePicture/aberta', undefined, 200, updated],
  ['DELETE chat/removeProfilePicture/nenhuma', undefined, 404, failure],
  ['GET chat/fetchPrivacySettings/aberta', undefined, 200, '{ }'],
  ['GET chat/fetchPrivacySettings/fechada', undefined, 400, failure],
  ['GET chat/fetchPrivacySettings/nenhuma', undefined, 404, failure],
  [
    'POST chat/updatePrivacySettings/aberta',
    PRIVACY,
    201,
    `{ update: string, data: { readreceipts: string, profile: string, status: string,
      online: string, last: string, groupadd: string } }`,
  ],
  ['POST chat/updatePrivacySettings/aberta', { last: 'none' }, 400, refusedFields],
  ['POST chat/updatePrivacySettings/aberta', { ...PRIVACY, groupadd: 'todos' }, 400, refusedFields],
  ['POST chat/updatePrivacySettings/nenhuma', PRIVACY, 404, failure],
  [
    'POST chat/archiveChat/aberta',
    { lastMessage: { key: KEY, messageTimestamp: 1_795_256_612 }, archive: true },
    201,
    '{ chatId: string, archived: boolean }',
  ],
  ['POST chat/archiveChat/aberta', { chat: '5561977770000', archive: true }, 400, failure],
  ['POST chat/archiveChat/aberta', { archive: true }, 400, refusedFields],
  ['POST chat/archiveChat/aberta', { chat: '5561977770000' }, 400, refusedFields],
  ['POST chat/archiveChat/nenhuma', { chat: '5561977770000', archive: true }, 404, failure],
  [
    'POST chat/markChatUnread/aberta',
    { lastMessage: { key: KEY } },
    201,
    '{ chatId: string, markedChatUnread: boolean }',
  ],
  ['POST chat/markChatUnread/aberta', { lastMessage: { key: {} } }, 400, refusedFields],
  ['POST chat/markChatUnread/nenhuma', { chat: '5561977770000' }, 404, failure],
]
