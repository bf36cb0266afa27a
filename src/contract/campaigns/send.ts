import { z } from 'zod'
import { AnyDeviceId } from '../devices/device.ts'
import { TEXT_MAX_LENGTH } from '../limits.ts'
import { strangerRefused } from '../sentences.ts'
import { AttachmentWire } from '../uploads/attachment-input.ts'
import type { Campaign } from './campaign.ts'

export const SendStatus = {
  /** Accepted by WhatsApp's server. */
  success: 'success',
  error: 'error',
  /** Accepted, and read on the phone. */
  read: 'read',
  /** Handed to WhatsApp, without an answer so far. */
  sending: 'sending',
} as const
export type SendStatus = (typeof SendStatus)[keyof typeof SendStatus]

/**
 * Which results a list of them shows: those of one status, or of everybody who came that far:
 * whose message was accepted, was delivered, or who answered.
 */
export const SendFilter = z.enum(
  [...Object.values(SendStatus), 'sent', 'delivered', 'replied'],
  'Use success, error, read, sending, sent, delivered ou replied.',
)
export type SendFilter = z.infer<typeof SendFilter>

/** Why one recipient got no message (or, for `sem_confirmacao`, may have got one unconfirmed). */
export const sendErrors = {
  not_on_whatsapp: 'Número não está no WhatsApp.',
  invalid_phone: 'Número de telefone inválido.',
  duplicate: 'Mesmo WhatsApp de outro contato desta campanha.',
  opted_out: 'A pessoa pediu para não receber mensagens.',
  sem_confirmacao: 'Sem confirmação do WhatsApp. A mensagem pode ter sido entregue.',
  half_sent: 'O texto foi enviado, mas o WhatsApp não confirmou o anexo.',
  refused: 'O WhatsApp recusou a mensagem.',
  undeliverable: 'O WhatsApp da pessoa não consegue mostrar esta mensagem.',
  no_devices: 'O WhatsApp não informou nenhum aparelho deste número.',
  no_lid:
    'O WhatsApp não informou o endereço interno (LID) deste número. Tente de novo em outro dia.',
  lookup_failed: 'Não foi possível consultar este número no WhatsApp.',
  media_failed: 'Não foi possível enviar a imagem ou o anexo ao WhatsApp.',
  campaign_ended: 'A campanha terminou antes que a mensagem fosse aceita.',
  send_failed: 'Não foi possível preparar a mensagem para este número.',
  stranger_refused: strangerRefused,
} as const
export type SendErrorCode = keyof typeof sendErrors

/** Whether a result belongs to those of a filter. */
export function isOfFilter(
  send: Pick<Send, 'status' | 'deliveredAt' | 'repliedAt'>,
  filter: SendFilter,
): boolean {
  const isSent = send.status === SendStatus.success || send.status === SendStatus.read
  if (filter === 'sent') return isSent
  if (filter === 'delivered') return isSent && send.deliveredAt !== null
  if (filter === 'replied') return send.repliedAt !== null
  return send.status === filter
}

const sendErrorCodes = Object.keys(sendErrors).filter(
  (code): code is SendErrorCode => code in sendErrors,
)
export const SendErrorCode = z.enum(sendErrorCodes)

/** The result of one recipient, as the campaign's table shows it. */
export const Send = z.object({
  id: z.string(),
  contact: z.string(),
  name: z.string(),
  status: z.enum(SendStatus),
  /** When WhatsApp acknowledged it, or when it failed; null while it is on its way. */
  sentAt: z.iso.datetime().nullable(),
  errorText: z.string().nullable(),
  errorCode: z.string().nullable(),
  deviceId: z.string().nullable(),
  jid: z.string().nullable(),
  text: z.string(),
  /** The number of the text where the campaign has several; 1 is its main one. */
  variant: z.int().min(1).exactOptional(),
  attemptCount: z.int().min(0),
  messageId: z.string().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  readAt: z.iso.datetime().nullable(),
  repliedAt: z.iso.datetime().nullable(),
  /** The beginning of the first answer. */
  replyText: z.string().nullable(),
})
export type Send = z.infer<typeof Send>

