import { randomBytes } from 'node:crypto'
import { initAuthCreds } from '@whiskeysockets/baileys'
import { makeLibSignalRepository } from '@whiskeysockets/baileys/lib/Signal/libsignal.js'
import { addTransactionCapability } from '@whiskeysockets/baileys/lib/Utils/auth-utils.js'
import fc from 'fast-check'
import pino from 'pino'
import { expect, test } from 'vitest'
import { typedPublic } from '../../../src/simulator/protocol/x25519.ts'
import { createPhoneKeyring } from '../../../src/simulator/signal/phone-keys.ts'
import {
  createPhoneSignal,
  type SessionHolder,
} from '../../../src/simulator/signal/phone-signal.ts'
import { createMemoryAuth } from '../../support/whatsapp/bare-client.ts'

const lid = '123456789012345@lid'
const logger = pino({ level: 'silent' })

/** libsignal as Baileys runs it, facing the simulator's phone. */
function aConversation() {
  const keyring = createPhoneKeyring(randomBytes(32))
  const signal = createPhoneSignal(keyring)
  const holder: SessionHolder = { phone: '5511911112222', sessions: [] }
  const keys = keyring.shared(holder.phone, 0)
  const auth = createMemoryAuth()
  const creds = initAuthCreds()
  const transactional = addTransactionCapability(auth.keys, logger, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 1,
  })
  const client = makeLibSignalRepository({ creds, keys: transactional }, logger, async () => [])
  const clientKeys = {
    identity: Buffer.from(creds.signedIdentityKey.public),
    registrationId: creds.registrationId,
    signedPreKey: {
      id: creds.signedPreKey.keyId,
      publicBytes: Buffer.from(creds.signedPreKey.keyPair.public),
      signature: Buffer.from(creds.signedPreKey.signature),
    },
  }
  return {
    holder,
    async clientOpens({ withPreKey }: { withPreKey: boolean }) {
      const bundle = {
        registrationId: keys.registrationId,
        identityKey: keys.typedIdentity,
        signedPreKey: {
          keyId: keys.signedPreKeyId,
          publicKey: typedPublic(keys.signedPreKey.publicBytes),
          signature: keys.signature,
        },
        preKey: {
          keyId: keys.oneTimePreKeyId,
          publicKey: typedPublic(keys.oneTimePreKey.publicBytes),
        },
      }
      const { preKey, ...withoutPreKey } = bundle
      await client.injectE2ESession({
        jid: lid,
        session: withPreKey ? bundle : { ...withoutPreKey, preKey },
      })
    },
    async fromClient(text: string) {
      const { type, ciphertext } = await client.encryptMessage({
        jid: lid,
        data: Buffer.from(text),
      })
      return { type, ciphertext: Buffer.from(ciphertext) }
    },
    read(message: { type: string; ciphertext: Buffer }) {
      return signal.decrypt({ holder, device: 0, client: clientKeys, ...message }).toString()
    },
    fromPhone(text: string) {
      return signal.encrypt({
        holder,
        keys,
        client: clientKeys,
        takePreKey: () => undefined,
        plaintext: Buffer.from(text),
      })
    },
    async readByClient(message: { type: 'pkmsg' | 'msg'; ciphertext: Buffer }) {
      return Buffer.from(await client.decryptMessage({ jid: lid, ...message })).toString()
    },
  }
}

test('libsignal and a phone understand each other, whoever begins and in any order of turns', async () => {
  const turns = fc.array(fc.constantFrom('client', 'phone'), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(turns, async (order) => {
      const talk = aConversation()
      await talk.clientOpens({ withPreKey: true })
      for (const [index, who] of order.entries()) {
        const text = `${who} ${index}`
        const heard =
          who === 'client'
            ? talk.read(await talk.fromClient(text))
            : await talk.readByClient(talk.fromPhone(text))
        expect(heard).toBe(text)
      }
    }),
    { numRuns: 20 },
  )
})

test('messages that overtake each other are read, across answers too', async () => {
  const talk = aConversation()
  await talk.clientOpens({ withPreKey: true })
  const [first, second, third] = [
    await talk.fromClient('um'),
    await talk.fromClient('dois'),
    await talk.fromClient('três'),
  ]
  expect(talk.read(third)).toBe('três')
  await talk.readByClient(talk.fromPhone('resposta'))
  const fourth = await talk.fromClient('quatro')
  expect(talk.read(fourth)).toBe('quatro')
  expect(talk.read(first)).toBe('um')
  expect(talk.read(second)).toBe('dois')
  for (const seen of [first, second, third, fourth]) expect(() => talk.read(seen)).toThrow()
})

test('an altered message is refused and leaves the session as it was', async () => {
  const talk = aConversation()
  await talk.clientOpens({ withPreKey: true })
  expect(talk.read(await talk.fromClient('um'))).toBe('um')
  const { type, ciphertext } = await talk.fromClient('dois')
  const altered = Buffer.from(ciphertext)
  altered[altered.length - 20] = (altered[altered.length - 20] ?? 0) ^ 1
  expect(() => talk.read({ type, ciphertext: altered })).toThrow()
  expect(talk.read({ type, ciphertext })).toBe('dois')
})

test('a session that the client begins anew replaces the old one', async () => {
  const talk = aConversation()
  for (const round of [1, 2, 3, 4]) {
    await talk.clientOpens({ withPreKey: true })
    expect(talk.read(await talk.fromClient(`rodada ${round}`))).toBe(`rodada ${round}`)
  }
  expect(talk.holder.sessions.length).toBeLessThanOrEqual(2)
  expect(await talk.readByClient(talk.fromPhone('resposta'))).toBe('resposta')
})

test('noise in place of a message is an error, not a crash', () => {
  const talk = aConversation()
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('pkmsg', 'msg'),
      (bytes, type) => {
        expect(() => talk.read({ type, ciphertext: Buffer.from(bytes) })).toThrow()
      },
    ),
  )
})
