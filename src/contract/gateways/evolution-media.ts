import { z } from 'zod'
import { TEXT_MAX_LENGTH } from '../limits.ts'
import { contextFields } from './evolution-context.ts'
import { Recipient } from './evolution-recipient.ts'

/**
 * Files of the Evolution-compatible API: named by a URL, as base64, or in a multipart form, where
 * the file itself stands in place of its name.
 */

/** The form's field that holds the file. */
export const MEDIA_FILE_FIELD = 'file'

const file = (missing: string) => z.string(missing).min(1, missing)
const mimetype = z
  .string()
  .max(100)
  .regex(/^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/, 'O mimetype não é válido.')
  .nullish()
const fileName = z.string().max(200, 'O nome do arquivo é longo demais.').nullish()

export const SendMediaForm = z.object({
  number: Recipient,
  mediatype: z.enum(
    ['image', 'document', 'video', 'audio'],
    'O tipo da mídia precisa ser image, document, video ou audio.',
  ),
  mimetype,
  caption: z.string().max(TEXT_MAX_LENGTH, 'A legenda é longa demais.').nullish(),
  fileName,
  ...contextFields,
})
export const SendMediaBody = SendMediaForm.extend({ media: file('Informe a mídia.') })
export type SendMediaForm = z.infer<typeof SendMediaForm>

export const SendAudioForm = z.object({ number: Recipient, ...contextFields })
export const SendAudioBody = SendAudioForm.extend({ audio: file('Informe o áudio.') })
export type SendAudioForm = z.infer<typeof SendAudioForm>

export const SendStickerForm = z.object({ number: Recipient, ...contextFields })
export const SendStickerBody = SendStickerForm.extend({ sticker: file('Informe a figurinha.') })
export type SendStickerForm = z.infer<typeof SendStickerForm>

/** A video that plays in a circle; WhatsApp shows no caption beside it. */
export const SendPtvForm = z.object({ number: Recipient, ...contextFields })
export const SendPtvBody = SendPtvForm.extend({ video: file('Informe o vídeo.') })
export type SendPtvForm = z.infer<typeof SendPtvForm>
