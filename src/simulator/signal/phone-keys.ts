import { createHash, hkdfSync } from 'node:crypto'
import { Curve } from '@whiskeysockets/baileys'
import { type KeyPair, keyPairFrom, typedPublic } from '../protocol/x25519.ts'

/** What a phone holds: an identity, a signed pre-key and a one-time pre-key that never runs out. */
export type PhoneKeys = {
  identity: KeyPair
  /** The identity's public half as Signal writes it, 33 bytes. */
  typedIdentity: Buffer
  signedPreKey: KeyPair
  signature: Buffer
  oneTimePreKey: KeyPair
  registrationId: number
  signedPreKeyId: number
  oneTimePreKeyId: number
}

/**
 * The keys of every phone there is. Ordinary people share a few identities, since a key pair and
 * its signature for each of a million would cost more than the messages; who plays an account has
 * an identity of their own. All of them follow from the seed, so a restart finds the same phones.
 */
export type PhoneKeyring = {
  shared(phone: string, device: number): PhoneKeys
  ofAccount(phone: string): PhoneKeys
  /** Which keys an incoming pre-key message was made for, by its signed pre-key's id. */
  find(phone: string, signedPreKeyId: number): PhoneKeys | undefined
}

const sharedIdentities = 8
/** Ids above the shared ones; three bytes hold up to 16,777,215. */
const firstAccountKeyId = 1000

export function createPhoneKeyring(seed: Buffer): PhoneKeyring {
  const pool = new Map<number, PhoneKeys>()
  const accounts = new Map<string, PhoneKeys>()
  return { shared, ofAccount, find }

  function shared(phone: string, device: number): PhoneKeys {
    return pooled((Number(phone.slice(-6)) + device) % sharedIdentities)
  }

  function pooled(index: number): PhoneKeys {
    const known = pool.get(index)
    if (known) return known
    const keys = makeKeys(seed, { label: `shared ${index}`, keyId: index + 1 })
    pool.set(index, keys)
    return keys
  }

  function ofAccount(phone: string): PhoneKeys {
    const known = accounts.get(phone)
    if (known) return known
    const keys = makeKeys(seed, { label: `account ${phone}`, keyId: accountKeyId(phone) })
    accounts.set(phone, keys)
    return keys
  }

  function find(phone: string, signedPreKeyId: number): PhoneKeys | undefined {
    if (signedPreKeyId >= 1 && signedPreKeyId <= sharedIdentities) return pooled(signedPreKeyId - 1)
    return signedPreKeyId === accountKeyId(phone) ? ofAccount(phone) : undefined
  }
}

function accountKeyId(phone: string): number {
  return (
    firstAccountKeyId + (createHash('sha256').update(phone).digest().readUInt32BE() % 1_000_000)
  )
}

function makeKeys(seed: Buffer, { label, keyId }: { label: string; keyId: number }): PhoneKeys {
  const identity = derivedPair(seed, `${label} identity`)
  const signedPreKey = derivedPair(seed, `${label} signed pre-key`)
  const signed = typedPublic(signedPreKey.publicBytes)
  return {
    identity,
    typedIdentity: typedPublic(identity.publicBytes),
    signedPreKey,
    signature: Buffer.from(Curve.sign(identity.privateBytes, signed)),
    oneTimePreKey: derivedPair(seed, `${label} one-time pre-key`),
    registrationId: 1 + (keyId % 16_000),
    signedPreKeyId: keyId,
    oneTimePreKeyId: keyId,
  }
}

function derivedPair(seed: Buffer, label: string): KeyPair {
  return keyPairFrom(Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), label, 32)))
}
