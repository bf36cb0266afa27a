import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type BinaryNode, Curve, proto } from '@whiskeysockets/baileys'
import { tellOwnDevices } from '../messages/device-notices.ts'
import { SimulatorError } from '../simulator-error.ts'
import { findByNumber, lidJid, phoneJid, type Resident } from '../world/directory.ts'
import { personName } from '../world/numbers.ts'
import type { Account, Companion, World } from '../world/world.ts'
import type { Connection } from './connection.ts'
import { type CodeExchange, startCodeExchange } from './pairing-code.ts'
import { bytesOf, childOf, readJid, secondsNow, server, stanza } from './stanza.ts'
import type { KeyPair } from './x25519.ts'

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
}

type ClientRegistration = Pick<
  Companion,
  'noiseKey' | 'identity' | 'registrationId' | 'signedPreKey'
>

/** A client to be linked, until a phone has accepted it. */
type Candidate = {
  connection: Connection
  refs: string[]
  keys: ClientRegistration
  /** The number it wants to be linked to by code, if it does. */
  hello: { name: string; wrapped: Buffer } | undefined
  exchange: { code: CodeExchange; request: PairRequest } | undefined
  /** Linked to an account, and still to sign for it. */
  signing: { account: Account; resident: Resident; details: Buffer; device: number } | undefined
  waiting: { done(companion: Companion): void; failed(error: Error): void } | undefined
}

const refsShown = 6
const accountPrefix = Buffer.from([6, 0])
const devicePrefix = Buffer.from([6, 1])
const timeoutMs = 10_000
const codeWaitMs = 1000
const noBytes = Buffer.alloc(0)

