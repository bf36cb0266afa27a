import { createHmac } from 'node:crypto'
import { type BinaryNode, Curve, proto } from '@whiskeysockets/baileys'
import { notifyOwnDevices } from '../messages/device-notices.ts'
import { SimulatorError } from '../simulator-error.ts'
import { noLimits } from '../world/account-settings.ts'
import { findByNumber, lidJid, phoneJid, type Resident } from '../world/directory.ts'
import type { Account, Companion, World } from '../world/world.ts'
import type { ClientRegistration } from './registration.ts'
import { secondsNow, server, stanza } from './stanza.ts'
import type { KeyPair } from './x25519.ts'

/** The end of a linking: the phone signs for the client, and the client for the account. */
export type Signing = {
  /** What the phone has signed, and of what account. */
  readonly success: BinaryNode
  /**
   * The client has signed in turn: it is linked.
   * @throws SimulatorError `bad_signature`
   */
  finish(signedBytes: Buffer): Companion
}

const accountPrefix = Buffer.from([6, 0])
const devicePrefix = Buffer.from([6, 1])
const noBytes = Buffer.alloc(0)

/** Signs for a client as the phone of its account. @throws SimulatorError `absent` */
export function startSigning(
  world: World,
  given: {
    readonly id: string
    readonly keys: ClientRegistration
    readonly phone: string
    readonly pushName: string | undefined
    readonly advSecret: Buffer
  },
): Signing {
  const { id, keys, advSecret } = given
  const resident = findByNumber(world, given.phone)
  if (!resident) throw new SimulatorError('absent')
  const { name } = resident
  const account = world.accounts.get(name) ?? newAccount(resident)
  account.pushName = given.pushName ?? account.pushName
  const device = account.lastDevice + 1
  const phoneIdentity = world.keyring.ofAccount(name).identity
  const { details, blob } = signFor(keys.identity, { device, phoneIdentity, advSecret })
  const success = stanza('iq', { type: 'set', id, from: server, t: secondsNow() }, [
    stanza('pair-success', {}, [
      stanza('device-identity', {}, blob),
      stanza('device', { jid: phoneJid(resident, device), lid: lidJid(resident, device) }),
      stanza('platform', { name: 'android' }),
      ...aboutAccount(world, account),
    ]),
  ])
  return { success, finish }

  function finish(signedBytes: Buffer): Companion {
    const signed = proto.ADVSignedDeviceIdentity.decode(signedBytes)
    const covered = [devicePrefix, details, keys.identity, phoneIdentity.publicBytes]
    const signature = signed.deviceSignature ?? noBytes
    if (!Curve.verify(keys.identity, Buffer.concat(covered), signature)) {
      throw new SimulatorError('bad_signature')
    }
    const companion: Companion = {
      ...keys,
      ...{ account, device, preKeys: new Map(), historyTaken: false },
      ...{ connection: undefined, outbox: new Map(), inFlight: 0 },
    }
    account.lastDevice = Math.max(account.lastDevice, device)
    account.companions.set(device, companion)
    world.accounts.set(name, account)
    world.stats.pairings += 1
    notifyOwnDevices(world, companion)
    world.changed(account)
    return companion
  }
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

function bytes(writer: { finish(): Uint8Array }): Buffer {
  return Buffer.from(writer.finish())
}

/** What a pairing says of an account: where its chats are, and a company's name. */
function aboutAccount(world: World, { phone, pushName }: Account): BinaryNode[] {
  const { clientProps: isChatDbLidMigrated, isBusiness } = world.accountTable.of(phone)
  const nodes = isBusiness ? [stanza('biz', { name: pushName })] : []
  if (isChatDbLidMigrated === null) return nodes
  const props = proto.ClientPairingProps.encode({ isChatDbLidMigrated })
  return [stanza('client-props', {}, bytes(props)), ...nodes]
}

function newAccount({ phone }: Resident): Account {
  const limits = { ...noLimits }
  return { phone, pushName: phone, companions: new Map(), lastDevice: 0, limits }
}
