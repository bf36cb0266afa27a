import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { aesDecryptGCM, type BinaryNode, derivePairingCodeKey } from '@whiskeysockets/baileys'
import { SimulatorError } from '../simulator-error.ts'
import { server, stanza } from './stanza.ts'
import { agree, importPublic, type KeyPair, newKeyPair } from './x25519.ts'

/** Linking by a code that the client shows and the phone's owner types. */
export type CodeExchange = {
  /** What the phone answers to the client's hello. */
  notification: BinaryNode
  /** Opens the client's bundle. Gives the secret that a QR would have carried. */
  openBundle(bundle: Buffer): Buffer
}

/** A notice that the server may send about a code it has taken; not every client can read it. */
export function noticeOfCode(id: string, kind: 'empty' | 'refresh'): BinaryNode {
  const attrs: Record<string, string> = kind === 'refresh' ? { stage: 'refresh_code' } : {}
  const notice = stanza('link_code_companion_reg', attrs)
  return stanza('notification', { type: 'link_code_companion_reg', from: server, id }, [notice])
}

const saltLength = 32
const ctrIvLength = 16
const gcmIvLength = 12

export async function startCodeExchange(given: {
  id: string
  code: string
  /** The client's ephemeral key as its hello brought it. */
  wrapped: Buffer
  phoneIdentity: KeyPair
  companionIdentity: Buffer
}): Promise<CodeExchange> {
  const ephemeral = newKeyPair()
  const theirs = await unwrap(given.code, given.wrapped)
  const wrapped = await wrap(given.code, ephemeral.publicBytes)
  const notification = stanza(
    'notification',
    { type: 'link_code_companion_reg', from: server, id: given.id },
    [
      stanza('link_code_companion_reg', { stage: 'primary_hello' }, [
        stanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapped),
        stanza('primary_identity_pub', {}, given.phoneIdentity.publicBytes),
        stanza('link_code_pairing_ref', {}, randomBytes(32)),
      ]),
    ],
  )
  return { notification, openBundle }

  function openBundle(bundle: Buffer): Buffer {
    const shared = agree(ephemeral.privateKey, importPublic(theirs))
    const random = openRandom(bundle, shared)
    const identities = agree(given.phoneIdentity.privateKey, importPublic(given.companionIdentity))
    const secret = Buffer.concat([shared, identities, random])
    return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), 'adv_secret', 32))
  }

  function openRandom(bundle: Buffer, shared: Buffer): Buffer {
    const salt = bundle.subarray(0, saltLength)
    const iv = bundle.subarray(saltLength, saltLength + gcmIvLength)
    const info = 'link_code_pairing_key_bundle_encryption_key'
    const key = Buffer.from(hkdfSync('sha256', shared, salt, info, 32))
    try {
      const sealed = bundle.subarray(saltLength + gcmIvLength)
      const plain = aesDecryptGCM(sealed, key, iv, Buffer.alloc(0))
      if (!plain.subarray(0, 32).equals(given.companionIdentity)) throw new Error('other identity')
      return plain.subarray(64)
    } catch (cause) {
      throw Object.assign(new SimulatorError('wrong_code'), { cause })
    }
  }
}

async function wrap(code: string, publicBytes: Buffer): Promise<Buffer> {
  const salt = randomBytes(saltLength)
  const iv = randomBytes(ctrIvLength)
  const cipher = createCipheriv('aes-256-ctr', await derivePairingCodeKey(code, salt), iv)
  return Buffer.concat([salt, iv, cipher.update(publicBytes), cipher.final()])
}

async function unwrap(code: string, wrapped: Buffer): Promise<Buffer> {
  const salt = wrapped.subarray(0, saltLength)
  const iv = wrapped.subarray(saltLength, saltLength + ctrIvLength)
  const decipher = createDecipheriv('aes-256-ctr', await derivePairingCodeKey(code, salt), iv)
  const sealed = wrapped.subarray(saltLength + ctrIvLength)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}
