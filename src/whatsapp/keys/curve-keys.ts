/** Marks a Curve25519 public key in Signal's own encoding. */
export const PUBLIC_KEY_TYPE = Buffer.from([5])
export const KEY_BYTES = 32

/** The key itself. @throws Error of libsignal's words */
export function withoutType(publicKey: Buffer): Buffer {
  if (!Buffer.isBuffer(publicKey)) throw new Error('Invalid public key type')
  if (publicKey.byteLength === KEY_BYTES) return publicKey
  if (publicKey.byteLength === KEY_BYTES + 1 && publicKey[0] === PUBLIC_KEY_TYPE[0]) {
    return publicKey.subarray(1)
  }
  throw new Error('Invalid public key')
}
