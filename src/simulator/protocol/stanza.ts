import { randomBytes } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { type BinaryNode, decodeDecompressedBinaryNode } from '@whiskeysockets/baileys'
import * as tokens from '@whiskeysockets/baileys/lib/WABinary/constants.js'
import { PHONE_SERVER } from '../../contract/jid.ts'

export type Attributes = Record<string, string>

export const server = PHONE_SERVER

export function stanza(
  tag: string,
  attrs: Attributes,
  content?: BinaryNode[] | Uint8Array,
): BinaryNode {
  return content === undefined ? { tag, attrs } : { tag, attrs, content }
}

/** Answers an iq. */
export function resultOf(query: BinaryNode, content: BinaryNode[] = []): BinaryNode {
  const attrs = { type: 'result', id: query.attrs.id ?? '', from: server }
  return stanza('iq', attrs, content.length > 0 ? content : undefined)
}

/** Refuses an iq. */
export function errorOf(query: BinaryNode, error: Attributes): BinaryNode {
  const attrs = { type: 'error', id: query.attrs.id ?? '', from: server }
  return stanza('iq', attrs, [stanza('error', error)])
}

/** Reads a decrypted frame: a flag byte (2 means deflated), then the node. */
export function readStanza(frame: Buffer): BinaryNode {
  const body = frame.subarray(1)
  const plain = ((frame[0] ?? 0) & 2) === 0 ? body : inflateSync(body)
  return decodeDecompressedBinaryNode(plain, tokens)
}

export function childrenOf(node: BinaryNode | undefined): BinaryNode[] {
  return Array.isArray(node?.content) ? node.content : []
}

export function childOf(node: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return childrenOf(node).find((child) => child.tag === tag)
}

/** A node's bytes; a client may have written them as a string that is in the token table. */
export function bytesOf(node: BinaryNode | undefined): Buffer | undefined {
  const content = node?.content
  if (content instanceof Uint8Array) {
    return Buffer.from(content.buffer, content.byteOffset, content.length)
  }
  return typeof content === 'string' ? Buffer.from(content) : undefined
}

export function textOf(node: BinaryNode | undefined): string | undefined {
  return bytesOf(node)?.toString('utf8')
}

export function numberOf(node: BinaryNode | undefined): number {
  const bytes = bytesOf(node)
  return bytes && bytes.length > 0 && bytes.length <= 6 ? bytes.readUIntBE(0, bytes.length) : 0
}

export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

/** An id as phones give their messages. */
export function newMessageId(): string {
  return `3A${randomBytes(9).toString('hex').toUpperCase()}`
}

/** Seconds since 1970, as WhatsApp writes its times. */
export function secondsNow(): string {
  return String(Math.floor(Date.now() / 1000))
}

export type Jid = { user: string; device: number; server: string }

export function readJid(jid: string | undefined): Jid | undefined {
  const match = /^(\d+)(?:_\d+)?(?::(\d+))?@(.+)$/.exec(jid ?? '')
  const [, user, device, host] = match ?? []
  return user && host ? { user, device: Number(device ?? 0), server: host } : undefined
}

export function writeJid({ user, device, server: host }: Jid): string {
  return device === 0 ? `${user}@${host}` : `${user}:${device}@${host}`
}
