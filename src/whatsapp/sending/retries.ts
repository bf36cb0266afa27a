import {
  type BinaryNode,
  encodeSignedDeviceIdentity,
  encodeWAMessage,
  extractE2ESessionFromRetryReceipt,
  getBinaryNodeChild,
  getBinaryNodeChildUInt,
  type proto,
  type WASocket,
} from '@whiskeysockets/baileys'
import { isGroupJid } from '../../contract/jid.ts'
import { createBoundedMap } from '../directory/bounded-map.ts'
import type { DeviceName } from '../directory/directory.ts'
import { editOf, mediaTypeOf, metaNodesOf, stanzaTypeOf } from './message-content.ts'

/** A device that has not read five copies will not read the sixth, as WhatsApp Web counts. */
const MAX_ANSWERS = 5
const COUNTED_REQUESTS = 5_000
/** What a device names as its reason, where only another session can help. */
const sessionErrors: ReadonlySet<string> = new Set(['1', '2', '3', '4', '7', '8'])

/** A message as it was sent, and the jid that it was sent to; null where that is not known. */
export type WrittenMessage = { readonly message: proto.IMessage; readonly chat: string | null }

type Request = {
  readonly messageId: string
  /** The device that asks, by the name that it asks under. */
  readonly device: string
  /** The person the message went to, where the account's own device asks. */
  readonly recipient: string | undefined
  /** The group that the message was written in. */
  readonly group: string | undefined
  readonly count: number
  readonly error: string | undefined
}

/**
 * Answers devices that could not read a message, with a copy for that device alone. Baileys would
 * answer only two requests of each device, forget its count at a restart, and write to all devices
 * again where a phone asks, the recipient's or the account's own.
 */
export function createRetries({
  findMessage,
  isMember,
  beforeWrite,
  nameDevice,
  tokensFor,
}: {
  /** By the id alone, however old the message is; `undefined` where it is not kept any more. */
  readonly findMessage: (messageId: string) => Promise<WrittenMessage | undefined>
  /** Whether a device belongs to a member of the group. */
  readonly isMember: (group: string, device: string) => Promise<boolean>
  readonly beforeWrite: (message: object) => void
  /** The name that the account writes to a device by, whichever the device asks under. */
  readonly nameDevice: (jid: string) => Promise<DeviceName>
  /** The nodes (token or proof) without which WhatsApp refuses a copy to this person. */
  readonly tokensFor: (lid: string | null) => readonly BinaryNode[]
}) {
  const answered = createBoundedMap<number>(COUNTED_REQUESTS)
  /** The base key of the session in which a copy went out, by device and message. */
  const baseKeys = createBoundedMap<Buffer>(COUNTED_REQUESTS)
  return { answer }

  /** Resolves once the copy was written, or nothing can be done. */
  async function answer(sock: WASocket, receipt: BinaryNode): Promise<void> {
    const request = readRequest(receipt)
    if (!request || !takeTurn(request)) return
    const written = await findMessage(request.messageId)
    if (!written || !(await mayHave(request, written))) return
    const { message } = written
    await prepareSession(sock, request, receipt)
    const { jid: to, attributes, lid } = await nameDevice(request.device)
    const own = sock.authState.creds
    // The account's sends use the same sessions, in transactions of the same name.
    await sock.authState.keys.transaction(async () => {
      beforeWrite(message)
      const content = await withSenderKey(sock, request, contentFor(request, message))
      const sealed = await sock.signalRepository.encryptMessage({
        jid: request.device,
        data: encodeWAMessage(content),
      })
      const identity = own.account && encodeSignedDeviceIdentity(own.account, true)
      const { group, recipient, device } = request
      const tokens = recipient === undefined && group === undefined ? tokensFor(lid) : []
      const stanza = stanzaFor(request, { message, sealed, identity, tokens })
      const named = group === undefined ? { to, ...attributes } : { to: group, participant: device }
      await sock.sendNode({ ...stanza, attrs: { ...stanza.attrs, ...named } })
    }, own.me?.id ?? '')
  }

  /** Only members of a group get copies of its messages, and the sender key with them. */
  async function mayHave(
    { group, device }: Request,
    { chat }: Pick<WrittenMessage, 'chat'>,
  ): Promise<boolean> {
    if (group === undefined) return chat === null || !isGroupJid(chat)
    return chat === group && isMember(group, device)
  }

  function takeTurn({ messageId, device, count }: Request): boolean {
    const name = `${messageId} ${device}`
    const before = answered.get(name) ?? 0
    if (before >= MAX_ANSWERS || count > MAX_ANSWERS) return false
    answered.set(name, before + 1)
    return true
  }

  /** Ensures that the device gets the copy in a session that it has. */
  async function prepareSession(sock: WASocket, request: Request, receipt: BinaryNode) {
    const { device, error } = request
    const { signalRepository } = sock
    const bundle = extractE2ESessionFromRetryReceipt(receipt)
    if (bundle?.preKey) {
      const withPreKey = { ...bundle, preKey: bundle.preKey }
      await signalRepository.injectE2ESession({ jid: device, session: withPreKey })
      return
    }
    const session = await signalRepository.getSessionInfo(device)
    const registrationId = getBinaryNodeChildUInt(receipt, 'registration', 4)
    const isOther = registrationId !== undefined && session?.registrationId !== registrationId
    const isStale = session !== null && wasUsedBefore(request, Buffer.from(session.baseKey))
    const isBroken = sessionErrors.has(error ?? '')
    if (session && !isOther && !isStale && !isBroken) return
    // Begins a new session; the old one is kept to read what is still under way.
    await sock.assertSessions([device], true)
  }

  /** Whether an earlier copy went out in this very session, and could not be read either. */
  function wasUsedBefore({ messageId, device }: Request, baseKey: Buffer): boolean {
    const name = `${messageId} ${device}`
    const before = baseKeys.get(name)
    baseKeys.set(name, baseKey)
    return before?.equals(baseKey) === true
  }
}

