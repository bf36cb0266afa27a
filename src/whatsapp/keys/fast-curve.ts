import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { createRequire } from 'node:module'
import { checkPrivateKey, clamp, KEY_BYTES, PUBLIC_KEY_TYPE, withoutType } from './curve-keys.ts'
import { calculateSignature, verifySignature } from './signatures.ts'

type CurveKeyPair = { pubKey: Buffer; privKey: Buffer }

/** Functions of libsignal's curve that dominate the time of pairings, logins and first messages. */
export type Curve = {
  generateKeyPair(): CurveKeyPair
  calculateAgreement(publicKey: Buffer, privateKey: Buffer): Buffer
  verifySignature: typeof verifySignature
  calculateSignature: typeof calculateSignature
}

/** What stands before a raw X25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')

/**
 * Node 20 takes eight times as long for DER as for a JWK, whose public half it does not read; releases
 * that check it are as fast with DER.
 */
const isPublicHalfIgnored = takesLonePrivateHalf()

/**
 * A session takes its base key four times and the other side's signed key three times: importing one
 * costs as much as an agreement.
 */
const RECENT_KEYS = 8
const importPrivateKey = rememberingRecent(newPrivateKey)
const importPublicKey = rememberingRecent(newPublicKey)

/** X25519 of a private key with the base point is its public key: no key object has to be exported. */
const basePoint = importPublicKey(Buffer.concat([Buffer.from([9]), Buffer.alloc(KEY_BYTES - 1)]))

/**
 * Replaces libsignal's key agreement and key generation by ones that import raw keys, which costs
 * a seventh of its parsing of DER, and its signatures by faster ones. Call it before Baileys is
 * loaded: Baileys copies the functions.
 */
export function installFastCurve(): void {
  const curve = loadCurve()
  curve.generateKeyPair = generateKeyPair
  curve.calculateAgreement = calculateAgreement
  curve.verifySignature = verifySignature
  curve.calculateSignature = calculateSignature
}

/** libsignal's own module object, through which its session code calls the curve. */
export function loadCurve(): Curve {
  const curve: Curve = createRequire(import.meta.url)('libsignal/src/curve.js')
  return curve
}

/**
 * A new key pair. Never by `generateKeyPairSync` with a JWK export: in Node 20 a garbage collection
 * within that export waits for a lock it holds itself, and the process hangs for ever.
 */
export function generateKeyPair(): CurveKeyPair {
  const privKey = clamp(randomBytes(KEY_BYTES))
  const publicKey = diffieHellman({ privateKey: importPrivateKey(privKey), publicKey: basePoint })
  return { pubKey: Buffer.concat([PUBLIC_KEY_TYPE, publicKey]), privKey }
}

export function calculateAgreement(publicKey: Buffer, privateKey: Buffer): Buffer {
  return diffieHellman({
    privateKey: importPrivateKey(checkPrivateKey(privateKey)),
    publicKey: importPublicKey(withoutType(publicKey)),
  })
}

/** Imports by `make` only what is not among the keys that were used last. */
function rememberingRecent(make: (raw: Buffer) => KeyObject): (raw: Buffer) => KeyObject {
  const recent: { readonly raw: Buffer; readonly key: KeyObject }[] = []
  return (raw) => {
    const place = recent.findLastIndex((each) => each.raw.equals(raw))
    const [known] = place < 0 ? [] : recent.splice(place, 1)
    // A copy: the caller's bytes may change.
    const used = known ?? { raw: Buffer.from(raw), key: make(raw) }
    recent.push(used)
    if (recent.length > RECENT_KEYS) recent.shift()
    return used.key
  }
}

function newPrivateKey(raw: Buffer): KeyObject {
  if (isPublicHalfIgnored) return fromLonePrivateHalf(raw)
  const key = Buffer.concat([PKCS8_HEAD, raw])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** @throws where Node checks that the public half belongs to it */
function fromLonePrivateHalf(raw: Buffer): KeyObject {
  const key = { kty: 'OKP', crv: 'X25519', x: '', d: raw.toString('base64url') }
  return createPrivateKey({ key, format: 'jwk' })
}

function takesLonePrivateHalf(): boolean {
  try {
    fromLonePrivateHalf(Buffer.alloc(KEY_BYTES, 1))
    return true
  } catch {
    return false
  }
}

function newPublicKey(raw: Buffer): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') },
    format: 'jwk',
  })
}
