/** Marks a Curve25519 public key in Signal's own encoding. */
export const PUBLIC_KEY_TYPE = Buffer.from([5])
export const KEY_BYTES = 32

/** Strips the type byte. @throws Error with libsignal's words */
export function withoutType(publicKey: Buffer): Buffer {
  if (!Buffer.isBuffer(publicKey)) throw new Error('Invalid public key type')
  if (publicKey.byteLength === KEY_BYTES) return publicKey
  if (publicKey.byteLength === KEY_BYTES + 1 && publicKey[0] === PUBLIC_KEY_TYPE[0]) {
    return publicKey.subarray(1)
  }
  throw new Error('Invalid public key')
}

/** @throws Error with libsignal's words */
export function checkPrivateKey(privateKey: Buffer): Buffer {
  if (!Buffer.isBuffer(privateKey)) throw new Error('Invalid private key type')
  if (privateKey.byteLength !== KEY_BYTES) throw new Error('Incorrect private key length')
  return privateKey
}

/** RFC 7748, section 5: what every X25519 private key looks like. Changes the bytes it is given. */
export function clamp(scalar: Buffer): Buffer {
  scalar.writeUInt8(scalar.readUInt8(0) & 248, 0)
  scalar.writeUInt8((scalar.readUInt8(31) & 127) | 64, 31)
  return scalar
}
