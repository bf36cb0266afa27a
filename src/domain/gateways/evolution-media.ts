import { AppError } from '../../contract/errors.ts'
import type { ContextFields } from '../../contract/gateways/evolution-context.ts'
import type {
  SendAudioForm,
  SendMediaForm,
  SendPtvForm,
  SendStickerForm,
} from '../../contract/gateways/evolution-media.ts'
import {
  MEDIA_DOCUMENT_LIMIT_BYTES,
  MEDIA_DOCUMENT_TIMEOUT_MS,
  MEDIA_LIMIT_BYTES,
  MEDIA_TIMEOUT_MS,
} from '../../contract/limits.ts'
import type { MediaFile } from '../message-content.ts'
import type { DirectSends } from '../sending/direct/direct-sends.ts'
import { type GivenFile, heldFile } from '../uploads/file-bytes.ts'
import { documentType, MEDIA_FIRST_BYTES, playableType } from '../uploads/media-type.ts'
import type { NewUpload, StoredUpload } from '../uploads/upload-store.ts'
import type { Evolution } from './evolution.ts'
import type { SentMessage } from './evolution-messages.ts'
import type { GatewayCaller } from './gateway-access.ts'
import type { MessageSearch } from './group-authors.ts'
import { addresseeOf, createMessageContexts } from './message-context.ts'

export type EvolutionMedia = ReturnType<typeof createEvolutionMedia>

/** What a call sends: a file that came with it, or a URL or base64 that names one. */
export type CallMedia = GivenFile | string

