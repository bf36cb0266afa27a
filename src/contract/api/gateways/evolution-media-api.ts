import type { ErrorCode } from '../../errors.ts'
import { SentMessageJson } from '../../gateways/evolution.ts'
import {
  MEDIA_FILE_FIELD,
  SendAudioBody,
  SendAudioForm,
  SendMediaBody,
  SendMediaForm,
  SendPtvBody,
  SendPtvForm,
  SendStickerBody,
  SendStickerForm,
} from '../../gateways/evolution-media.ts'
import { MEDIA_DOCUMENT_LIMIT_BYTES, MEDIA_LIMIT_BYTES } from '../../limits.ts'
import { endpoint } from '../endpoint.ts'
import { files, sending } from './evolution-refusals.ts'

const common = {
  methods: ['post'],
  isIdempotent: true,
  tag: 'Gateway deste servidor',
  dialect: 'evolution',
  fileField: MEDIA_FILE_FIELD,
  answers: { 201: SentMessageJson },
} as const
const errors = [...sending, ...files, 'upload_quota'] as const satisfies readonly ErrorCode[]

/** The calls of the Evolution-compatible API that send a file. */
export const evolutionMediaApi = {
  evolutionSendMedia: endpoint({
    ...common,
    path: '/gateway/message/sendMedia/{name}',
    summary:
      'Envia imagem, documento, vídeo ou áudio, em base64, por URL ou em um formulário (até 16 MB; documentos por URL ou formulário, até 100 MB).',
    body: SendMediaBody,
    form: SendMediaForm,
    limitBytes: MEDIA_DOCUMENT_LIMIT_BYTES,
    errors: [...errors, 'media_name_missing', 'media_type', 'image_type'],
  }),
  evolutionSendAudio: endpoint({
    ...common,
    path: '/gateway/message/sendWhatsAppAudio/{name}',
    summary:
      'Envia um áudio, em base64, por URL ou em um formulário (até 16 MB). Opus em OGG chega como mensagem de voz; MP3, M4A, AAC, AMR, WAV e WebM, como arquivo de áudio, sem conversão.',
    body: SendAudioBody,
    form: SendAudioForm,
    limitBytes: MEDIA_LIMIT_BYTES,
    errors: [...errors, 'media_type'],
  }),
  evolutionSendPtv: endpoint({
    ...common,
    path: '/gateway/message/sendPtv/{name}',
    summary:
      'Envia um vídeo que toca em um círculo, em base64, por URL ou em um formulário (até 16 MB).',
    body: SendPtvBody,
    form: SendPtvForm,
    limitBytes: MEDIA_LIMIT_BYTES,
    errors: [...errors, 'media_type'],
  }),
  evolutionSendSticker: endpoint({
    ...common,
    path: '/gateway/message/sendSticker/{name}',
    summary:
      'Envia uma figurinha: a imagem (JPEG, PNG, WebP ou GIF, também animada) vira um WebP de 512 por 512.',
    body: SendStickerBody,
    form: SendStickerForm,
    limitBytes: MEDIA_LIMIT_BYTES,
    errors: [...errors, 'image_type'],
  }),
} as const
