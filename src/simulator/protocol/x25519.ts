import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

export type KeyPair = { privateKey: KeyObject; privateBytes: Buffer; publicBytes: Buffer }

/** Bytes before the 32 of a raw key in its SubjectPublicKeyInfo form. */
const spkiPrefixLength = 12

/** What stands before a raw private key in its PKCS #8 form. */
const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex')

// In Node 20 a JWK imports in 7-28 us where DER takes 80-370 us; these agreements are most of what a
// message costs the simulator. Only the public half may be exported, and never as JWK: that export
// can deadlock Node 20 during a garbage collection. Later releases are as fast with DER, and some
// check the public half.
function importPrivate(raw: Uint8Array): KeyObject {
  if (readsPrivateHalfAlone) return fromJwk(raw)
  const key = Buffer.concat([pkcs8Head, raw])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** Where Node reads the private half alone, it yet wants an `x` of the right length. */
function fromJwk(raw: Uint8Array): KeyObject {
  const d = Buffer.from(raw).toString('base64url')
  const x = Buffer.alloc(32).toString('base64url')
  return createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', d, x }, format: 'jwk' })
}

const readsPrivateHalfAlone = takesJwk()

function takesJwk(): boolean {
  try {
    fromJwk(Buffer.alloc(32, 1))
    return true
  } catch {
    return false
  }
}

/** Takes a raw public key of 32 bytes, or of 33 with Signal's type byte in front. */
export function importPublic(key: Uint8Array): KeyObject {
  const x = rawPublic(key).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' })
}

export function agree(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  return diffieHellman({ privateKey, publicKey })
}

export function keyPairFrom(privateBytes: Uint8Array): KeyPair {
  const privateKey = importPrivate(privateBytes)
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    privateKey,
    privateBytes: Buffer.from(privateBytes),
    publicBytes: Buffer.from(spki.subarray(spkiPrefixLength)),
  }
}

export function newKeyPair(): KeyPair {
  return keyPairFrom(randomBytes(32))
}

export function rawPublic(key: Uint8Array): Buffer {
  const raw = key.length === 33 ? key.subarray(1) : key
  return Buffer.from(raw.buffer, raw.byteOffset, raw.length)
}

/** The form Signal puts on the wire and signs: a type byte, then the 32 bytes. */
export function typedPublic(raw: Uint8Array): Buffer {
  return raw.length === 33 ? Buffer.from(raw) : Buffer.concat([Buffer.from([5]), raw])
}
