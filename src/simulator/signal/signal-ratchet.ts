import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { agree, importPublic, newKeyPair, typedPublic } from '../protocol/x25519.ts'
import {
  type PreKeyMessage,
  readWhisperMessage,
  versionByte,
  writePreKeyMessage,
  writeWhisperBody,
} from './signal-wire.ts'

/**
 * Signal's double ratchet as libsignal runs it, in the little room that a million phones leave:
 * a session is one Buffer and some numbers, and the answering chain is made only when a phone
 * answers. Nothing changes in a session until its message has been authenticated.
 */
export type Session = {
  /** Root key, receiving chain key, the peer's ratchet key and the session's base key, 32 each. */
  keys: Buffer
  /** Last counter used of the receiving chain; -1 before the first. */
  counter: number
  /** Our half of the current ratchet; for an accepted session the signed pre-key at first. */
  ourRatchet: { privateKey: KeyObject; publicBytes: Buffer }
  sending: { chainKey: Buffer; counter: number } | undefined
  previousCounter: number
  skipped: Map<string, Buffer> | undefined
  /** Present until the peer has answered a session that we began: every message is a pkmsg. */
  opening: Omit<PreKeyMessage, 'message'> | undefined
}

export type Identities = { ours: Buffer; theirs: Buffer }

export type Encrypted = { type: 'pkmsg' | 'msg'; ciphertext: Buffer }

/** As far as libsignal lets a sender run ahead. */
const maximumSkipped = 2000
const noSalt = Buffer.alloc(32)
const chainKeySeed = Buffer.from([2])
const messageKeySeed = Buffer.from([1])

const slot = { root: 0, chain: 32, ratchet: 64, base: 96, end: 128 } as const

export function baseKeyOf(session: Session): Buffer {
  return session.keys.subarray(slot.base, slot.end)
}

/** The session of a peer that wrote first, from X3DH's agreements in libsignal's order. */
export function acceptSession(start: {
  agreements: Buffer[]
  baseKey: Uint8Array
  ourRatchet: Session['ourRatchet']
}): Session {
  const keys = newKeys()
  keys.set(firstRootKey(start.agreements), slot.root)
  keys.set(start.baseKey, slot.base)
  return {
    keys,
    counter: -1,
    ourRatchet: start.ourRatchet,
    sending: undefined,
    previousCounter: 0,
    skipped: undefined,
    opening: undefined,
  }
}

/** A session that we begin with the bundle of a peer who has not written. */
export function beginSession(start: {
  agreements: Buffer[]
  theirSignedPreKey: Uint8Array
  opening: Omit<PreKeyMessage, 'message'>
}): Session {
  const keys = newKeys()
  keys.set(firstRootKey(start.agreements), slot.root)
  keys.set(start.theirSignedPreKey, slot.ratchet)
  keys.set(start.opening.baseKey.subarray(1), slot.base)
  return {
    keys,
    counter: -1,
    ourRatchet: newKeyPair(),
    sending: undefined,
    previousCounter: 0,
    skipped: undefined,
    opening: start.opening,
  }
}

/** @throws when the message is not of this session, was read before, or has been altered. */
export function decryptIn(session: Session, data: Buffer, identities: Identities): Buffer {
  const { message, covered, mac } = readWhisperMessage(data)
  const ratchetKey = message.ratchetKey.subarray(1)
  const skippedName = `${ratchetKey.toString('latin1')}${message.counter}`
  const kept = session.skipped?.get(skippedName)
  if (kept) {
    const plaintext = open({ messageKey: kept, message, covered, mac, identities })
    session.skipped?.delete(skippedName)
    return plaintext
  }
  const chain = receivingChain(session, ratchetKey, message.previousCounter)
  if (message.counter <= chain.counter) throw new Error('message key used already')
  if (message.counter - chain.counter > maximumSkipped) throw new Error('too far ahead')

  let messageKey: Buffer = noSalt
  while (chain.counter < message.counter) {
    messageKey = hmac(chain.key, messageKeySeed)
    chain.key = hmac(chain.key, chainKeySeed)
    chain.counter += 1
    if (chain.counter < message.counter) {
      chain.skipped.set(`${ratchetKey.toString('latin1')}${chain.counter}`, messageKey)
    }
  }
  const plaintext = open({ messageKey, message, covered, mac, identities })
  commit(session, chain, ratchetKey)
  return plaintext
}

export function encryptIn(session: Session, plaintext: Buffer, identities: Identities): Encrypted {
  const sending = session.sending ?? startSendingChain(session)
  const messageKey = hmac(sending.chainKey, messageKeySeed)
  sending.chainKey = hmac(sending.chainKey, chainKeySeed)
  sending.counter += 1
  const { cipherKey, macKey, iv } = messageKeys(messageKey)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const body = writeWhisperBody({
    ratchetKey: typedPublic(session.ourRatchet.publicBytes),
    counter: sending.counter,
    previousCounter: session.previousCounter,
    ciphertext: Buffer.concat([cipher.update(plaintext), cipher.final()]),
  })
  const mac = macOf(macKey, { from: identities.ours, to: identities.theirs, body })
  const message = Buffer.concat([Buffer.from([versionByte]), body, mac])
  if (!session.opening) return { type: 'msg', ciphertext: message }
  return { type: 'pkmsg', ciphertext: writePreKeyMessage({ ...session.opening, message }) }
}