export const SendWire = z.object({
  id: z.string(),
  contato: z.string(),
  nome: z.string(),
  status: z.enum(SendStatus),
  data_envio: z.iso.datetime().nullable(),
  erro: z.string().nullable(),
  erro_codigo: z.string().nullable(),
  device_id: z.string().nullable(),
  jid: z.string().nullable(),
  texto: z.string(),
  tentativas: z.int().min(0),
  message_id: z.string().nullable(),
  delivered_at: z.iso.datetime().nullable(),
  read_at: z.iso.datetime().nullable(),
  replied_at: z.iso.datetime().nullable(),
  resposta: z.string().nullable(),
  variante: z.int().min(1).exactOptional(),
})

export const SendJson = z.codec(SendWire, Send, {
  decode: (wire) => ({
    id: wire.id,
    contact: wire.contato,
    name: wire.nome,
    status: wire.status,
    sentAt: wire.data_envio,
    errorText: wire.erro,
    errorCode: wire.erro_codigo,
    deviceId: wire.device_id,
    jid: wire.jid,
    text: wire.texto,
    attemptCount: wire.tentativas,
    messageId: wire.message_id,
    deliveredAt: wire.delivered_at,
    readAt: wire.read_at,
    repliedAt: wire.replied_at,
    replyText: wire.resposta,
    ...(wire.variante !== undefined && { variant: wire.variante }),
  }),
  encode: (send) => toSendWire(send),
})
export const SendsJson = z.array(SendJson)

/** Encodes results known to be valid: checking a page of them takes longer than all the rest. */
export function toSendWire(send: Send): z.output<typeof SendWire> {
  return {
    id: send.id,
    contato: send.contact,
    nome: send.name,
    status: send.status,
    data_envio: send.sentAt,
    erro: send.errorText,
    erro_codigo: send.errorCode,
    device_id: send.deviceId,
    jid: send.jid,
    texto: send.text,
    tentativas: send.attemptCount,
    message_id: send.messageId,
    delivered_at: send.deliveredAt,
    read_at: send.readAt,
    replied_at: send.repliedAt,
    resposta: send.replyText,
    ...(send.variant !== undefined && { variante: send.variant }),
  }
}

/** Columns of the results CSV, in their order: the wire's own names. */
export function sendCsvColumns({ variants = [] }: Pick<Campaign, 'variants'>): readonly string[] {
  const columns = Object.keys(SendWire.shape)
  return variants.length > 0 ? columns : columns.filter((column) => column !== 'variante')
}

/** The label of each status on a screen. */
export const sendStatusLabels: Record<SendStatus, string> = {
  success: 'Enviado',
  error: 'Erro',
  read: 'Lido',
  sending: 'Enviando',
}

/** How far a message has come: an accepted one that reached the phone is more than sent. */
export function sendStateLabel({ status, deliveredAt }: Pick<Send, 'status' | 'deliveredAt'>) {
  const isDelivered = status === SendStatus.success && deliveredAt !== null
  return isDelivered ? 'Entregue' : sendStatusLabels[status]
}

/** Body of a single message, outside any campaign. */
export const DirectSendBody = z.object({
  deviceId: AnyDeviceId,
  to: z
    .string('Informe o telefone.')
    .trim()
    .min(1, 'Informe o telefone.')
    .max(40, 'O telefone é longo demais.'),
  text: z
    .string('Informe o texto.')
    .max(TEXT_MAX_LENGTH, `O texto aceita até ${TEXT_MAX_LENGTH} caracteres.`),
  imageUrl: z.string().max(2_000).nullish(),
  /** In place of `imageUrl`, any file of `POST /api/upload/file`; the text is its caption. */
  anexo: AttachmentWire.nullish(),
})
export type DirectSendBody = z.infer<typeof DirectSendBody>

export const DirectSendJson = z.object({
  messageId: z.string(),
  status: z.literal(SendStatus.success),
})
