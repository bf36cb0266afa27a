import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
  type WASocket,
} from '@whiskeysockets/baileys'
import { isLidJid, isPhoneJid } from '../../contract/jid.ts'
import { readFailure } from '../connection/failure.ts'

/** The part of a socket that sends queries. */
export type QuerySocket = Pick<WASocket, 'query' | 'generateMessageTag'> & {
  readonly ws?: Pick<WASocket['ws'], 'once' | 'off'>
}

/**
 * An entry of WhatsApp's directory ("usync"), which is queried and read here since Baileys drops
 * half of its answers.
 */
export type DirectoryEntry = {
  /** Maybe under another form of the number than was asked for. */
  readonly phoneJid: string | null
  readonly lid: string | null
  /** The digits in the query, where the server repeats them. */
  readonly askedPhone: string | null
  /** Null where this was not queried or not answered. */
  readonly presence: 'in' | 'out' | null
  /** Null where the answer has no device, which never is true of an account. */
  readonly devices: readonly DirectoryDevice[] | null
  /** WhatsApp's hash of the list of devices; null where it gave none. */
  readonly devicesHash: string | null
}

export type DirectoryDevice = { readonly id: number; readonly isHosted: boolean }

/** The server did not answer, which says nothing about any account. */
export class UnansweredError extends Error {}

/** The server refused a query, or one of its topics: that says nothing about any account either. */
export class DirectoryError extends Error {
  /** The server's code, where Baileys' own errors have it. */
  readonly data: number | null
  /** How long the server asks to wait; null where it does not say. */
  readonly backoffSeconds: number | null

  constructor({ attrs }: Pick<BinaryNode, 'attrs'>, options?: ErrorOptions) {
    super(attrs.text ?? `error ${attrs.code}`, options)
    this.data = attrs.code === undefined ? null : Number(attrs.code)
    this.backoffSeconds = Number(attrs.backoff) > 0 ? Number(attrs.backoff) : null
  }
}

/** Until when the directory is not to be asked, where a failure says so; since 1970. */
export function readBusyUntil(error: unknown): { busyUntilMs?: number } {
  if (!(error instanceof DirectoryError) || error.backoffSeconds === null) return {}
  return { busyUntilMs: Date.now() + error.backoffSeconds * 1_000 }
}

/** How a query asks who is on WhatsApp: as WhatsApp Web does today, or as all clients did before. */
export type ContactForm = 'lid' | 'classic'

/** @throws UnansweredError, DirectoryError, or a failure of the connection */
export function askByPhone(
  sock: QuerySocket,
  { phones, form, timeoutMs }: { phones: readonly string[]; form: ContactForm; timeoutMs: number },
): Promise<DirectoryEntry[]> {
  const users = phones.map((phone) => {
    const text = form === 'lid' ? `${phone}@c.us` : `+${phone}`
    return { tag: 'user', attrs: {}, content: [{ tag: 'contact', attrs: {}, content: text }] }
  })
  const topics =
    form === 'lid'
      ? [{ tag: 'contact', attrs: { addressing_mode: 'lid' } }]
      : [topic('contact'), topic('lid')]
  return ask(sock, { topics, users, context: 'interactive', timeoutMs })
}

/** Whose devices are asked for, and the hash of the list that is known already. */
export type AskedDevices = { readonly jid: string; readonly hash: string | null }

/**
 * Asks for devices; each entry has the jid it was asked by. Who was asked for with a hash and is
 * missing from the answer has the devices that are known. @throws as `askByPhone` does
 */
export function askForDevices(
  sock: QuerySocket,
  { people, timeoutMs }: { people: readonly AskedDevices[]; timeoutMs: number },
): Promise<DirectoryEntry[]> {
  const topics = [{ tag: 'devices', attrs: { version: '2' } }]
  const users = people.map(({ jid, hash }) => {
    const known = hash === null ? [] : [{ tag: 'devices', attrs: { device_hash: hash } }]
    return { ...userOf(jid), ...(known.length > 0 && { content: known }) }
  })
  return ask(sock, { topics, users, context: 'message', timeoutMs })
}

/** Asks for the LID of a phone's jid. @throws as `askByPhone` does */
export async function askForLid(
  sock: QuerySocket,
  { phoneJid, timeoutMs }: { phoneJid: string; timeoutMs: number },
): Promise<string | null> {
  const users = [userOf(phoneJid)]
  const topics = [topic('lid')]
  const [entry] = await ask(sock, { topics, users, context: 'interactive', timeoutMs })
  return entry?.lid ?? null
}

function topic(tag: string): BinaryNode {
  return { tag, attrs: {} }
}

