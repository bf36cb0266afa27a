import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import { childOf, secondsNow, stanza } from '../protocol/stanza.ts'
import type { Companion, World } from '../world/world.ts'
import { type Change, carded, filed, type PhoneCard, type PhoneFile, written } from './contents.ts'
import { type Media, newMediaPath, type SealedFile } from './media-store.ts'
import { deliver } from './outbox.ts'

/** Messages whose files the phones have. */
const keptFiles = 1000
const notFound = '2'

/** What phones know of the files in messages, which they lay on the server once more when asked. */
export function createPhoneFiles(
  world: World,
  { media, mediaHost }: { media: Media; mediaHost: () => string },
) {
  const files = new Map<string, Pick<SealedFile, 'path' | 'mediaKey'>>()
  return { contentOf, layAgain }

  /** What a phone writes into a message. */
  function contentOf(
    messageId: string,
    {
      text,
      file,
      card,
      change,
    }: { text: string; file: PhoneFile | null; card: PhoneCard | null; change: Change | null },
  ): proto.IMessage {
    if (card) return carded(card)
    if (!file) return written(text, change)
    const sealed = media.seal(file.bytes, file.kind)
    note(messageId, sealed)
    return filed(file, { caption: text, sealed, mediaHost: mediaHost() })
  }

  function note(messageId: string, { path, mediaKey }: SealedFile): void {
    files.set(messageId, { path, mediaKey })
    for (const oldest of files.keys()) {
      if (files.size <= keptFiles) break
      files.delete(oldest)
    }
  }

  /** Answers a client that could not find a message's file any more. */
  function layAgain(companion: Companion, receipt: BinaryNode): void {
    const { phoneFiles } = world.faults
    if (phoneFiles === 'unanswered') return
    const { id = '', to = '' } = receipt.attrs
    const file = phoneFiles === 'lost' ? undefined : files.get(id)
    const blob = file && media.find(file.path)
    const named = { ...childOf(receipt, 'rmr')?.attrs }
    const attrs = { id, type: 'mediaretry', from: to, t: secondsNow() }
    const content =
      file && blob
        ? sealed(id, file.mediaKey, layThere(blob))
        : stanza('error', { code: notFound, type: 'media' })
    deliver(world, companion, stanza('notification', attrs, [content, stanza('rmr', named)]))
  }

  function layThere(blob: Buffer): string {
    const path = newMediaPath()
    media.save(path, blob)
    return path
  }
}

/** Where the file lies now, which only those who have its key can read. */
function sealed(stanzaId: string, mediaKey: Buffer, directPath: string): BinaryNode {
  const result = proto.MediaRetryNotification.ResultType.SUCCESS
  const plain = proto.MediaRetryNotification.encode({ stanzaId, directPath, result }).finish()
  const info = 'WhatsApp Media Retry Notification'
  const key = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), info, 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(stanzaId))
  const text = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return stanza('encrypt', {}, [stanza('enc_p', {}, text), stanza('enc_iv', {}, iv)])
}
