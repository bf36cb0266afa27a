import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** The blobs that clients uploaded, and what a phone finds when it opens one. */
export type Media = {
  save(path: string, blob: Buffer): void
  find(path: string): Buffer | undefined
  /** Puts a phone's file there, as a client would have uploaded it. */
  seal(file: Buffer, type: SealedType): SealedFile
  /** SHA-256 of the decrypted file in hex; `null` when it is missing or was tampered with. */
  open(file: { type: MediaType; path: string; mediaKey: Buffer; sha256: Buffer }): string | null
}

export type SealedFile = {
  readonly path: string
  readonly mediaKey: Buffer
  readonly sha256: Buffer
  readonly sealedSha256: Buffer
}

type MediaType = 'image' | 'video' | 'audio' | 'document' | 'sticker'
type SealedType = MediaType | 'history' | 'settings'

const keyInfo: Record<SealedType, string> = {
  history: 'WhatsApp History Keys',
  settings: 'WhatsApp App State Keys',
  image: 'WhatsApp Image Keys',
  sticker: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
}
const macLength = 10

/** Keeps the newest uploads up to `maximumBytes`; phones open a file when its message comes. */
export function createMedia(options: { maximumBytes: number; failed: () => void }): Media {
  const blobs = new Map<string, Buffer>()
  const opened = new Map<string, string>()
  let bytes = 0
  return { save, seal, open, find: (path) => blobs.get(path) }

  function seal(file: Buffer, type: SealedType): SealedFile {
    const mediaKey = randomBytes(32)
    const blob = encrypt(file, { type, mediaKey })
    const path = newMediaPath()
    save(path, blob)
    return { path, mediaKey, sha256: hashOf(file), sealedSha256: hashOf(blob) }
  }

  function save(path: string, blob: Buffer): void {
    bytes += blob.length - (blobs.get(path)?.length ?? 0)
    blobs.delete(path)
    blobs.set(path, blob)
    for (const [oldest, old] of blobs) {
      if (bytes <= options.maximumBytes || oldest === path) break
      blobs.delete(oldest)
      bytes -= old.length
    }
  }

  function open(file: Parameters<Media['open']>[0]): string | null {
    const name = `${file.path} ${file.mediaKey.toString('base64')}`
    const known = opened.get(name)
    if (known) return known
    const blob = blobs.get(file.path)
    const sha256 = blob ? decrypt(blob, file) : undefined
    if (!sha256?.equals(file.sha256)) {
      options.failed()
      return null
    }
    if (opened.size >= 1000) opened.clear()
    const hex = sha256.toString('hex')
    opened.set(name, hex)
    return hex
  }
}

/** A path of its own for each upload, as on the real server. */
export function newMediaPath(): string {
  return `/v/t62.7118-24/${randomBytes(12).toString('hex')}.enc`
}

function encrypt(file: Buffer, keyed: { type: SealedType; mediaKey: Buffer }): Buffer {
  const { iv, cipherKey, macKey } = keysFor(keyed)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const sealed = Buffer.concat([cipher.update(file), cipher.final()])
  const mac = createHmac('sha256', macKey).update(iv).update(sealed).digest()
  return Buffer.concat([sealed, mac.subarray(0, macLength)])
}

function decrypt(blob: Buffer, keyed: { type: MediaType; mediaKey: Buffer }): Buffer | undefined {
  const { iv, cipherKey, macKey } = keysFor(keyed)
  const sealed = blob.subarray(0, -macLength)
  const mac = createHmac('sha256', macKey).update(iv).update(sealed).digest()
  if (!mac.subarray(0, macLength).equals(blob.subarray(-macLength))) return undefined
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return createHash('sha256').update(decipher.update(sealed)).update(decipher.final()).digest()
}

function keysFor({ type, mediaKey }: { type: SealedType; mediaKey: Buffer }) {
  const keys = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), keyInfo[type], 112))
  return {
    iv: keys.subarray(0, 16),
    cipherKey: keys.subarray(16, 48),
    macKey: keys.subarray(48, 80),
  }
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
