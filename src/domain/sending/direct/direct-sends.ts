import type { DirectSendBody } from '../../../contract/campaigns/send.ts'
import { AppError } from '../../../contract/errors.ts'
import { isGroupJid, userOfJid } from '../../../contract/jid.ts'
import { numberCandidates } from '../../../contract/phones/brazil.ts'
import type { Clock } from '../../clock.ts'
import type { Devices } from '../../devices/devices.ts'
import type { MessageContent } from '../../message-content.ts'
import type { Acquaintance, DeviceKey, Lookup, Messenger, SendOutcome } from '../../messenger.ts'
import type { StoredUpload } from '../../uploads/upload-store.ts'
import type { SentMessage } from '../../webhooks/thread-messages.ts'
import type { SendFact } from '../recipient.ts'
import type { MessageIds } from '../send-ledger.ts'
import type { Holds, Passage } from '../strangers/holds.ts'
import { readAddressee } from './addressee.ts'
import { failureOf } from './direct-failure.ts'
import { findDirectMedia } from './direct-media.ts'
import type {
  DirectMedia,
  DirectMessage,
  DirectSend,
  DirectSendStore,
  DirectSent,
} from './direct-message.ts'

export type DirectSends = ReturnType<typeof createDirectSends>

export const DIRECT_SEND_NUMBER = 0