function userOf(jid: string): BinaryNode {
  return { tag: 'user', attrs: { jid } }
}

async function ask(
  sock: QuerySocket,
  question: {
    readonly topics: readonly BinaryNode[]
    readonly users: readonly BinaryNode[]
    readonly context: 'interactive' | 'message'
    readonly timeoutMs: number
  },
): Promise<DirectoryEntry[]> {
  const { topics, users, context, timeoutMs } = question
  const usync = {
    tag: 'usync',
    attrs: { context, mode: 'query', sid: sock.generateMessageTag(), last: 'true', index: '0' },
    content: [
      { tag: 'query', attrs: {}, content: [...topics] },
      { tag: 'list', attrs: {}, content: [...users] },
    ],
  }
  const attrs = { to: S_WHATSAPP_NET, type: 'get', xmlns: 'usync' }
  const answer = await queryNode(sock, { tag: 'iq', attrs, content: [usync] }, timeoutMs)
  const content = getBinaryNodeChild(answer, 'usync')
  refuseFailedTopics(content, topics)
  return getBinaryNodeChildren(getBinaryNodeChild(content, 'list'), 'user').map(readEntry)
}

/** A topic that failed is missing from every entry, which must not be taken for an answer. */
function refuseFailedTopics(usync: BinaryNode | undefined, topics: readonly BinaryNode[]): void {
  const results = getBinaryNodeChild(usync, 'result')
  for (const { tag } of topics) {
    const error = getBinaryNodeChild(getBinaryNodeChild(results, tag), 'error')
    if (error) throw new DirectoryError(error)
  }
}

/**
 * Like Baileys' `query`, but silence is an error, and a refusal keeps its attributes.
 * @throws UnansweredError, DirectoryError, or a failure of the connection
 */
export async function queryNode(
  sock: QuerySocket,
  node: BinaryNode,
  timeoutMs: number,
): Promise<BinaryNode> {
  const id = sock.generateMessageTag()
  let refusal: BinaryNode | undefined
  const keepRefusal = (answer: BinaryNode) => {
    refusal = getBinaryNodeChild(answer, 'error')
  }
  sock.ws?.once(`TAG:${id}`, keepRefusal)
  try {
    const asked = { ...node, attrs: { ...node.attrs, id } }
    const answer: BinaryNode | undefined = await sock.query(asked, timeoutMs)
    if (answer?.attrs.type === 'result') return answer
  } catch (cause) {
    if (refusal) throw new DirectoryError(refusal, { cause })
    if (readFailure(cause).message !== 'Timed Out') throw cause
  } finally {
    sock.ws?.off(`TAG:${id}`, keepRefusal)
  }
  throw new UnansweredError('the server did not answer')
}

function readEntry(user: BinaryNode): DirectoryEntry {
  const { jid = '', pn_jid: canonical = '' } = user.attrs
  const contact = getBinaryNodeChild(user, 'contact')
  const devices = getBinaryNodeChild(user, 'devices')
  const lid = isLidJid(jid) ? jid : getBinaryNodeChild(user, 'lid')?.attrs.val
  return {
    phoneJid: [canonical, jid].find(isPhoneJid) ?? null,
    lid: lid || null,
    askedPhone: contact ? readPhone(contact.content) : null,
    presence: readPresence(contact),
    devices: devices ? readDevices(devices) : null,
    devicesHash: getBinaryNodeChild(devices, 'device-list')?.attrs.hash ?? null,
  }
}

function readPresence(contact: BinaryNode | undefined): DirectoryEntry['presence'] {
  if (getBinaryNodeChild(contact, 'error')) return null
  const type = contact?.attrs.type
  return type === 'in' || type === 'out' ? type : null
}

/** Servers repeat the number as it was asked: with `+` in front, or with a server behind. */
function readPhone(content: BinaryNode['content']): string | null {
  if (content instanceof Uint8Array) return readPhone(Buffer.from(content).toString())
  if (typeof content !== 'string') return null
  const [number = ''] = content.split('@')
  return number.replace(/\D/g, '') || null
}

function readDevices(devices: BinaryNode): DirectoryDevice[] | null {
  const list = getBinaryNodeChildren(getBinaryNodeChild(devices, 'device-list'), 'device')
    .map(({ attrs }) => ({
      id: Number(attrs.id),
      isHosted: attrs.is_hosted === 'true',
      hasKeyIndex: Number(attrs['key-index']) > 0,
    }))
    // A linked device without a key index is about to go; addressing it would spoil the whole
    // message.
    .filter(({ id, hasKeyIndex }) => id === 0 || hasKeyIndex)
    .map(({ id, isHosted }) => ({ id, isHosted }))
  return list.length === 0 ? null : list
}
