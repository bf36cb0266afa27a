import { agree, importPublic, newKeyPair, rawPublic, typedPublic } from '../protocol/x25519.ts'
import type { PhoneKeyring, PhoneKeys } from './phone-keys.ts'
import {
  acceptSession,
  baseKeyOf,
  beginSession,
  decryptIn,
  type Encrypted,
  encryptIn,
  type Session,
} from './signal-ratchet.ts'
import { readPreKeyMessage } from './signal-wire.ts'

/** The keys that a linked client has published, as its peers see them. */
export type ClientKeys = {
  /** 32 bytes. */
  identity: Buffer
  registrationId: number
  signedPreKey: { id: number; publicBytes: Buffer; signature: Buffer }
}

/** One session of a phone's device with a linked client. */
type PhoneSession = {
  client: ClientKeys
  device: number
  keys: PhoneKeys
  session: Session
}

/** Who holds sessions: a phone, with all its devices. */
export type SessionHolder = {
  phone: string
  sessions: PhoneSession[]
  /** Signed pre-keys, by id, of a phone that was set up anew since. */
  forgottenKeys?: ReadonlySet<number>
}

export type PhoneSignal = {
  /** @throws when it cannot be decrypted, as a phone then asks for a retry. */
  decrypt(message: {
    holder: SessionHolder
    device: number
    client: ClientKeys
    type: string
    ciphertext: Buffer
  }): Buffer
  /** Goes on in the newest session, or begins one with the client's keys. */
  encrypt(message: {
    holder: SessionHolder
    keys: PhoneKeys
    client: ClientKeys
    takePreKey: () => { id: number; publicBytes: Buffer } | undefined
    plaintext: Buffer
  }): Encrypted
}

/** A replaced session may still have messages under way; older ones are of no use. */
const keptSessions = 2

export function createPhoneSignal(keyring: PhoneKeyring): PhoneSignal {
  // The one agreement of X3DH that is the same in every session of a client with an identity.
  const identityAgreements = new WeakMap<ClientKeys, Map<PhoneKeys, Buffer>>()
  return { decrypt, encrypt }

  function decrypt(message: Parameters<PhoneSignal['decrypt']>[0]): Buffer {
    const { holder, device, client, ciphertext } = message
    const known = holder.sessions.filter((one) => one.client === client && one.device === device)
    if (message.type === 'pkmsg') return decryptFirst(message, known)

    let failure: unknown = new Error('no session')
    for (const { session, keys } of known) {
      try {
        return decryptIn(session, ciphertext, identitiesOf(keys, client))
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  function decryptFirst(
    message: Parameters<PhoneSignal['decrypt']>[0],
    known: PhoneSession[],
  ): Buffer {
    const { holder, device, client } = message
    const first = readPreKeyMessage(message.ciphertext)
    if (!rawPublic(first.identityKey).equals(client.identity)) throw new Error('foreign identity')
    const baseKey = rawPublic(first.baseKey)
    const same = known.find(({ session }) => baseKeyOf(session).equals(baseKey))
    if (same) return decryptIn(same.session, first.message, identitiesOf(same.keys, client))

    const keys = keyring.find(holder.phone, first.signedPreKeyId)
    const isForgotten = holder.forgottenKeys?.has(first.signedPreKeyId) ?? false
    if (!keys || isForgotten) throw new Error('unknown signed pre-key')
    if (first.preKeyId !== undefined && first.preKeyId !== keys.oneTimePreKeyId) {
      throw new Error('unknown pre-key')
    }
    const theirBase = importPublic(baseKey)
    const agreements = [
      identityAgreement(client, keys),
      agree(keys.identity.privateKey, theirBase),
      agree(keys.signedPreKey.privateKey, theirBase),
    ]
    if (first.preKeyId !== undefined) {
      agreements.push(agree(keys.oneTimePreKey.privateKey, theirBase))
    }
    const session = acceptSession({ agreements, baseKey, ourRatchet: keys.signedPreKey })
    const plaintext = decryptIn(session, first.message, identitiesOf(keys, client))
    remember(holder, { client, device, keys, session }, known)
    return plaintext
  }

  function encrypt(message: Parameters<PhoneSignal['encrypt']>[0]): Encrypted {
    const { holder, keys, client, plaintext } = message
    const newest = holder.sessions.find((one) => one.client === client && one.device === 0)
    if (newest) return encryptIn(newest.session, plaintext, identitiesOf(newest.keys, client))

    const preKey = message.takePreKey()
    const base = newKeyPair()
    const theirSigned = importPublic(client.signedPreKey.publicBytes)
    const agreements = [
      agree(keys.identity.privateKey, theirSigned),
      agree(base.privateKey, importPublic(client.identity)),
      agree(base.privateKey, theirSigned),
    ]
    if (preKey) agreements.push(agree(base.privateKey, importPublic(preKey.publicBytes)))
    const session = beginSession({
      agreements,
      theirSignedPreKey: client.signedPreKey.publicBytes,
      opening: {
        registrationId: keys.registrationId,
        preKeyId: preKey?.id,
        signedPreKeyId: client.signedPreKey.id,
        baseKey: typedPublic(base.publicBytes),
        identityKey: keys.typedIdentity,
      },
    })
    remember(holder, { client, device: 0, keys, session }, [])
    return encryptIn(session, plaintext, identitiesOf(keys, client))
  }

  function identityAgreement(client: ClientKeys, keys: PhoneKeys): Buffer {
    let ofClient = identityAgreements.get(client)
    if (!ofClient) {
      ofClient = new Map()
      identityAgreements.set(client, ofClient)
    }
    let agreement = ofClient.get(keys)
    if (!agreement) {
      agreement = agree(keys.signedPreKey.privateKey, importPublic(client.identity))
      ofClient.set(keys, agreement)
    }
    return agreement
  }
}

function remember(holder: SessionHolder, added: PhoneSession, older: PhoneSession[]): void {
  if (holder.sessions.length === 0) {
    // Exactly one place: an array that grows takes sixteen at once, for each of a million people.
    holder.sessions = [added]
    return
  }
  const dropped = new Set(older.slice(keptSessions - 1))
  holder.sessions = [added, ...holder.sessions.filter((one) => !dropped.has(one))]
}

function identitiesOf(keys: PhoneKeys, client: ClientKeys) {
  return { ours: keys.typedIdentity, theirs: typedPublic(client.identity) }
}
