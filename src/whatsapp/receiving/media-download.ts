import { createDecipheriv, createHash, createHmac, type Decipher } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Agent, get } from 'node:https'
import { getMediaKeys } from '@whiskeysockets/baileys'
import type { DownloadFailure, DownloadLimits } from '../../domain/media-download.ts'
import type { InboundMedia } from '../../domain/messenger.ts'

const MEDIA_HOST = 'mmg.whatsapp.net'
const WHATSAPP_DOMAIN = '.whatsapp.net'
const TIMEOUT_MS = 30_000
const MAC_LENGTH = 10
const BLOCK_LENGTH = 16
/** Statuses for a file that is gone, or whose address has expired, as after some weeks. */
const GONE_STATUSES: readonly (number | undefined)[] = [403, 404, 410]

/** Why a file could not be had. */
export class MediaError extends Error {
  readonly failure: DownloadFailure

  constructor(failure: DownloadFailure, message: string) {
    super(message)
    this.name = 'MediaError'
    this.failure = failure
  }
}

/** A file of a message, or one that the account's phone left for its clients. */
type SealedFile = Omit<InboundMedia, 'kind'> & {
  readonly kind: InboundMedia['kind'] | 'md-msg-hist' | 'md-app-state'
}

type DownloadOptions = DownloadLimits & {
  readonly agent: Agent | null
  /** Address of the simulator, if it runs: its media lie on the same host. */
  readonly serverUrl: string | null
  /** Aborted when nobody waits for the file any more. */
  readonly unwanted?: AbortSignal
}

/**
 * Downloads the file of a message, and decrypts it while it comes: no more than a piece of the
 * sealed file is ever held. Not with Baileys, which would read a file of any size from whatever
 * host the message names.
 * @throws MediaError, or Error for anything that may pass
 */
export async function downloadMedia(
  media: SealedFile,
  { limitBytes, timeoutMs = TIMEOUT_MS, agent, serverUrl, unwanted }: DownloadOptions,
): Promise<Uint8Array> {
  const url = addressOf(media, serverUrl)
  const inTime = AbortSignal.timeout(timeoutMs)
  const signal = unwanted ? AbortSignal.any([inTime, unwanted]) : inTime
  const sealed = { limitBytes: limitBytes + MAC_LENGTH + BLOCK_LENGTH, signal, agent }
  const opening = await createOpening(media).catch(throwDamaged)
  for await (const piece of fetchPieces(url, sealed)) opening.take(piece)
  return opening.end()
}

/** Decrypts a sealed file piece by piece; its last bytes are a MAC of all the others. */
async function createOpening({ mediaKey, kind, sha256 }: SealedFile) {
  const { iv, cipherKey, macKey } = await getMediaKeys(Buffer.from(mediaKey, 'base64'), kind)
  if (!macKey) throw new Error('a media key without a key for its check')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const mac = createHmac('sha256', macKey).update(iv)
  const hash = createHash('sha256')
  const opened: Buffer[] = []
  /** The last bytes that came: they may be the MAC. */
  let held = Buffer.alloc(0)
  return { take, end }

  function take(piece: Uint8Array): void {
    const known = Buffer.concat([held, piece])
    const end = Math.max(0, known.length - MAC_LENGTH)
    held = known.subarray(end)
    mac.update(known.subarray(0, end))
    keep(decipher.update(known.subarray(0, end)))
  }

  function keep(bytes: Buffer): void {
    hash.update(bytes)
    opened.push(bytes)
  }

  /** The whole file, in a buffer of its own. @throws MediaError where it is not the message's */
  function end(): Uint8Array {
    if (!mac.digest().subarray(0, MAC_LENGTH).equals(held)) {
      throw new MediaError('damaged', 'a file that was changed on its way')
    }
    keep(lastOf(decipher))
    if (hash.digest('base64') !== sha256) {
      throw new MediaError('damaged', 'a file other than the message says')
    }
    const file = new Uint8Array(opened.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const bytes of opened) {
      file.set(bytes, at)
      at += bytes.length
    }
    return file
  }
}

function lastOf(decipher: Decipher): Buffer {
  try {
    return decipher.final()
  } catch (error) {
    return throwDamaged(error)
  }
}

/** Throws for a fault that another try would find again. */
function throwDamaged(error: unknown): never {
  throw new MediaError('damaged', error instanceof Error ? error.message : String(error))
}

/**
 * Accepts only WhatsApp's own hosts: the address comes from the message, which anyone may have
 * written.
 * @throws MediaError where it leads elsewhere
 */
function addressOf({ directPath, url }: SealedFile, serverUrl: string | null): URL {
  const named = url !== null && URL.canParse(url) ? new URL(url) : null
  const played = serverUrl === null ? null : new URL(serverUrl).hostname
  const isKnown =
    named !== null && (named.hostname.endsWith(WHATSAPP_DOMAIN) || named.hostname === played)
  const host = named && isKnown ? named.host : MEDIA_HOST
  const path = directPath ?? (named ? `${named.pathname}${named.search}` : '/')
  const written = path.startsWith('/') ? path : `/${path}`
  const base = `https://${host}`
  const address = URL.canParse(written, base) ? new URL(written, base) : null
  if (address?.host === host) return address
  throw new MediaError('damaged', 'a path that leads to another host')
}

/** @throws MediaError where it is gone or too large, Error for anything else */
async function* fetchPieces(
  url: URL,
  {
    agent,
    limitBytes,
    signal,
  }: Pick<DownloadOptions, 'agent' | 'limitBytes'> & { readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, {
      signal,
      headers: { origin: 'https://web.whatsapp.com' },
      ...(agent && { agent }),
    })
      .once('response', resolve)
      .once('error', reject)
  })
  let size = 0
  const cut = () => response.destroy(new Error('the file took too long, or nobody waits for it'))
  signal.addEventListener('abort', cut)
  try {
    const { statusCode: status } = response
    const failure = GONE_STATUSES.includes(status) ? 'gone' : 'failed'
    if (status !== 200) throw new MediaError(failure, `the media host said ${status}`)
    for await (const chunk of response) {
      size += chunk.length
      if (size > limitBytes) throw new MediaError('too_large', `a file above ${limitBytes} bytes`)
      yield chunk
    }
  } finally {
    signal.removeEventListener('abort', cut)
    response.destroy()
  }
}
