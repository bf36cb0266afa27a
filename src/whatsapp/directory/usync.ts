import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
  type WASocket,
} from '@whiskeysockets/baileys'

/** The part of a socket that sends queries. */
export type QuerySocket = Pick<WASocket, 'query' | 'generateMessageTag'>

/**
 * An entry of WhatsApp's directory ("usync"), which is queried and read here since Baileys drops
 * half of its answers.
 */

export type DirectoryEntry = {
  /** The canonical jid, maybe under another form of the number. */
  readonly jid: string
  /** The digits in the query, where the server repeats them. */
  readonly askedPhone: string | null
  /** Null where this was not queried or not answered. */
  readonly isOnWhatsApp: boolean | null
  readonly lid: string | null
  /** Null where the answer has no device list. */
  readonly devices: readonly DirectoryDevice[] | null
  /** Part of this entry was answered with an error. */
  readonly hasError: boolean
}

export type DirectoryDevice = { readonly id: number; readonly isHosted: boolean }

/** The server did not answer, which says nothing about any account. */
export class UnansweredError extends Error {}

type Topic = 'contact' | 'devices' | 'lid'

type Question = {
  readonly topics: readonly Topic[]
  readonly users: readonly BinaryNode[]
  readonly timeoutMs: number
}

const topicNodes: { readonly [Name in Topic]: BinaryNode } = {
  contact: { tag: 'contact', attrs: {} },
  devices: { tag: 'devices', attrs: { version: '2' } },
  lid: { tag: 'lid', attrs: {} },
}

/** @throws UnansweredError, or an iq error of the server. */
export function askByPhone(
  sock: QuerySocket,
  question: { phones: readonly string[]; topics: readonly Topic[]; timeoutMs: number },
): Promise<DirectoryEntry[]> {
  const users = question.phones.map((phone) => ({
    tag: 'user',
    attrs: {},
    content: [{ tag: 'contact', attrs: {}, content: `+${phone}` }],
  }))
  return ask(sock, { ...question, users })
}

/** @throws UnansweredError, or an iq error of the server. */
export function askByJid(
  sock: QuerySocket,
  question: { jids: readonly string[]; timeoutMs: number },
): Promise<DirectoryEntry[]> {
  const users = question.jids.map((jid) => ({ tag: 'user', attrs: { jid } }))
  return ask(sock, { users, topics: ['devices', 'lid'], timeoutMs: question.timeoutMs })
}

async function ask(sock: QuerySocket, question: Question): Promise<DirectoryEntry[]> {
  const { topics, users, timeoutMs } = question
  const query = { tag: 'query', attrs: {}, content: topics.map((topic) => topicNodes[topic]) }
  const usync = {
    tag: 'usync',
    attrs: {
      context: topics.includes('contact') ? 'interactive' : 'message',
      mode: 'query',
      sid: sock.generateMessageTag(),
      last: 'true',
      index: '0',
    },
    content: [query, { tag: 'list', attrs: {}, content: [...users] }],
  }
  const attrs = { to: S_WHATSAPP_NET, type: 'get', xmlns: 'usync' }
  const answer = await queryNode(sock, { tag: 'iq', attrs, content: [usync] }, timeoutMs)
  const list = getBinaryNodeChild(getBinaryNodeChild(answer, 'usync'), 'list')
  return getBinaryNodeChildren(list, 'user').map(readEntry)
}

/** Like Baileys' `query`, but silence is an error. @throws UnansweredError, or an iq error. */
export async function queryNode(
  sock: QuerySocket,
  node: BinaryNode,
  timeoutMs: number,
): Promise<BinaryNode> {
  const answer: BinaryNode | undefined = await sock.query(node, timeoutMs).catch((error) => {
    if (error instanceof Error && error.message === 'Timed Out') return undefined
    throw error
  })
  if (answer?.attrs.type !== 'result') throw new UnansweredError('the server did not answer')
  return answer
}

function readEntry(user: BinaryNode): DirectoryEntry {
  const contact = getBinaryNodeChild(user, 'contact')
  const lid = getBinaryNodeChild(user, 'lid')
  const devices = getBinaryNodeChild(user, 'devices')
  return {
    jid: user.attrs.jid ?? '',
    askedPhone: contact ? readPhone(contact.content) : null,
    isOnWhatsApp: contact?.attrs.type ? contact.attrs.type === 'in' : null,
    lid: lid?.attrs.val || null,
    devices: devices ? readDevices(devices) : null,
    hasError: [contact, lid, devices, user].some((node) => getBinaryNodeChild(node, 'error')),
  }
}

function readPhone(content: BinaryNode['content']): string | null {
  if (typeof content === 'string') return content.replace(/\D/g, '') || null
  if (content instanceof Uint8Array) return readPhone(Buffer.from(content).toString())
  return null
}

function readDevices(devices: BinaryNode): DirectoryDevice[] | null {
  const list = getBinaryNodeChild(devices, 'device-list')
  if (!list) return null
  return (
    getBinaryNodeChildren(list, 'device')
      .map(({ attrs }) => ({
        id: Number(attrs.id),
        isHosted: attrs.is_hosted === 'true',
        hasKeyIndex: Number(attrs['key-index']) > 0,
      }))
      // A linked device without a key index is about to go; addressing it would spoil the whole
      // message.
      .filter(({ id, hasKeyIndex }) => id === 0 || hasKeyIndex)
      .map(({ id, isHosted }) => ({ id, isHosted }))
  )
}
