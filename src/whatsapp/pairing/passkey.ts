import { randomBytes } from 'node:crypto'
import {
  type BinaryNode,
  getBinaryNodeChild,
  S_WHATSAPP_NET,
  type WASocket,
} from '@whiskeysockets/baileys'
import { z } from 'zod'
import type { DisconnectCode } from '../../contract/devices/device.ts'
import { PasskeyStep } from '../../contract/devices/passkey.ts'
import type { PasskeyState } from '../../domain/messenger.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import type { PairingTimings } from './pairing-timings.ts'
import { createPasskeySecrets, type PhoneIdentity, readPhoneIdentity } from './passkey-crypto.ts'

export type PasskeyCeremony = ReturnType<typeof createPasskeyCeremony>

const ADV_SECRET_BYTES = 32

/**
 * Links a device to an account with a passkey: the owner shows the passkey on WhatsApp's own page,
 * and what the browser answers goes to WhatsApp with keys of ours. The socket, its keys and the code
 * that was read stay as they are all the while.
 */
export function createPasskeyCeremony({
  sock,
  store,
  timings,
  publish,
  fail,
}: {
  readonly sock: WASocket
  readonly store: AuthStore
  readonly timings: PairingTimings
  readonly publish: (state: PasskeyState) => void
  readonly fail: (reason: DisconnectCode) => void
}) {
  const startedAtMs = Date.now()
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let isAnswered = false
  let confirmed: () => void = () => undefined
  return { begin, answer, confirm: () => confirmed(), stop }

  /** Takes in WhatsApp's demand, and asks the owner. */
  function begin(notification: BinaryNode): void {
    guard(async () => {
      const request = await readRequest(notification)
      const untilMs = startedAtMs + timings.passkeyLimitMs
      expect(untilMs, 'passkey_required')
      publishStep({ step: PasskeyStep.assertion, request, code: null, untilMs })
    })
  }

  async function readRequest(notification: BinaryNode): Promise<string> {
    const given = textIn(notification, 'passkey_request_options')
    if (given !== '') return given
    const answer = await ask('get', { tag: 'passkey_request_options', attrs: {} })
    return textIn(answer, 'passkey_request_options')
  }

  /** Goes on with what the owner's browser answered; only the first answer counts. */
  function answer(assertion: string): void {
    if (isAnswered || isOver) return
    isAnswered = true
    const stuckMs = Date.now() + timings.passkeyStuckMs
    expect(stuckMs, 'passkey_stuck')
    publishStep({ step: PasskeyStep.waiting, request: null, code: null, untilMs: stuckMs })
    guard(() => goOn(assertion))
  }

  async function goOn(assertion: string): Promise<void> {
    const continued = nextContinuation()
    const ref = textIn(await ask('get', { tag: 'ref', attrs: {} }), 'ref')
    const secrets = createPasskeySecrets(ref)
    const hasProof = Date.now() - startedAtMs < timings.passkeyHandoffMs
    const advSecret = Buffer.from(store.creds.advSecretKey, 'base64')
    const proof = hasProof ? [bytes('pairing_handoff_proof', secrets.handoffProof(advSecret))] : []
    await ask('set', {
      tag: 'passkey_prologue',
      attrs: {},
      content: [
        bytes('credential_id', credentialIdOf(assertion)),
        bytes('webauthn_assertion', Buffer.from(assertion)),
        bytes('prologue_payload', secrets.prologue),
        ...proof,
      ],
    })
    const phone = await continued
    await ask('set', bytes('companion_nonce', secrets.nonce))
    if (!hasProof) await confirmation(secrets.confirmationCode(phone))
    await requestPairing(secrets.seal, phone)
  }

  /** Sends the phone our keys, under a new secret, by which its answer will be known. */
  async function requestPairing(
    seal: ReturnType<typeof createPasskeySecrets>['seal'],
    phone: PhoneIdentity,
  ): Promise<void> {
    const { creds } = store
    const advSecret = randomBytes(ADV_SECRET_BYTES)
    const sealed = seal(phone, {
      companionPublicKey: creds.noiseKey.public,
      companionIdentityKey: creds.signedIdentityKey.public,
      advSecret,
    })
    creds.advSecretKey = advSecret.toString('base64')
    store.saveCreds()
    expect(Date.now() + timings.passkeyStuckMs, 'passkey_stuck')
    await ask('set', bytes('encrypted_pairing_request', sealed))
  }

  function nextContinuation(): Promise<PhoneIdentity> {
    return new Promise((resolve, reject) => {
      sock.ws.once('CB:notification,type:crsc_continuation', (node: BinaryNode) => {
        const content = getBinaryNodeChild(node, 'primary_ephemeral_identity')?.content
        const phone = content instanceof Uint8Array ? readPhoneIdentity(content) : null
        if (phone) resolve(phone)
        else reject(new Error('the phone’s identity can not be read'))
      })
    })
  }

  /** Shows the code, and resolves when the owner has said that the phone shows the same. */
  function confirmation(code: string): Promise<void> {
    const untilMs = startedAtMs + timings.passkeyLimitMs
    expect(untilMs, 'passkey_stuck')
    publishStep({ step: PasskeyStep.confirm, request: null, code, untilMs })
    return new Promise((resolve) => {
      confirmed = () => {
        const stuckMs = Date.now() + timings.passkeyStuckMs
        publishStep({ step: PasskeyStep.waiting, request: null, code: null, untilMs: stuckMs })
        resolve()
      }
    })
  }

  function ask(type: 'get' | 'set', child: BinaryNode): Promise<BinaryNode> {
    const attrs = { type, xmlns: 'md', to: S_WHATSAPP_NET }
    return sock.query({ tag: 'iq', attrs, content: [child] })
  }

  function guard(work: () => Promise<void>): void {
    work().catch(() => end('passkey_refused'))
  }

  function expect(untilMs: number, otherwise: DisconnectCode): void {
    clearTimeout(timer)
    timer = setTimeout(() => end(otherwise), untilMs - Date.now())
  }

  function publishStep({
    untilMs,
    ...state
  }: Omit<PasskeyState, 'until'> & { readonly untilMs: number }): void {
    if (!isOver) publish({ ...state, until: new Date(untilMs).toISOString() })
  }

  function end(reason: DisconnectCode): void {
    if (isOver) return
    stop()
    fail(reason)
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
  }
}

function bytes(tag: string, content: Uint8Array): BinaryNode {
  return { tag, attrs: {}, content }
}

function textIn(node: BinaryNode, tag: string): string {
  const content = getBinaryNodeChild(node, tag)?.content
  if (content instanceof Uint8Array) return Buffer.from(content).toString('utf8')
  return typeof content === 'string' ? content : ''
}

function credentialIdOf(assertion: string): Buffer {
  const { rawId } = z.object({ rawId: z.string() }).parse(JSON.parse(assertion))
  return Buffer.from(rawId, 'base64url')
}
