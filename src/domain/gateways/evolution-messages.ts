import { AppError } from '../../contract/errors.ts'
import type { SendMediaBody, SendTextBody } from '../../contract/gateways/evolution.ts'
import type { ContextFields } from '../../contract/gateways/evolution-context.ts'
import { phoneJid, withoutPhoneServer } from '../../contract/jid.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import type { MediaFile, MessageContext, MessagePart } from '../message-content.ts'
import type { Messenger } from '../messenger.ts'
import { nameOf, readAddressee } from '../sending/direct/addressee.ts'
import type { DirectSends } from '../sending/direct/direct-sends.ts'
import { documentType, playableType } from '../uploads/media-type.ts'
import type { StoredUpload } from '../uploads/upload-store.ts'
import type { WebhookMessageStore } from '../webhooks/webhook-messages.ts'
import type { Evolution } from './evolution.ts'
import type { GatewayCaller } from './gateway-access.ts'
import type { InstanceRecord } from './instances.ts'
import { createMessageContexts } from './message-context.ts'

export type EvolutionMessages = ReturnType<typeof createEvolutionMessages>

/** Media that a caller gave by URL or as base64. */
export type FetchedMedia = {
  readonly bytes: Uint8Array
  /** The type its host declared; null where none was declared. */
  readonly mimeType: string | null
  readonly fileName: string | null
}

export type EvolutionMessageNeeds = {
  readonly messages: Pick<WebhookMessageStore, 'list'>
  readonly gateway: Pick<Evolution, 'find'>
  readonly directSends: Pick<DirectSends, 'deliver'>
  readonly lookUp: Messenger['lookUp']
  /** @throws AppError `media_*` */
  readonly fetchMedia: (media: string, signal: AbortSignal) => Promise<FetchedMedia>
  /** @throws AppError `image_type` */
  readonly imageTypeOf: (bytes: Uint8Array) => Promise<string>
  readonly saveMedia: (
    userId: string,
    file: { readonly bytes: Uint8Array; readonly mimeType: string },
  ) => Promise<StoredUpload>
}

export type SentMessage = {
  readonly record: InstanceRecord
  readonly messageId: string
  readonly jid: string
  /** When WhatsApp's server accepted it (ISO, UTC). */
  readonly at: string
  readonly context: MessageContext | undefined
}

export type SentMedia = SentMessage & {
  /** The file's part of the message as WhatsApp has it; left out where that is not known. */
  readonly filePart?: Readonly<Record<string, unknown>>
  readonly file: Pick<MediaFile, 'kind' | 'mimeType' | 'fileName'>
  readonly size: number
}

export type NumberAnswer = {
  readonly number: string
  readonly jid: string
  readonly lid: string | null
  readonly exists: boolean
}

