import { ABSENT_PHONE } from '../domain/played-whatsapp.ts'
import { anIso, anMp3, anOgg } from '../uploads/samples.ts'
import { absent, failure, PIXEL, refusedFields, sent, sentText } from './evolution-calls.ts'
import type { Shape } from './shape.ts'

const READER = '5561977770000'
const aList = { number: READER, title: 'Horários', sections: [{ rows: [{ title: '9h' }] }] }
const someButtons = {
  ...{ number: READER, title: 'Vem?' },
  buttons: [{ type: 'reply', displayText: 'Sim', id: '1' }],
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const voice = base64(anOgg())
const film = base64(anIso('isom', 'vide', 'soun'))
const sentVoice = sent('{ audioMessage: { mimetype: string, fileLength: object } }')
const sentPtv = sent('{ ptvMessage: { mimetype: string, fileLength: object } }')
const sentSticker = sent('{ stickerMessage: { mimetype: string, fileLength: object } }')

/** Calls that send files, as `evolutionCalls`. */
export const evolutionMediaCalls: [string, unknown, number, Shape][] = [
  [
    'POST message/sendMedia/aberta',
    { number: '5561977770000', mediatype: 'image', media: PIXEL, caption: 'Foto' },
    201,
    sent('{ imageMessage: { mimetype: string, fileLength: object, caption: string } }'),
  ],
  [
    'POST message/sendMedia/aberta',
    { number: '5561977770000', mediatype: 'image', media: 'isto não é base64!' },
    400,
    failure,
  ],
  [
    'POST message/sendMedia/aberta',
    { number: '5561977770000', mediatype: 'image', media: 'aGVsbG8=' },
    400,
    failure,
  ],
  [
    'POST message/sendMedia/aberta',
    { number: '5561977770000', mediatype: 'image', media: 'http://127.0.0.1:1/x.png' },
    400,
    failure,
  ],
  [
    'POST message/sendMedia/aberta',
    { number: '5561977770000', mediatype: 'banana', media: PIXEL },
    400,
    refusedFields,
  ],
  [
    'POST message/sendMedia/aberta',
    { number: '5561977770000', mediatype: 'document', media: PIXEL },
    400,
    failure,
  ],
  [
    'POST message/sendMedia/fechada',
    { number: '5561977770000', mediatype: 'image', media: PIXEL },
    400,
    failure,
  ],
  ['POST message/sendWhatsAppAudio/aberta', { number: READER, audio: voice }, 201, sentVoice],
  [
    'POST message/sendWhatsAppAudio/aberta',
    { number: READER, audio: base64(anMp3()), delay: 10, encoding: true },
    201,
    sentVoice,
  ],
  ['POST message/sendWhatsAppAudio/aberta', { number: READER, audio: PIXEL }, 400, failure],
  ['POST message/sendWhatsAppAudio/aberta', { number: READER, audio: 'nada!' }, 400, failure],
  ['POST message/sendWhatsAppAudio/aberta', { number: READER }, 400, refusedFields],
  ['POST message/sendWhatsAppAudio/aberta', { audio: voice }, 400, refusedFields],
  ['POST message/sendWhatsAppAudio/aberta', { number: ABSENT_PHONE, audio: voice }, 400, absent],
  ['POST message/sendWhatsAppAudio/fechada', { number: READER, audio: voice }, 400, failure],
  ['POST message/sendWhatsAppAudio/nenhuma', { number: READER, audio: voice }, 404, failure],
  ['POST message/sendPtv/aberta', { number: READER, video: film }, 201, sentPtv],
  ['POST message/sendPtv/aberta', { number: READER, video: voice }, 400, failure],
  ['POST message/sendPtv/aberta', { number: READER }, 400, refusedFields],
  ['POST message/sendPtv/fechada', { number: READER, video: film }, 400, failure],
  ['POST message/sendPtv/nenhuma', { number: READER, video: film }, 404, failure],
  ['POST message/sendSticker/aberta', { number: READER, sticker: PIXEL }, 201, sentSticker],
  ['POST message/sendSticker/aberta', { number: READER, sticker: voice }, 400, failure],
  ['POST message/sendSticker/aberta', { number: READER }, 400, refusedFields],
  ['POST message/sendList/aberta', aList, 201, sentText],
  ['POST message/sendList/aberta', { ...aList, sections: [] }, 400, refusedFields],
  ['POST message/sendList/aberta', { ...aList, number: ABSENT_PHONE }, 400, absent],
  ['POST message/sendButtons/aberta', someButtons, 201, sentText],
  ['POST message/sendButtons/aberta', { ...someButtons, buttons: [] }, 400, refusedFields],
  ['POST message/sendButtons/aberta', { ...someButtons, title: '' }, 400, refusedFields],
  [
    'POST message/sendButtons/aberta',
    {
      number: '5561977770000',
      buttons: [{ type: 'pix', currency: 'BRL', name: 'Loja', keyType: 'cpf', key: '1' }],
    },
    201,
    sentText,
  ],
  [
    'POST message/sendButtons/aberta',
    { number: '5561977770000', buttons: [{ type: 'pix', name: 'Loja', keyType: 'cpf' }] },
    400,
    refusedFields,
  ],
  ['POST message/sendButtons/nenhuma', someButtons, 404, failure],
  ['POST chat/updateBlockStatus/fechada', { number: READER, status: 'block' }, 400, failure],
  ['POST chat/updateBlockStatus/aberta', { number: READER, status: 'x' }, 400, refusedFields],
  ['POST chat/updateBlockStatus/aberta', { number: ABSENT_PHONE, status: 'block' }, 400, failure],
  ['POST chat/updateProfileStatus/fechada', { status: 'Aberto' }, 400, failure],
  ['POST chat/updateProfileStatus/aberta', { status: 'a'.repeat(140) }, 400, refusedFields],
]
