import { webcrypto } from 'node:crypto'

/** Imports a secret once: with raw bytes every signature and every check would import it anew. */
export function hmacKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = new TextEncoder().encode(secret)
  return webcrypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}