function readRequest(receipt: BinaryNode): Request | undefined {
  const { id, from, participant, recipient } = receipt.attrs
  const retry = getBinaryNodeChild(receipt, 'retry')
  const device = participant ?? from
  if (!id || !device || !retry) return undefined
  const { count, error } = retry.attrs
  const group = isGroupJid(from ?? '') ? from : undefined
  return { messageId: id, device, recipient, group, count: Number(count ?? 1) || 1, error }
}

/** Adds the sender key to a group's message, so that the device can read the next ones. */
async function withSenderKey(
  { signalRepository, authState: { creds } }: WASocket,
  { group }: Request,
  message: proto.IMessage,
): Promise<proto.IMessage> {
  if (group === undefined) return message
  for (const meId of [creds.me?.lid, creds.me?.id]) {
    if (!meId || !(await signalRepository.hasSenderKey({ group, meId }))) continue
    const key = await signalRepository.getSenderKeyDistributionMessage({ group, meId })
    return {
      ...message,
      senderKeyDistributionMessage: { groupId: group, axolotlSenderKeyDistributionMessage: key },
    }
  }
  return message
}

/** The account's own devices get the message as one that was sent to somebody else. */
function contentFor({ recipient }: Request, message: proto.IMessage): proto.IMessage {
  if (!recipient) return message
  return { deviceSentMessage: { destinationJid: recipient, message } }
}

function stanzaFor(
  { messageId, device, recipient, group, count }: Request,
  {
    message,
    sealed,
    identity,
    tokens,
  }: {
    readonly message: proto.IMessage
    readonly sealed: { readonly type: string; readonly ciphertext: Uint8Array }
    readonly identity: Uint8Array | undefined
    readonly tokens: readonly BinaryNode[]
  },
): BinaryNode {
  const enc = { v: '2', type: sealed.type, count: String(count), ...mediaTypeOf(message) }
  const content: BinaryNode[] = [{ tag: 'enc', attrs: enc, content: sealed.ciphertext }]
  if (sealed.type === 'pkmsg' && identity) {
    content.push({ tag: 'device-identity', attrs: {}, content: identity })
  }
  content.push(...tokens, ...metaNodesOf(message))
  const attrs = {
    id: messageId,
    to: device,
    type: stanzaTypeOf(message),
    t: String(Math.floor(Date.now() / 1000)),
    ...(group === undefined && { device_fanout: 'false' }),
    ...editOf(message),
    ...(recipient && { recipient }),
  }
  return { tag: 'message', attrs, content }
}
