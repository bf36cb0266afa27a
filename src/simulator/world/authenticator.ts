import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod'
import { PASSKEY_ORIGIN } from '../../contract/devices/passkey.ts'

/** A browser with the passkeys of simulated accounts: one ES256 key each, made at first use. */

type StoredPasskey = { readonly privateKey: KeyObject; readonly credentialId: Buffer }

const passkeys = new Map<string, StoredPasskey>()
/** User present and verified. */
const FLAGS = 0x05

const Request = z.object({ challenge: z.string(), rpId: z.string() })
const Assertion = z.object({
  rawId: z.string(),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
  }),
})
const ClientData = z.object({ challenge: z.string(), origin: z.string(), type: z.string() })

/** What `navigator.credentials.get` answers on a page of WhatsApp, as JSON. */
export function showPasskey(
  phone: string,
  { request, origin = PASSKEY_ORIGIN }: { readonly request: string; readonly origin?: string },
): string {
  const { challenge, rpId } = Request.parse(JSON.parse(request))
  const { privateKey, credentialId } = passkeyOf(phone)
  const clientData = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
  )
  const rpHash = createHash('sha256').update(rpId).digest()
  const authenticatorData = Buffer.concat([rpHash, Buffer.from([FLAGS]), Buffer.alloc(4)])
  const signature = sign('sha256', signedBytes(authenticatorData, clientData), privateKey)
  const id = credentialId.toString('base64url')
  return JSON.stringify({
    ...{ id, rawId: id, type: 'public-key' },
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: null,
    },
  })
}

/** Whether an assertion answers this challenge, on WhatsApp's page, with the account's passkey. */
export function checkSignature(
  assertion: string,
  {
    phone,
    challenge,
    credentialId,
  }: { readonly phone: string; readonly challenge: string; readonly credentialId: Buffer },
): boolean {
  const { rawId, response } = Assertion.parse(JSON.parse(assertion))
  const clientData = Buffer.from(response.clientDataJSON, 'base64url')
  const said = ClientData.parse(JSON.parse(clientData.toString('utf8')))
  const passkey = passkeyOf(phone)
  return (
    Buffer.from(rawId, 'base64url').equals(credentialId) &&
    credentialId.equals(passkey.credentialId) &&
    said.challenge === challenge &&
    said.origin === PASSKEY_ORIGIN &&
    verify(
      'sha256',
      signedBytes(Buffer.from(response.authenticatorData, 'base64url'), clientData),
      createPublicKey(passkey.privateKey),
      Buffer.from(response.signature, 'base64url'),
    )
  )
}

function signedBytes(authenticatorData: Buffer, clientData: Buffer): Buffer {
  return Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
}

function passkeyOf(phone: string): StoredPasskey {
  const known = passkeys.get(phone)
  if (known) return known
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const credentialId = createHash('sha256').update(`passkey ${phone}`).digest().subarray(0, 16)
  const passkey = { privateKey, credentialId }
  passkeys.set(phone, passkey)
  return passkey
}
