import { createDecipheriv, createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Agent, get } from 'node:https'
import { getMediaKeys } from '@whiskeysockets/baileys'
import type { InboundMedia } from '../../domain/messenger.ts'

const MEDIA_HOST = 'mmg.whatsapp.net'
const WHATSAPP_DOMAIN = '.whatsapp.net'
const TIMEOUT_MS = 30_000
const MAC_LENGTH = 10
const BLOCK_LENGTH = 16

/** A file of a message, or one that the account's phone left for its clients. */
type SealedFile = Omit<InboundMedia, 'kind'> & {
  readonly kind: InboundMedia['kind'] | 'md-msg-hist' | 'md-app-state'
}

/**
 * Downloads and decrypts the file of a message. Not with Baileys, which would read a file of any
 * size from whatever host the message names.
 * @throws Error for a file that cannot be downloaded, is too large, or does not match the message
 */
export async function downloadMedia(
  media: SealedFile,
  {
    limitBytes,
    agent,
    serverUrl,
  }: {
    readonly limitBytes: number
    readonly agent: Agent | null
    /** Address of the simulator, if it runs: its media lie on the same host. */
    readonly serverUrl: string | null
  },
): Promise<Uint8Array> {
  const url = addressOf(media, serverUrl)
  const sealed = await fetchWhole(url, {
    agent,
    limitBytes: limitBytes + MAC_LENGTH + BLOCK_LENGTH,
  })
  const { iv, cipherKey, macKey } = await getMediaKeys(
    Buffer.from(media.mediaKey, 'base64'),
    media.kind,
  )
  if (!macKey) throw new Error('a media key without a key for its check')
  const encrypted = sealed.subarray(0, -MAC_LENGTH)
  const mac = createHmac('sha256', macKey).update(iv).update(encrypted).digest()
  if (!mac.subarray(0, MAC_LENGTH).equals(sealed.subarray(-MAC_LENGTH))) {
    throw new Error('a file that was changed on its way')
  }
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const file = Buffer.concat([decipher.update(encrypted), decipher.final()])
  const sha256 = createHash('sha256').update(file).digest('base64')
  if (sha256 !== media.sha256) throw new Error('a file other than the message says')
  return file
}

/**
 * Accepts only WhatsApp's own hosts: the address comes from the message, which anyone may have
 * written.
 */
function addressOf({ directPath, url }: SealedFile, serverUrl: string | null): URL {
  const named = url !== null && URL.canParse(url) ? new URL(url) : null
  const played = serverUrl === null ? null : new URL(serverUrl).hostname
  const isKnown =
    named !== null && (named.hostname.endsWith(WHATSAPP_DOMAIN) || named.hostname === played)
  const host = named && isKnown ? named.host : MEDIA_HOST
  const path = directPath ?? (named ? `${named.pathname}${named.search}` : '/')
  const address = new URL(path.startsWith('/') ? path : `/${path}`, `https://${host}`)
  if (address.host !== host) throw new Error('a path that leads to another host')
  return address
}

async function fetchWhole(
  url: URL,
  { agent, limitBytes }: { readonly agent: Agent | null; readonly limitBytes: number },
): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, {
      signal,
      headers: { origin: 'https://web.whatsapp.com' },
      ...(agent && { agent }),
    })
      .once('response', resolve)
      .once('error', reject)
  })
  const chunks: Buffer[] = []
  let size = 0
  const cut = () => response.destroy(new Error('the file took too long'))
  signal.addEventListener('abort', cut)
  try {
    if (response.statusCode !== 200) throw new Error(`the media host said ${response.statusCode}`)
    for await (const chunk of response) {
      size += chunk.length
      if (size > limitBytes) throw new Error(`a file above ${limitBytes} bytes`)
      chunks.push(chunk)
    }
  } finally {
    signal.removeEventListener('abort', cut)
    response.destroy()
  }
  return Buffer.concat(chunks)
}
