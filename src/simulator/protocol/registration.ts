import { createHmac } from 'node:crypto'
import { type BinaryNode, Curve, proto } from '@whiskeysockets/baileys'
import type { Companion } from '../world/world.ts'
import { secondsNow, stanza } from './stanza.ts'
import type { KeyPair } from './x25519.ts'

/** What a client registers with. */
export type ClientRegistration = Pick<
  Companion,
  'noiseKey' | 'identity' | 'registrationId' | 'signedPreKey'
>

const accountPrefix = Buffer.from([6, 0])
const noBytes = Buffer.alloc(0)

/** The phone's signature under a client's identity, and the blob that proves who scanned the QR. */
export function signFor(
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

export function registrationOf(client: {
  clientStatic: Buffer
  payload: proto.ClientPayload
}): ClientRegistration {
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

/** The name that the phone shows for it: a browser and its system. */
export function clientNameOf(payload: proto.ClientPayload): string {
  const props = proto.DeviceProps.decode(payload.devicePairingData?.deviceProps ?? noBytes)
  const browser = proto.DeviceProps.PlatformType[props.platformType ?? 0] ?? ''
  return `${browser.charAt(0)}${browser.slice(1).toLowerCase()} (${props.os ?? ''})`
}

function numberIn(value: Uint8Array | null | undefined): number {
  return value && value.length > 0 ? Buffer.from(value).readUIntBE(0, value.length) : 0
}

function bytes(writer: { finish(): Uint8Array }): Buffer {
  return Buffer.from(writer.finish())
}

/** What a pairing says of the account's chats. */
export function clientProps(isMigrated: boolean | null): BinaryNode[] {
  if (isMigrated === null) return []
  const props = proto.ClientPairingProps.encode({ isChatDbLidMigrated: isMigrated })
  return [stanza('client-props', {}, new Uint8Array(props.finish()))]
}
