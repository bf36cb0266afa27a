import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { SimulatorError } from '../simulator-error.ts'
import { personName } from '../world/numbers.ts'
import type { Companion, World } from '../world/world.ts'
import type { Connection } from './connection.ts'
import { streamEndNode } from './ends.ts'
import { type CodeExchange, noticeOfCode, startCodeExchange } from './pairing-code.ts'
import { type PasskeyExchange, startPasskeyExchange } from './passkey.ts'
import { type ClientRegistration, clientNameOf, registrationOf } from './registration.ts'
import { endWith } from './sign-in.ts'
import { type Signing, startSigning } from './signing.ts'
import { bytesOf, childOf, errorOf, readJid, resultOf, server, stanza, textOf } from './stanza.ts'

/** Who plays the phone: its number, and the name that the client will show. */
type PairRequest = { phone: string; pushName: string | undefined }

export type Pairing = {
  /** Begins with a client without an account: it gets the content of its QR. */
  begin(
    connection: Connection,
    client: { clientStatic: Buffer; payload: proto.ClientPayload },
  ): void
  /** Takes a stanza of a client that is not linked. */
  take(connection: Connection, node: BinaryNode): void
  forget(connection: Connection): void
  /** The account's phone scans a QR. Resolves once the client has signed. */
  scan(request: PairRequest & { qr: string }): Promise<Companion>
  /** The account's phone is given the code that the client shows. */
  enterCode(request: PairRequest & { code: string }): Promise<Companion>
  /** The code that a phone shows while it is linked with a passkey. */
  passkeyCode(): string | null
}

/** A client to be linked, until a phone has accepted it. */
type Candidate = {
  connection: Connection
  refs: string[]
  keys: ClientRegistration
  /** The number it wants to be linked to by code, if it does. */
  hello: { name: string; wrapped: Buffer; expiresAtMs: number } | undefined
  exchange: { code: CodeExchange; request: PairRequest } | undefined
  /** Under way where the account has a passkey. */
  passkey: PasskeyExchange | undefined
  /** Linked to an account, and still to sign for it. */
  signing: Signing | undefined
  waiting: { done(companion: Companion): void; failed(error: Error): void } | undefined
}

const refsShown = 6
/** A browser and a system that exist: any other name is refused. */
const knownDisplay = /^(Chrome|Edge|Firefox|Opera|Safari) \((Linux|Mac OS|Windows)\)$/
const timeoutMs = 10_000
const codeWaitMs = 1000
const noBytes = Buffer.alloc(0)

