import type { proto } from '@whiskeysockets/baileys'
import type { InboundMedia } from '../../domain/messenger.ts'

/** Larger messages hold something unreadable: only their text is passed on. */
const PLAIN_LIMIT_LENGTH = 256 * 1024
const MAX_DEPTH = 12

/**
 * Converts a message to plain JSON as gateways write it: bytes as an object keyed by index, long
 * numbers in two halves.
 */
export function toPlain(content: proto.IMessage, text: string): Readonly<Record<string, unknown>> {
  const { messageContextInfo: _, ...parts } = content
  const plain = plainFields(parts, 0)
  return JSON.stringify(plain).length > PLAIN_LIMIT_LENGTH ? { conversation: text } : plain
}

function plainFields(value: object, depth: number): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value).filter(
    ([, each]) => each !== null && each !== undefined && typeof each !== 'function',
  )
  return Object.fromEntries(entries.map(([name, each]) => [name, plainOf(each, depth + 1)]))
}

function plainOf(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return null
  if (value instanceof Uint8Array) return Object.fromEntries(value.entries())
  if (Array.isArray(value)) return value.map((each) => plainOf(each, depth + 1))
  if ('low' in value && 'high' in value && 'unsigned' in value) {
    const { low, high, unsigned } = value
    return { low, high, unsigned }
  }
  return plainFields(value, depth)
}

type FilePart = {
  readonly directPath?: string | null
  readonly url?: string | null
  readonly mediaKey?: Uint8Array | null
  readonly fileSha256?: Uint8Array | null
}

/** Bounds what is kept of addresses and keys, which the sender of a message makes up. */
const ADDRESS_LIMIT_LENGTH = 2_000
const KEY_BYTES = 32

/**
 * The part of a message that it takes to download and decrypt its file; null where none of its
 * parts could be one.
 */
export function mediaOf(content: proto.IMessage): InboundMedia | null {
  const parts: readonly (readonly [InboundMedia['kind'], FilePart | null | undefined])[] = [
    ['image', content.imageMessage],
    ['video', content.videoMessage ?? content.ptvMessage],
    ['audio', content.audioMessage],
    ['document', content.documentMessage],
    ['sticker', content.stickerMessage],
  ]
  for (const [kind, part] of parts) {
    if (!part?.mediaKey || !part.fileSha256 || !(part.directPath || part.url)) continue
    const addresses = [part.directPath, part.url].map((address) => address?.length ?? 0)
    const keys = [part.mediaKey, part.fileSha256].map(({ length }) => length)
    const isBounded = addresses.every((length) => length <= ADDRESS_LIMIT_LENGTH)
    if (!isBounded || keys.some((length) => length !== KEY_BYTES)) continue
    return {
      kind,
      directPath: part.directPath ?? null,
      url: part.url ?? null,
      mediaKey: Buffer.from(part.mediaKey).toString('base64'),
      sha256: Buffer.from(part.fileSha256).toString('base64'),
    }
  }
  return null
}
