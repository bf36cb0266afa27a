import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { aesEncryptGCM, bytesToCrockford, proto } from '@whiskeysockets/baileys'
import { calculateAgreement, generateKeyPair } from '../keys/fast-curve.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const HANDOFF_INFO = 'shortcake-passkey-handoff-v1'
const ENCRYPTION_INFO = 'Pairing Information Encryption Key'
const CODE_BYTES = 5
/** What the device registers as. */
const DEVICE_TYPE = proto.DeviceProps.PlatformType.CHROME

export function createPasskeySecrets(ref: string) {
  const { pubKey, privKey } = generateKeyPair()
  const nonce = randomBytes(KEY_BYTES)
  const identity = encoded(
    proto.CompanionEphemeralIdentity.encode({
      publicKey: pubKey.subarray(1),
      deviceType: DEVICE_TYPE,
      ref,
    }),
  )
  const hash = createHash('sha256').update(identity).update(nonce).digest()
  const prologue = encoded(
    proto.ProloguePayload.encode({ companionEphemeralIdentity: identity, commitment: { hash } }),
  )
  return { nonce, prologue, handoffProof, confirmationCode, seal }

  /** Proves that this is the client that the phone has just agreed to. */
  function handoffProof(advSecret: Buffer): Buffer {
    const key = hkdfSync('sha256', advSecret, Buffer.alloc(0), HANDOFF_INFO, KEY_BYTES)
    return createHmac('sha256', Buffer.from(key)).update(prologue).digest()
  }

  /** The code that the phone shows too; if it shows another, somebody intercepts the pairing. */
  function confirmationCode(phone: PhoneIdentity): string {
    const digest = createHash('sha256').update(nonce).update(phone.publicKey).digest()
    const bytes = phone.nonce.subarray(0, CODE_BYTES).map((byte, at) => byte ^ (digest[at] ?? 0))
    const text = bytesToCrockford(Buffer.from(bytes))
    return `${text.slice(0, 4)}-${text.slice(4)}`
  }

  /** Encrypts what the phone needs to link this client. */
  function seal(phone: PhoneIdentity, request: proto.IPairingRequest): Buffer {
    const shared = calculateAgreement(phone.publicKey, privKey)
    const salt = `Companion Pairing ${DEVICE_TYPE} with ref ${ref}`
    const key = Buffer.from(hkdfSync('sha256', shared, salt, ENCRYPTION_INFO, KEY_BYTES))
    const iv = randomBytes(IV_BYTES)
    const plain = encoded(proto.PairingRequest.encode(request))
    const encryptedPayload = aesEncryptGCM(plain, key, iv, Buffer.alloc(0))
    return encoded(proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }))
  }
}

export type PhoneIdentity = { readonly publicKey: Buffer; readonly nonce: Buffer }

/** Null where it is not what a phone sends. */
export function readPhoneIdentity(bytes: Uint8Array): PhoneIdentity | null {
  const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(bytes)
  if (publicKey?.length !== KEY_BYTES || nonce?.length !== KEY_BYTES) return null
  return { publicKey: Buffer.from(publicKey), nonce: Buffer.from(nonce) }
}

function encoded(writer: { finish(): Uint8Array }): Buffer {
  return Buffer.from(writer.finish())
}
