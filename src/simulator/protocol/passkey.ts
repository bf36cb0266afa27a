import { createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import { SimulatorError } from '../simulator-error.ts'
import type { PasskeyMode } from '../world/account-settings.ts'
import { checkSignature } from '../world/authenticator.ts'
import { bytesOf, childOf, secondsNow, server, stanza } from './stanza.ts'
import { agree, importPublic, newKeyPair } from './x25519.ts'

/** The linking of a client to an account with a passkey, as server and phone play it. */
export type PasskeyExchange = {
  /** What makes the client ask its owner for the passkey. */
  readonly demand: BinaryNode
  /** The code on the phone; null while there is none, or none is needed. */
  code(): string | null
  /**
   * Answers one question of the client; null for one that is none of this.
   * @throws SimulatorError `bad_passkey` for anything that WhatsApp would not take
   */
  take(node: BinaryNode): { readonly content: BinaryNode[]; readonly afterwards: () => void } | null
}

const keyBytes = 32
const noBytes = Buffer.alloc(0)
const alphabet = '123456789ABCDEFGHJKLMNPQRSTVWXYZ'
const challengeBytes = 32

export function startPasskeyExchange(given: {
  readonly nextId: () => string
  readonly mode: PasskeyMode
  /** The account whose passkey it must be. */
  readonly phone: string
  /** The secret of the QR or code that the phone has read. */
  readonly advSecret: Buffer
  readonly clientKeys: { readonly noiseKey: Buffer; readonly identity: Buffer }
  readonly send: (node: BinaryNode) => void
  /** Called with the secret that the client has made up for the rest. */
  readonly linked: (advSecret: Buffer) => void
}): PasskeyExchange {
  const challenge = randomBytes(challengeBytes).toString('base64url')
  const ref = randomBytes(16).toString('base64')
  const phoneNonce = randomBytes(keyBytes)
  const ephemeral = newKeyPair()
  let identityBytes = noBytes
  let identity: proto.CompanionEphemeralIdentity | undefined
  let commitment = noBytes
  let hasProof = false
  let shownCode: string | null = null
  const options = stanza('passkey_request_options', {}, Buffer.from(requestOptions(challenge)))
  const attrs = { type: 'passkey_prologue_request', from: server, id: given.nextId() }
  const demand = stanza('notification', { ...attrs, t: secondsNow() }, [options])
  return { demand, take, code: () => shownCode }

  function take(node: BinaryNode): ReturnType<PasskeyExchange['take']> {
    if (childOf(node, 'passkey_request_options')) return { content: [options], afterwards: nothing }
    if (node.attrs.type === 'get' && childOf(node, 'ref')) {
      return { content: [stanza('ref', {}, Buffer.from(ref))], afterwards: nothing }
    }
    const prologue = childOf(node, 'passkey_prologue')
    if (prologue) {
      takePrologue(prologue)
      return { content: [], afterwards: given.mode === 'stuck' ? nothing : goOn }
    }
    const nonce = childOf(node, 'companion_nonce')
    if (nonce) {
      takeNonce(bytesOf(nonce) ?? noBytes)
      return { content: [], afterwards: nothing }
    }
    const request = childOf(node, 'encrypted_pairing_request')
    if (!request) return null
    const advSecret = openRequest(bytesOf(request) ?? noBytes)
    return { content: [], afterwards: () => given.linked(advSecret) }
  }

  function takePrologue(node: BinaryNode): void {
    const assertion = (bytesOf(childOf(node, 'webauthn_assertion')) ?? noBytes).toString('utf8')
    const credentialId = bytesOf(childOf(node, 'credential_id')) ?? noBytes
    check(checkSignature(assertion, { ...given, challenge, credentialId }), 'assertion')
    const payload = bytesOf(childOf(node, 'prologue_payload')) ?? noBytes
    const proof = bytesOf(childOf(node, 'pairing_handoff_proof'))
    checkProof(payload, proof)
    const decoded = proto.ProloguePayload.decode(payload)
    identityBytes = Buffer.from(decoded.companionEphemeralIdentity ?? noBytes)
    identity = proto.CompanionEphemeralIdentity.decode(identityBytes)
    commitment = Buffer.from(decoded.commitment?.hash ?? noBytes)
    check(identity.publicKey?.length === keyBytes, 'ephemeral key')
    check(identity.ref === ref, 'ref')
    check(identity.deviceType === proto.DeviceProps.PlatformType.CHROME, 'device type')
    hasProof = proof !== undefined
  }

  function checkProof(payload: Buffer, proof: Buffer | undefined): void {
    check(given.mode !== 'badProof', 'proof')
    if (!proof) return
    const info = 'shortcake-passkey-handoff-v1'
    const key = Buffer.from(hkdfSync('sha256', given.advSecret, noBytes, info, keyBytes))
    check(createHmac('sha256', key).update(payload).digest().equals(proof), 'proof')
  }

  function goOn(): void {
    const content = proto.PrimaryEphemeralIdentity.encode({
      publicKey: ephemeral.publicBytes,
      nonce: phoneNonce,
    }).finish()
    const node = stanza('primary_ephemeral_identity', {}, new Uint8Array(content))
    const attrs = { type: 'crsc_continuation', from: server, id: given.nextId(), t: secondsNow() }
    given.send(stanza('notification', attrs, [node]))
  }

  function takeNonce(nonce: Buffer): void {
    check(nonce.length === keyBytes, 'nonce')
    const hash = createHash('sha256').update(identityBytes).update(nonce).digest()
    check(hash.equals(commitment), 'commitment')
    if (hasProof) return
    const mask = createHash('sha256').update(nonce).update(ephemeral.publicBytes).digest()
    const bits = Array.from({ length: 5 }, (_, index) =>
      ((phoneNonce[index] ?? 0) ^ (mask[index] ?? 0)).toString(2).padStart(8, '0'),
    ).join('')
    const signs = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)])
    shownCode = `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`
  }

  function openRequest(bytes: Buffer): Buffer {
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(bytes)
    const sealed = Buffer.from(encryptedPayload ?? noBytes)
    const theirs = importPublic(Buffer.from(identity?.publicKey ?? noBytes))
    const salt = `Companion Pairing ${identity?.deviceType ?? 0} with ref ${ref}`
    const info = 'Pairing Information Encryption Key'
    const shared = agree(ephemeral.privateKey, theirs)
    const key = Buffer.from(hkdfSync('sha256', shared, salt, info, keyBytes))
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv ?? noBytes))
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = [decipher.update(sealed.subarray(0, -16)), decipher.final()]
    const request = proto.PairingRequest.decode(Buffer.concat(plain))
    check(given.clientKeys.noiseKey.equals(request.companionPublicKey ?? noBytes), 'noise key')
    check(given.clientKeys.identity.equals(request.companionIdentityKey ?? noBytes), 'identity')
    check(request.advSecret?.length === keyBytes, 'secret')
    return Buffer.from(request.advSecret ?? noBytes)
  }
}

/** What WhatsApp asks a browser for: an assertion of the account's passkey. */
function requestOptions(challenge: string): string {
  return JSON.stringify({
    challenge,
    timeout: 600_000,
    rpId: 'whatsapp.com',
    allowCredentials: [],
    userVerification: 'required',
    extensions: { uvm: true },
  })
}

function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new SimulatorError('bad_passkey', what)
}

function nothing(): void {
  // The client's next question decides how it goes on.
}