export function createPairing(world: World): Pairing {
  const candidates = new Map<Connection, Candidate>()
  let lastId = 0
  return { begin, take, forget, scan, enterCode }

  function nextId(): string {
    lastId += 1
    return `pair-${lastId}`
  }

  function begin(connection: Connection, client: Parameters<Pairing['begin']>[1]): void {
    const refs = Array.from({ length: refsShown }, () => `2@${randomBytes(48).toString('base64')}`)
    const keys = registrationOf(client)
    candidates.set(connection, {
      ...{ connection, refs, keys },
      ...{ hello: undefined, exchange: undefined, signing: undefined, waiting: undefined },
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
    const step = childOf(node, 'link_code_companion_reg')
    if (step?.attrs.stage === 'companion_hello') {
      const wrapped = bytesOf(childOf(step, 'link_code_pairing_wrapped_companion_ephemeral_pub'))
      const name = personName(readJid(step.attrs.jid)?.user ?? '')
      candidate.hello = { name, wrapped: Buffer.from(wrapped ?? noBytes) }
    }
    if (node.attrs.type !== 'result') {
      connection.send(stanza('iq', { type: 'result', id: node.attrs.id ?? '', from: server }))
    }
    if (step?.attrs.stage === 'companion_finish') {
      const bundle = bytesOf(childOf(step, 'link_code_pairing_wrapped_key_bundle')) ?? noBytes
      completed(candidate, () => takeIn(candidate, bundle))
    }
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
    completed(candidate, () => connection(candidate, request, Buffer.from(advSecret, 'base64')))
    return linked
  }

  async function enterCode(request: PairRequest & { code: string }): Promise<Companion> {
    const name = personName(request.phone)
    const candidate = await findAsking(name)
    if (!candidate?.hello) throw new SimulatorError('no_code_asked')
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

  /** A client shows its code while its question is still on the way; a person is slower than that. */
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
    connection(candidate, request, code.openBundle(bundle))
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

  /** Signs for the client as the phone, and sends the client the result. */
  function connection(candidate: Candidate, request: PairRequest, advSecret: Buffer): void {
    const resident = findByNumber(world, request.phone)
    if (!resident) throw new SimulatorError('absent')
    const account = world.accounts.get(resident.name) ?? newAccount(resident)
    account.pushName = request.pushName ?? account.pushName
    const device = account.lastDevice + 1
    const { details, blob } = signFor(candidate.keys.identity, {
      device,
      phoneIdentity: world.keyring.ofAccount(resident.name).identity,
      advSecret,
    })
    candidate.signing = { account, resident, details, device }
    const { isBusiness } = world.accountTable.of(resident.name)
    candidate.connection.send(
      stanza('iq', { type: 'set', id: nextId(), from: server, t: secondsNow() }, [
        stanza('pair-success', {}, [
          stanza('device-identity', {}, blob),
          stanza('device', { jid: phoneJid(resident, device), lid: lidJid(resident, device) }),
          stanza('platform', { name: 'android' }),
          ...clientProps(world.accountTable.of(account.phone).clientProps),
          ...(isBusiness ? [stanza('biz', { name: account.pushName })] : []),
        ]),
      ]),
    )
  }

  /** The client has signed in turn: it is linked, and must connect anew to log in. */
  function finish(candidate: Candidate, signedBytes: Buffer): void {
    if (!candidate.signing) return
    const { account, resident, details, device } = candidate.signing
    const { identity } = world.keyring.ofAccount(resident.name)
    const signed = proto.ADVSignedDeviceIdentity.decode(signedBytes)
    const covered = [devicePrefix, details, candidate.keys.identity, identity.publicBytes]
    const signature = signed.deviceSignature ?? noBytes
    if (!Curve.verify(candidate.keys.identity, Buffer.concat(covered), signature)) {
      throw new SimulatorError('bad_signature')
    }
    const companion: Companion = {
      ...candidate.keys,
      ...{ account, device, preKeys: new Map(), historyTaken: false },
      ...{ connection: undefined, outbox: new Map() },
    }
    account.lastDevice = Math.max(account.lastDevice, device)
    account.companions.set(device, companion)
    world.accounts.set(resident.name, account)
    world.stats.pairings += 1
    tellOwnDevices(world, companion)
    world.changed()
    candidate.waiting?.done(companion)
    candidates.delete(candidate.connection)
    candidate.connection.send(stanza('stream:error', { code: '515' }))
    candidate.connection.end()
  }
}

function clientProps(isMigrated: boolean | null): BinaryNode[] {
  if (isMigrated === null) return []
  const props = proto.ClientPairingProps.encode({ isChatDbLidMigrated: isMigrated })
  return [stanza('client-props', {}, bytes(props))]
}

/** The phone's signature under a client's identity, and the blob that proves who scanned the QR. */
function signFor(
  clientIdentity: Buffer,
  by: { device: number; phoneIdentity: KeyPair; advSecret: Buffer },
): { details: Buffer; blob: Buffer } {
  const { device, phoneIdentity } = by
  const timestamp = Number(secondsNow())
  const details = bytes(
    proto.ADVDeviceIdentity.encode({ rawId: device, timestamp, keyIndex: device }),
  )
  const toSign = Buffer.concat([accountPrefix, details, clientIdentity])
  const signed = bytes(
    proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: phoneIdentity.publicBytes,
      accountSignature: Curve.sign(phoneIdentity.privateBytes, toSign),
    }),
  )
  const hmac = createHmac('sha256', by.advSecret).update(signed).digest()
  const blob = bytes(proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }))
  return { details, blob }
}

function registrationOf(client: Parameters<Pairing['begin']>[1]): ClientRegistration {
  const data = client.payload.devicePairingData
  return {
    noiseKey: client.clientStatic,
    identity: Buffer.from(data?.eIdent ?? noBytes),
    registrationId: numberIn(data?.eRegid),
    signedPreKey: {
      id: numberIn(data?.eSkeyId),
      publicBytes: Buffer.from(data?.eSkeyVal ?? noBytes),
      signature: Buffer.from(data?.eSkeySig ?? noBytes),
    },
  }
}

function newAccount({ phone }: Resident): Account {
  const limits = { reachoutTimelock: null, newChatCap: null }
  return { phone, pushName: phone, companions: new Map(), lastDevice: 0, limits }
}

function numberIn(value: Uint8Array | null | undefined): number {
  return value && value.length > 0 ? Buffer.from(value).readUIntBE(0, value.length) : 0
}

function bytes(writer: { finish(): Uint8Array }): Buffer {
  return Buffer.from(writer.finish())
}