// Sessions live long, and Node's own pool would keep 8 kB of passing messages alive with each.
let unused = Buffer.alloc(0)

function newKeys(): Buffer {
  if (unused.length < slot.end) unused = Buffer.alloc(512 * slot.end)
  const keys = unused.subarray(0, slot.end)
  unused = unused.subarray(slot.end)
  return keys
}

type Chain = {
  root: Buffer
  key: Buffer
  counter: number
  stepped: boolean
  skipped: Map<string, Buffer>
}

function receivingChain(session: Session, ratchetKey: Buffer, previousCounter: number): Chain {
  const { keys } = session
  const root = keys.subarray(slot.root, slot.chain)
  const key = keys.subarray(slot.chain, slot.ratchet)
  const known = keys.subarray(slot.ratchet, slot.base)
  const started = session.counter >= 0
  if (started && known.equals(ratchetKey)) {
    return { root, key, counter: session.counter, stepped: false, skipped: new Map() }
  }
  const skipped = new Map<string, Buffer>()
  if (started) {
    let old = key
    const last = Math.min(previousCounter, session.counter + maximumSkipped)
    for (let counter = session.counter + 1; counter <= last; counter++) {
      skipped.set(`${known.toString('latin1')}${counter}`, hmac(old, messageKeySeed))
      old = hmac(old, chainKeySeed)
    }
  }
  const shared = agree(session.ourRatchet.privateKey, importPublic(ratchetKey))
  const next = stepRoot(shared, root)
  return { root: next.root, key: next.chainKey, counter: -1, stepped: true, skipped }
}

function commit(session: Session, chain: Chain, ratchetKey: Buffer): void {
  session.keys.set(chain.root, slot.root)
  session.keys.set(chain.key, slot.chain)
  session.keys.set(ratchetKey, slot.ratchet)
  session.counter = chain.counter
  session.opening = undefined
  if (chain.stepped) {
    session.previousCounter = session.sending?.counter ?? session.previousCounter
    session.sending = undefined
  }
  if (chain.skipped.size === 0) return
  session.skipped ??= new Map()
  for (const [name, key] of chain.skipped) session.skipped.set(name, key)
  for (const name of session.skipped.keys()) {
    if (session.skipped.size <= maximumSkipped) break
    session.skipped.delete(name)
  }
}

function startSendingChain(session: Session): { chainKey: Buffer; counter: number } {
  // An answer takes a new ratchet key; a session that we began was given its own at birth.
  if (!session.opening) session.ourRatchet = newKeyPair()
  const theirs = importPublic(session.keys.subarray(slot.ratchet, slot.base))
  const next = stepRoot(
    agree(session.ourRatchet.privateKey, theirs),
    session.keys.subarray(slot.root, slot.chain),
  )
  session.keys.set(next.root, slot.root)
  session.sending = { chainKey: next.chainKey, counter: -1 }
  return session.sending
}

function firstRootKey(agreements: Buffer[]): Buffer {
  const secret = Buffer.concat([Buffer.alloc(32, 0xff), ...agreements])
  return derive({ secret, salt: noSalt, info: 'WhisperText', length: 32 })
}

function stepRoot(shared: Buffer, root: Buffer): { root: Buffer; chainKey: Buffer } {
  const derived = derive({ secret: shared, salt: root, info: 'WhisperRatchet', length: 64 })
  return { root: derived.subarray(0, 32), chainKey: Buffer.from(derived.subarray(32)) }
}

function messageKeys(messageKey: Buffer): { cipherKey: Buffer; macKey: Buffer; iv: Buffer } {
  const keys = derive({ secret: messageKey, salt: noSalt, info: 'WhisperMessageKeys', length: 80 })
  return { cipherKey: keys.subarray(0, 32), macKey: keys.subarray(32, 64), iv: keys.subarray(64) }
}

function open(sealed: {
  messageKey: Buffer
  message: { ciphertext: Buffer }
  covered: Buffer
  mac: Buffer
  identities: Identities
}): Buffer {
  const { cipherKey, macKey, iv } = messageKeys(sealed.messageKey)
  const { ours, theirs } = sealed.identities
  const expected = macOf(macKey, { from: theirs, to: ours, body: sealed.covered })
  if (!timingSafeEqual(expected, sealed.mac)) throw new Error('bad MAC')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(sealed.message.ciphertext), decipher.final()])
}

function macOf(key: Buffer, covered: { from: Buffer; to: Buffer; body: Buffer }): Buffer {
  return createHmac('sha256', key)
    .update(covered.from)
    .update(covered.to)
    .update(Buffer.from([versionByte]))
    .update(covered.body)
    .digest()
    .subarray(0, 8)
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

function derive(wanted: { secret: Buffer; salt: Buffer; info: string; length: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', wanted.secret, wanted.salt, wanted.info, wanted.length))
}