/** Sends single messages: they neither wait for a campaign's slot nor count in one. */
export function createDirectSends({
  store,
  messenger,
  holds,
  messageIds,
  clock,
  getDeviceKey,
  isConnected,
  findUpload,
  onSent,
  onFault,
}: {
  readonly store: Pick<DirectSendStore, 'record' | 'note'>
  readonly messenger: Pick<Messenger, 'send' | 'lookUp' | 'acquainted' | 'acquaintances'>
  readonly holds: Pick<Holds, 'door' | 'enter' | 'conclude'>
  readonly messageIds: MessageIds
  readonly clock: Clock
  readonly getDeviceKey: Devices['getKey']
  readonly isConnected: (key: DeviceKey) => boolean
  readonly findUpload: (userId: string, url: string) => Promise<StoredUpload | undefined>
  /** Called when WhatsApp has accepted the message. Must not reject: the message is sent. */
  readonly onSent: (sent: SentMessage) => Promise<void>
  /** Called where the disk did not keep what became of a message. */
  readonly onFault: (error: unknown, subject: string) => void
}) {
  /** Sends in progress, by message id; none of them ever rejects. */
  const underWay = new Map<string, Promise<unknown>>()

  return { send, deliver, attempt, reply, settled }

  /** @throws AppError `image_unknown`, `attachment_unknown`, and what `deliver` throws */
  async function send(
    userId: string,
    { deviceId, to, text, ...file }: DirectSendBody,
  ): Promise<{ readonly messageId: string }> {
    await getDeviceKey(userId, deviceId)
    readAddressee(to, 'to')
    const media = await findDirectMedia({ text, ...file }, (url) => findUpload(userId, url))
    return deliver(userId, { deviceId, to, text, media })
  }

  /**
   * Resolves once WhatsApp's server has acknowledged the message.
   * @throws AppError `device_not_found`, `device_not_connected`, `invalid`, `invalid_phone`,
   * `not_on_whatsapp`, `strangers_held`, `storage_unavailable`, and for a message that was not
   * accepted what `failureOf` makes of the outcome, such as `refused_by_whatsapp` or
   * `not_confirmed`
   */
  async function deliver(userId: string, message: DirectMessage): Promise<DirectSent> {
    const { messageId, jid, sending } = await begin(userId, message)
    return { messageId, jid, ...(await sending) }
  }

  async function begin(userId: string, message: DirectMessage) {
    const { deviceId, to, text, media, context, part } = message
    const deviceKey = await getDeviceKey(userId, deviceId)
    if (text.trim() === '' && media === null && !part) {
      throw new AppError('invalid', 'empty message', {
        details: [{ path: 'text', message: 'Informe o texto.' }],
      })
    }
    const findTo = finderOf(to)
    if (!isConnected(deviceKey)) throw new AppError('device_not_connected', deviceId)

    const { jid, acquaintance = 'none' } = await findTo(deviceKey)
    const passage = acquaintance === 'conversation' ? undefined : enter(deviceKey, acquaintance)
    return sendTo({ userId, deviceKey, jid, text, media, context, part, passage })
  }

  /**
   * Sends a message like `deliver`, and returns its id also where it was not accepted.
   * @throws AppError where nothing was written, as `deliver` does
   */
  async function attempt(
    userId: string,
    message: DirectMessage,
  ): Promise<{ readonly messageId: string; readonly error: AppError | null }> {
    const { messageId, sending } = await begin(userId, message)
    try {
      await sending
      return { messageId, error: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { messageId, error }
    }
  }

  /** Resolves once the message's send has ended. */
  async function settled(messageId: string): Promise<void> {
    await underWay.get(messageId)
  }

  /**
   * Answers a chat under the jid that WhatsApp uses for it, which also works for a contact without
   * phone number.
   * @throws AppError `device_not_found`, `device_not_connected`, `storage_unavailable`, and those
   * of `failureOf`
   */
  async function reply(
    userId: string,
    { deviceId, jid, text }: { deviceId: string; jid: string; text: string },
  ): Promise<{ readonly messageId: string }> {
    const deviceKey = await getDeviceKey(userId, deviceId)
    if (!isConnected(deviceKey)) throw new AppError('device_not_connected', deviceId)
    const message = { userId, deviceKey, jid, text, media: null, passage: undefined }
    const { messageId, sending } = await sendTo(message)
    await sending
    return { messageId }
  }

  async function sendTo({
    userId,
    deviceKey,
    jid,
    text,
    media,
    context,
    part,
    passage,
  }: Pick<DirectSend, 'userId' | 'deviceKey' | 'jid' | 'text' | 'context' | 'part'> &
    Pick<DirectMessage, 'media'> & { readonly passage: Passage | undefined }) {
    const atMs = clock.now()
    const kept = media && toKept(media)
    const send = { userId, deviceKey, jid, text, media: kept, context, part, atMs }
    const index = await record(send, passage)
    const messageId = messageIds.make(DIRECT_SEND_NUMBER, index)
    const content = {
      ...{ text, media: media?.file ?? null },
      ...(context && { context }),
      ...(part && { part }),
    }
    const sending = relay({ deviceKey, messageId, jid, content, index, atMs, passage })
    const forget = () => underWay.delete(messageId)
    underWay.set(messageId, sending.then(forget, forget))
    return { messageId, jid, sending }
  }

  async function record(send: DirectSend, passage: Passage | undefined): Promise<number> {
    try {
      return await store.record(send)
    } catch (error) {
      holds.conclude(send.deviceKey, passage, null)
      throw error
    }
  }

  async function relay({
    deviceKey,
    messageId,
    jid,
    content,
    index,
    atMs,
    passage,
  }: SentMessage & {
    readonly content: MessageContent
    readonly index: number
    readonly passage: Passage | undefined
  }) {
    const outcome = await messenger.send(deviceKey, {
      messageId,
      jid,
      content,
      isRepeat: false,
      isUrgent: true,
    })
    holds.conclude(deviceKey, passage, outcome)
    const accepted = await conclude(index, outcome)
    await onSent({ deviceKey, messageId, jid, atMs })
    return accepted
  }

  function finderOf(to: string): (deviceKey: DeviceKey) => Promise<Found> {
    // A group is no stranger, and in no directory.
    if (isGroupJid(to)) return async () => ({ jid: to, acquaintance: 'conversation' })
    const addressee = readAddressee(to, 'to')
    return 'lid' in addressee
      ? (deviceKey) => findLid(deviceKey, addressee.lid)
      : (deviceKey) => find(deviceKey, addressee.phone)
  }

  /** A person known only by a LID is not looked up: the directory lists numbers. */
  async function findLid(deviceKey: DeviceKey, jid: string): Promise<Found> {
    const person = { phone: userOfJid(jid), candidates: [] }
    const [acquaintance] = (await messenger.acquaintances(deviceKey, [person])) ?? []
    return acquaintance === undefined ? { jid } : { jid, acquaintance }
  }

  async function find(deviceKey: DeviceKey, phone: string): Promise<Found> {
    const request = { phone, candidates: numberCandidates(phone), isUrgent: true }
    // The directory is not asked about a stranger who may not be written to anyway.
    const isClosed = holds.door(deviceKey) === 'closed'
    if (isClosed && !(await messenger.acquainted(deviceKey, [request]))[0]) throw held(deviceKey)
    const [lookup] = await messenger.lookUp(deviceKey, [request])
    return foundIn(lookup)
  }

  function enter(deviceKey: DeviceKey, acquaintance: Acquaintance): Passage {
    const passage = holds.enter(deviceKey, acquaintance)
    if (!passage) throw held(deviceKey)
    return passage
  }

  /** Returns when WhatsApp's server accepted the message, and its file's part where it has one. */
  async function conclude(
    index: number,
    outcome: SendOutcome,
  ): Promise<Pick<DirectSent, 'at' | 'filePart'>> {
    if (outcome.kind === 'accepted') {
      const { at, filePart } = outcome
      await note({ type: 'accepted', index, atMs: Date.parse(at) })
      return { at, ...(filePart && { filePart }) }
    }
    const { fact, error } = failureOf(outcome)
    await note({ type: 'failed', index, atMs: clock.now(), ...fact })
    throw error
  }

  /**
   * Never rejects: the message has left, or has not. If the disk's refusal took the place of that
   * result, the caller would send the message again.
   */
  async function note(fact: SendFact): Promise<void> {
    try {
      await store.note(fact)
    } catch (error) {
      onFault(error, 'single messages')
    }
  }
}

function toKept({ name, file }: NonNullable<DirectMessage['media']>): DirectMedia {
  return { name, kind: file.kind, fileName: file.fileName }
}

function held(deviceKey: DeviceKey): AppError {
  return new AppError('strangers_held', `the strangers of ${deviceKey} are held back`)
}

type Found = { readonly jid: string; readonly acquaintance?: Acquaintance }

function foundIn(lookup: Lookup | undefined): Found {
  if (lookup?.result === 'found') return lookup
  if (lookup?.result === 'absent')
    throw new AppError('not_on_whatsapp', 'the directory does not know the number')
  throw new AppError('device_not_connected', lookup?.detail ?? 'no answer from the directory')
}
