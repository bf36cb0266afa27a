import { LRUCache } from 'lru-cache'
import { DeviceStatus } from '../../contract/devices/device.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { CHAT_FILE_LIMIT_BYTES, CHAT_FILE_TIMEOUT_MS } from '../../contract/limits.ts'
import type { ActAnswer } from '../account-acts.ts'
import type { Devices } from '../devices/devices.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { createPlaces } from '../limiter.ts'
import type { DownloadFailure } from '../media-download.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import type {
  InstanceKey,
  KeptMedia,
  StoredMessage,
  WebhookMessageStore,
} from '../webhooks/webhook-message-store.ts'
import { fileNameOf } from './file-names.ts'

export type ChatFiles = ReturnType<typeof createChatFiles>

/** A message's file, open. */
export type ChatFile = {
  readonly bytes: Uint8Array
  /** As whoever sent it says; null where they say nothing. */
  readonly mimeType: string | null
  readonly fileName: string
  /** Gives the file's place in memory to another one; to be called once the file has been read. */
  readonly close: () => void
}

type MessageName = {
  readonly gatewayId: string | undefined
  readonly instance: string
  readonly messageId: string
}

type WithMedia = StoredMessage & { readonly media: KeptMedia }

/** Open files, of all users and of one: each is held in memory until it has been read. */
const AT_ONCE = 4
const AT_ONCE_EACH = 2
/** Files that one user may wait for: a click on every picture of a long page. */
const WAITING_EACH = 50
/**
 * Paths of re-uploaded files that are kept. Such a file stays on the server for weeks: whoever
 * opens it again must not ask the phone once more.
 */
const LAID_AGAIN_KEPT = 1_000

const failures: Readonly<Record<DownloadFailure, ErrorCode>> = {
  gone: 'chat_file_gone',
  too_large: 'chat_file_too_large',
  damaged: 'chat_file_damaged',
  failed: 'chat_file_failed',
}

/** Opens the files of messages that own devices got: they lie on WhatsApp's server, encrypted. */
export function createChatFiles({
  store,
  gateways,
  devices,
  messenger,
}: {
  readonly store: Pick<WebhookMessageStore, 'search'>
  readonly gateways: Pick<Gateways, 'resolve'>
  readonly devices: Pick<Devices, 'findKey' | 'status'>
  readonly messenger: Pick<Messenger, 'act' | 'download'>
}) {
  const takePlace = createPlaces({
    running: AT_ONCE,
    runningEach: AT_ONCE_EACH,
    waitingEach: WAITING_EACH,
  })
  /** Paths of files that phones have uploaded once more, by device and message. */
  const laidAgain = new LRUCache<string, string>({ max: LAID_AGAIN_KEPT })
  return { open }

  /**
   * @param unwanted aborted when nobody waits for the file any more; its reason is thrown
   * @throws AppError `gateway_not_found`, `messages_damaged`, `chat_message_not_found`, `too_many`
   * and `chat_file_*`
   */
  async function open(
    userId: string,
    { messageId, ...place }: MessageName,
    unwanted: AbortSignal,
  ): Promise<ChatFile> {
    const gatewayId = await gateways.resolve(userId, place.gatewayId)
    const key = { gatewayId, instance: place.instance }
    const message = await find(userId, key, messageId)
    const device = await devices.findKey(userId, key.instance)
    if (!device) throw new AppError('chat_file_on_phone', `${key.instance} is no device`)
    const close = await takePlace(userId, unwanted)
    try {
      const bytes = await download(userId, device, { ...key, message, unwanted })
      const { mimeType } = message.media
      return { bytes, mimeType, fileName: fileNameOf(message.media), close }
    } catch (error) {
      close()
      throw error
    }
  }

  async function find(userId: string, key: InstanceKey, messageId: string): Promise<WithMedia> {
    const query = { ...key, id: messageId, skip: 0, limit: 1 }
    const [message] = (await store.search(userId, query)).messages
    if (!message) throw new AppError('chat_message_not_found', messageId)
    const { media, file } = message
    if (!media || file?.isViewOnce) throw new AppError('chat_file_on_phone', messageId)
    return { ...message, media }
  }

  /**
   * Downloads a file. Where WhatsApp's server has it no more, or damaged, the account's phone is
   * asked to upload it once more.
   */
  async function download(
    userId: string,
    device: DeviceKey,
    {
      message,
      instance,
      unwanted,
    }: {
      readonly message: WithMedia
      readonly instance: string
      readonly unwanted: AbortSignal
    },
  ): Promise<Uint8Array> {
    const name = JSON.stringify([device, message.id])
    const media = { ...message.media, directPath: laidAgain.get(name) ?? message.media.directPath }
    const limits = {
      ...{ limitBytes: CHAT_FILE_LIMIT_BYTES, timeoutMs: CHAT_FILE_TIMEOUT_MS },
      unwanted,
    }
    const get = (from: KeptMedia) => unless(unwanted, messenger.download(device, from, limits))
    const first = await get(media)
    if ('bytes' in first) return first.bytes
    const { failure } = first
    if (failure !== 'gone' && failure !== 'damaged') {
      throw new AppError(failures[failure], message.id)
    }
    const status = await devices.status(userId, instance)
    if (status !== DeviceStatus.connected) {
      throw new AppError(failure === 'gone' ? 'chat_file_away' : failures[failure], message.id)
    }
    const again = await unless(unwanted, askPhone(device, message))
    if (again === null) throw new AppError('chat_file_unanswered', message.id)
    if (again.value === null) throw new AppError(failures[failure], message.id)
    const second = await get({ ...media, directPath: again.value })
    if ('bytes' in second) {
      laidAgain.set(name, again.value)
      return second.bytes
    }
    // The phone has only just uploaded it, so it is not gone for good: this failure may pass.
    const isThere = second.failure === 'gone'
    throw new AppError(isThere ? 'chat_file_failed' : failures[second.failure], message.id)
  }

  /**
   * Asks the phone to upload a file once more. The value is its new path, or null where the phone
   * has it no more; the answer itself is null where none came.
   */
  function askPhone(
    device: DeviceKey,
    { id: messageId, remoteJid, isFromMe, author = '', media: { mediaKey } }: WithMedia,
  ): Promise<ActAnswer> {
    const named = { remoteJid, messageId, isFromMe, participant: author }
    return messenger.act(device, { kind: 'file_again', ...named, mediaKey })
  }
}

/** @throws the reason, as soon as nobody waits for the work any more */
function unless<Result>(unwanted: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(unwanted.reason)
    if (unwanted.aborted) leave()
    unwanted.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => unwanted.removeEventListener('abort', leave))
  })
}