export function createPairing(world: World): Pairing {
  const candidates = new Map<Connection, Candidate>()
  let lastId = 0
  return { begin, take, forget, scan, enterCode, passkeyCode }

  function nextId(): string {
    lastId += 1
    return `pair-${lastId}`
  }

  function begin(connection: Connection, client: Parameters<Pairing['begin']>[1]): void {
    const refs = Array.from({ length: refsShown }, () => `2@${randomBytes(48).toString('base64')}`)
    const keys = registrationOf(client)
    world.stats.lastClientName = clientNameOf(client.payload)
    candidates.set(connection, {
      ...{ connection, refs, keys },
      ...{ hello: undefined, exchange: undefined, passkey: undefined },
      ...{ signing: undefined, waiting: undefined },
    })
    const shown = refs.map((ref) => stanza('ref', {}, Buffer.from(ref)))
    const attrs = { type: 'set', xmlns: 'md', id: nextId(), from: server }
    connection.send(stanza('iq', attrs, [stanza('pair-device', {}, shown)]))
  }

  function forget(connection: Connection): void {
    candidates.get(connection)?.waiting?.failed(new SimulatorError('pairing_cut'))
    candidates.delete(connection)
  }

  function take(connection: Connection, node: BinaryNode): void {
    const candidate = candidates.get(connection)
    if (!candidate || node.tag !== 'iq') return
    const signature = childOf(childOf(node, 'pair-device-sign'), 'device-identity')
    if (signature) {
      completed(candidate, () => finish(candidate, bytesOf(signature) ?? noBytes))
      return
    }
    if (takePasskey(candidate, node)) return
    const step = childOf(node, 'link_code_companion_reg')
    if (step?.attrs.stage === 'companion_hello') {
      const wrapped = bytesOf(childOf(step, 'link_code_pairing_wrapped_companion_ephemeral_pub'))
      const name = personName(readJid(step.attrs.jid)?.user ?? '')
      const display = textOf(childOf(step, 'companion_platform_display')) ?? ''
      const { codeError, codeLifeMs, codeNotice } = world.accountTable.of(name)
      const error = knownDisplay.test(display) ? codeError : 400
      if (error !== null) {
        world.stats.codesRefused += 1
        connection.send(errorOf(node, { code: String(error), text: 'refused' }))
        return
      }
      const isFirst = candidate.hello === undefined
      const expiresAtMs = Date.now() + codeLifeMs
      candidate.hello = { name, wrapped: Buffer.from(wrapped ?? noBytes), expiresAtMs }
      connection.send(resultOf(node))
      if (codeNotice !== 'none' && isFirst) connection.send(noticeOfCode(nextId(), codeNotice))
      return
    }
    if (node.attrs.type !== 'result') connection.send(resultOf(node))
    if (step?.attrs.stage === 'companion_finish') {
      const bundle = bytesOf(childOf(step, 'link_code_pairing_wrapped_key_bundle')) ?? noBytes
      completed(candidate, () => takeIn(candidate, bundle))
    }
  }

  /** Takes a stanza if it is a step of a linking with a passkey; returns whether it was one. */
  function takePasskey(candidate: Candidate, node: BinaryNode): boolean {
    try {
      const answer = candidate.passkey?.take(node)
      if (!answer) return false
      candidate.connection.send(resultOf(node, answer.content))
      answer.afterwards()
    } catch (error) {
      candidate.connection.send(errorOf(node, { code: '400', text: 'bad-request' }))
      completed(candidate, () => {
        throw error
      })
    }
    return true
  }

  /** The code that the phone shows, where it has one to compare. */
  function passkeyCode(): string | null {
    const codes = [...candidates.values()].map(({ passkey }) => passkey?.code() ?? null)
    return codes.findLast((code) => code !== null) ?? null
  }

  /** Runs one step; its error rejects the phone's call. */
  function completed(candidate: Candidate, step: () => void): void {
    try {
      step()
    } catch (error) {
      candidate.waiting?.failed(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async function scan(request: PairRequest & { qr: string }): Promise<Companion> {
    const text = request.qr.slice(request.qr.indexOf('#') + 1)
    const [ref = '', noise, identity, advSecret = ''] = text.split(',')
    const candidate = [...candidates.values()].find(({ refs }) => refs.includes(ref))
    if (
      !candidate ||
      candidate.keys.noiseKey.toString('base64') !== noise ||
      candidate.keys.identity.toString('base64') !== identity
    ) {
      throw new SimulatorError('unknown_qr')
    }
    const linked = waitFor(candidate)
    accept(candidate, request, Buffer.from(advSecret, 'base64'))
    return linked
  }

  async function enterCode(request: PairRequest & { code: string }): Promise<Companion> {
    const name = personName(request.phone)
    const candidate = await findAsking(name)
    if (!candidate?.hello) throw new SimulatorError('no_code_asked')
    if (Date.now() >= candidate.hello.expiresAtMs) throw new SimulatorError('code_expired')
    const code = await startCodeExchange({
      id: nextId(),
      code: request.code.replace(/[^0-9A-Za-z]/g, '').toUpperCase(),
      wrapped: candidate.hello.wrapped,
      phoneIdentity: world.keyring.ofAccount(name).identity,
      companionIdentity: candidate.keys.identity,
    })
    const linked = waitFor(candidate)
    candidate.exchange = { code, request }
    candidate.connection.send(code.notification)
    return linked
  }

  /** Waits for the client's request: the client shows its code before the server has that. */
  async function findAsking(name: string): Promise<Candidate | undefined> {
    const deadline = Date.now() + codeWaitMs
    for (;;) {
      const asking = [...candidates.values()].findLast(({ hello }) => hello?.name === name)
      if (asking || Date.now() > deadline) return asking
      await setTimeout(20)
    }
  }

  function takeIn(candidate: Candidate, bundle: Buffer): void {
    if (!candidate.exchange) throw new SimulatorError('no_code_asked')
    const { code, request } = candidate.exchange
    accept(candidate, request, code.openBundle(bundle))
  }

  /** The phone has agreed: the client is linked, or has to show the account's passkey first. */
  function accept(candidate: Candidate, request: PairRequest, advSecret: Buffer): void {
    const mode = world.accountTable.of(request.phone).passkey
    if (mode === 'off') {
      completed(candidate, () => sign(candidate, request, advSecret))
      return
    }
    candidate.passkey = startPasskeyExchange({
      ...{ nextId, mode, advSecret, phone: request.phone, clientKeys: candidate.keys },
      send: (node) => candidate.connection.send(node),
      linked: (secret) => completed(candidate, () => sign(candidate, request, secret)),
    })
    candidate.connection.send(candidate.passkey.demand)
  }

  function waitFor(candidate: Candidate): Promise<Companion> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        clearTimeout(timer)
        candidate.waiting = undefined
        reject(error)
      }
      const timer = globalThis.setTimeout(
        () => failed(new SimulatorError('pairing_timeout')),
        timeoutMs,
      )
      const done = (companion: Companion) => {
        clearTimeout(timer)
        candidate.waiting = undefined
        resolve(companion)
      }
      candidate.waiting = { done, failed }
    })
  }

  /** The phone signs for the client. */
  function sign(candidate: Candidate, { phone, pushName }: PairRequest, advSecret: Buffer): void {
    const { keys } = candidate
    candidate.signing = startSigning(world, { id: nextId(), keys, phone, pushName, advSecret })
    candidate.connection.send(candidate.signing.success)
  }

  /** A client that is linked must connect anew to log in. */
  function finish(candidate: Candidate, signedBytes: Buffer): void {
    if (!candidate.signing) return
    candidate.waiting?.done(candidate.signing.finish(signedBytes))
    candidates.delete(candidate.connection)
    endWith(candidate.connection, streamEndNode(515))
  }
}