/** How large a file may be, and how long its host may take. */
export type MediaLimits = {
  readonly limitBytes: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type EvolutionMediaNeeds = {
  readonly messages: MessageSearch
  readonly gateway: Pick<Evolution, 'find'>
  readonly directSends: Pick<DirectSends, 'deliver'>
  /** Lends the file that a text names. @throws AppError `media_*` */
  readonly withMedia: <Result>(
    media: string,
    limits: MediaLimits,
    work: (file: GivenFile) => Promise<Result>,
  ) => Promise<Result>
  /** @throws AppError `image_type` */
  readonly imageTypeOf: (bytes: Uint8Array) => Promise<string>
  /** Makes a WebP of a sticker's size. @throws AppError `image_type`, `too_many` */
  readonly toSticker: (userId: string, bytes: Uint8Array) => Promise<Uint8Array>
  readonly saveMedia: (
    userId: string,
    file: Pick<NewUpload, 'mimeType' | 'size' | 'content'>,
  ) => Promise<StoredUpload>
}

export type SentMedia = SentMessage & {
  /** The file's part of the message as WhatsApp has it; left out where that is not known. */
  readonly filePart?: Readonly<Record<string, unknown>>
  readonly file: Pick<MediaFile, 'kind' | 'mimeType' | 'fileName'>
  readonly size: number
}

/** A file as it is sent. */
type Prepared = {
  readonly kind: MediaFile['kind']
  readonly mimeType: string
  readonly fileName: string | null
  readonly given: GivenFile
}

type Sending = {
  readonly body: ContextFields & {
    readonly number: string
    readonly caption?: string | null | undefined
  }
  readonly media: CallMedia
  readonly isDocument: boolean
  readonly signal: AbortSignal
  readonly prepare: (given: GivenFile) => Promise<Prepared>
}

type Calls<Form> = (
  caller: GatewayCaller,
  name: string,
  body: Form,
  given: { readonly media: CallMedia; readonly signal: AbortSignal },
) => Promise<SentMedia>

const STICKER_TYPE = 'image/webp'

/** Sends files for clients of the Evolution-compatible API. */
export function createEvolutionMedia({
  messages,
  gateway,
  directSends,
  withMedia,
  imageTypeOf,
  toSticker,
  saveMedia,
}: EvolutionMediaNeeds) {
  const contexts = createMessageContexts({ messages })
  const sendMedia: Calls<SendMediaForm> = (caller, name, body, { media, signal }) => {
    const { mediatype: kind } = body
    const isNamed = body.fileName || typeof media !== 'string' || isAddress(media)
    if (kind === 'document' && !isNamed) throw new AppError('media_name_missing', name)
    const prepare = async (given: GivenFile) => {
      const fileName = body.fileName || given.fileName
      return { kind, mimeType: await typeFor(body, given), fileName, given }
    }
    const isDocument = kind === 'document'
    return send(caller, name, { body, media, signal, isDocument, prepare })
  }
  const sendAudio: Calls<SendAudioForm> = (caller, name, body, given) =>
    send(caller, name, { body, ...given, isDocument: false, prepare: prepareAudio })
  const sendSticker: Calls<SendStickerForm> = (caller, name, body, given) => {
    const prepare = (file: GivenFile) => prepareSticker(caller.userId, file)
    return send(caller, name, { body, ...given, isDocument: false, prepare })
  }

  const sendPtv: Calls<SendPtvForm> = (caller, name, body, given) =>
    send(caller, name, { body, ...given, isDocument: false, prepare: preparePtv })

  return { sendMedia, sendAudio, sendSticker, sendPtv }

  /** @throws AppError as `DirectSends.deliver` does, and `media_*`, `image_type` */
  async function send(
    caller: GatewayCaller,
    name: string,
    { body, media, isDocument, signal, prepare }: Sending,
  ): Promise<SentMedia> {
    const instance = await gateway.find(caller, name)
    const { record, state } = instance
    const { userId } = caller
    const to = addresseeOf(body.number)
    // Checked first: nothing is fetched for a message that cannot leave.
    if (state !== 'open') throw new AppError('device_not_connected', name)
    const context = await contexts.read(userId, instance, body)
    const limits = limitsOf({ isDocument })
    const { stored, ...file } = await withFile(media, { ...limits, signal }, async (given) =>
      save(userId, await prepare(given)),
    )
    const text = body.caption ?? ''
    const source = { userId, name: stored.name }
    const kept = { name: stored.name, file: { ...file, source, bytes: stored.bytes } }
    const message = { deviceId: name, to, text, media: kept, context }
    const sent = await directSends.deliver(userId, message)
    return { record, context, ...sent, file, size: stored.bytes }
  }

  async function withFile<Result>(
    media: CallMedia,
    limits: MediaLimits,
    work: (file: GivenFile) => Promise<Result>,
  ): Promise<Result> {
    if (typeof media === 'string') return withMedia(media, limits, work)
    if (media.size > limits.limitBytes) throw new AppError('media_too_large', `${media.size}`)
    return work(media)
  }

  async function save(userId: string, { given, ...file }: Prepared) {
    const { mimeType } = file
    const { size, read: content } = given
    return { ...file, stored: await saveMedia(userId, { mimeType, size, content }) }
  }

  /** The type follows the bytes, not the declaration; only a document keeps its declared type. */
  async function typeFor(
    { mediatype, mimetype }: SendMediaForm,
    given: GivenFile,
  ): Promise<string> {
    if (mediatype === 'image') return imageTypeOf(await wholeOf(given))
    const start = await given.readAt(0, MEDIA_FIRST_BYTES)
    if (mediatype === 'document') return mimetype ?? given.mimeType ?? documentType(start)
    return playable(start, mediatype)
  }

  async function prepareAudio(given: GivenFile): Promise<Prepared> {
    const mimeType = playable(await given.readAt(0, MEDIA_FIRST_BYTES), 'audio')
    return { kind: 'audio', mimeType, fileName: null, given }
  }

  async function preparePtv(given: GivenFile): Promise<Prepared> {
    const mimeType = playable(await given.readAt(0, MEDIA_FIRST_BYTES), 'video')
    return { kind: 'ptv', mimeType, fileName: null, given }
  }

  async function prepareSticker(userId: string, given: GivenFile): Promise<Prepared> {
    const named = { mimeType: STICKER_TYPE, fileName: null }
    const sticker = heldFile(await toSticker(userId, await wholeOf(given)), named)
    return { kind: 'sticker', ...named, given: sticker }
  }
}

function playable(start: Uint8Array, kind: 'video' | 'audio'): string {
  const type = playableType(start, kind)
  if (type === null) throw new AppError('media_type', `no ${kind}`)
  return type
}

function limitsOf({ isDocument }: Pick<Sending, 'isDocument'>) {
  return isDocument
    ? { limitBytes: MEDIA_DOCUMENT_LIMIT_BYTES, timeoutMs: MEDIA_DOCUMENT_TIMEOUT_MS }
    : { limitBytes: MEDIA_LIMIT_BYTES, timeoutMs: MEDIA_TIMEOUT_MS }
}

/** Pictures are small enough to be held. */
function wholeOf({ readAt, size }: GivenFile): Promise<Uint8Array> {
  return readAt(0, size)
}

function isAddress(media: string): boolean {
  return /^https?:/i.test(media)
}