/** Sends messages for clients of the Evolution-compatible API. */
export function createEvolutionMessages({
  messages,
  gateway,
  directSends,
  lookUp,
  fetchMedia,
  imageTypeOf,
  saveMedia,
}: EvolutionMessageNeeds) {
  const contexts = createMessageContexts({ messages })

  return { sendText, sendMedia, sendPart, findNumbers }

  /** @throws AppError as `DirectSends.deliver` does */
  async function sendText(
    caller: GatewayCaller,
    name: string,
    body: SendTextBody,
  ): Promise<SentMessage> {
    const instance = await gateway.find(caller, name)
    const to = addresseeOf(body.number)
    const context = await contexts.read(caller.userId, instance, body)
    const message = { deviceId: name, to, text: body.text, media: null, context }
    const sent = await directSends.deliver(caller.userId, message)
    return { record: instance.record, context, ...sent }
  }

  /** @throws AppError as `DirectSends.deliver` does */
  async function sendPart(
    caller: GatewayCaller,
    name: string,
    { part, ...body }: ContextFields & { readonly number: string; readonly part: MessagePart },
  ): Promise<SentMessage> {
    const instance = await gateway.find(caller, name)
    const to = addresseeOf(body.number)
    const context = await contexts.read(caller.userId, instance, body)
    const message = { deviceId: name, to, text: '', media: null, context, part }
    const sent = await directSends.deliver(caller.userId, message)
    return { record: instance.record, context, ...sent }
  }

  /** @throws AppError as `DirectSends.deliver` does, and `media_*`, `image_type` */
  async function sendMedia(
    caller: GatewayCaller,
    name: string,
    body: SendMediaBody,
    signal: AbortSignal,
  ): Promise<SentMedia> {
    const instance = await gateway.find(caller, name)
    const { record, state } = instance
    const kind = body.mediatype
    if (kind === 'document' && !body.fileName && !isAddress(body.media)) {
      throw new AppError('media_name_missing', name)
    }
    const to = addresseeOf(body.number)
    // Checked first: nothing is fetched for a message that cannot leave.
    if (state !== 'open') throw new AppError('device_not_connected', name)
    const context = await contexts.read(caller.userId, instance, body)

    const fetched = await fetchMedia(body.media, signal)
    const mimeType = await typeFor(body, fetched)
    const { bytes } = fetched
    const stored = await saveMedia(caller.userId, { bytes, mimeType })
    const fileName = body.fileName || fetched.fileName
    const file = { path: stored.path, mimeType, kind, fileName }
    const media = { name: stored.name, file }
    const text = body.caption ?? ''
    const message = { deviceId: name, to, text, media, context }
    const sent = await directSends.deliver(caller.userId, message)
    return { record, context, ...sent, file, size: bytes.length }
  }

  /** The type follows the bytes, not the declaration; only a document keeps its declared type. */
  async function typeFor(
    { mediatype, mimetype }: SendMediaBody,
    { bytes, mimeType }: FetchedMedia,
  ): Promise<string> {
    if (mediatype === 'image') return imageTypeOf(bytes)
    if (mediatype === 'document') return mimetype ?? mimeType ?? documentType(bytes)
    const type = playableType(bytes, mediatype)
    if (type === null) throw new AppError('media_type', `no ${mediatype}`)
    return type
  }

  /** @throws AppError `device_not_connected`, `lookup_failed` where WhatsApp gave no clear answer */
  async function findNumbers(
    caller: GatewayCaller,
    name: string,
    numbers: readonly string[],
  ): Promise<readonly NumberAnswer[]> {
    const { device, state } = await gateway.find(caller, name)
    if (state !== 'open') throw new AppError('device_not_connected', name)
    const asked = numbers.map((number) => ({ number, phone: phoneOf(number) }))
    const phones = [...new Set(asked.flatMap(({ phone }) => phone ?? []))]
    const found = await lookUp(
      device.key,
      phones.map((phone) => ({ phone, candidates: numberCandidates(phone) })),
    )
    const unclear = found.find(({ result }) => result === 'unknown')
    if (unclear) throw new AppError('lookup_failed', name)
    const byPhone = new Map(found.map((lookup) => [lookup.phone, lookup]))
    return asked.map(({ number, phone }) => {
      const lookup = byPhone.get(phone ?? '')
      if (lookup?.result === 'found') {
        return { number, jid: lookup.jid, lid: lookup.lid, exists: true }
      }
      return { number, jid: phoneJid(phone ?? digitsIn(number)), lid: null, exists: false }
    })
  }
}

/** @throws AppError `invalid_phone`, named after the field of these calls */
function addresseeOf(number: string): string {
  return nameOf(readAddressee(withoutPhoneServer(number), 'number'))
}

function isAddress(media: string): boolean {
  return /^https?:/i.test(media)
}

function phoneOf(number: string): string | null {
  const parsed = parsePhone(withoutPhoneServer(number))
  return parsed.ok ? parsed.phone : null
}

function digitsIn(number: string): string {
  return number.replace(/\D/g, '')
}
