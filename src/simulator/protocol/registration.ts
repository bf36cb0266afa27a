import { proto } from '@whiskeysockets/baileys'
import type { Companion } from '../world/world.ts'

/** What a client registers with. */
export type ClientRegistration = Pick<
  Companion,
  'noiseKey' | 'identity' | 'registrationId' | 'signedPreKey'
>

const noBytes = Buffer.alloc(0)

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
