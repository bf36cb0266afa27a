import { z } from 'zod'
import { PASSKEY_ORIGIN } from './passkey.ts'

/** The answer of a browser to the demand for a passkey, and how it is got. */

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+={0,2}$/)

/** `PublicKeyCredential.toJSON()`; further fields are dropped. */
const Assertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
})

const ClientData = z.object({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
})

const PasskeyOptions = z.looseObject({ challenge: z.string().min(1) })

/** Why an answer is not the one that was asked for. */
export type PasskeyFault = 'passkey_unreadable' | 'passkey_other_request' | 'passkey_other_page'

/**
 * Checks an answer before it leaves: WhatsApp says nothing about a wrong one, and goes on in silence.
 * Returns the assertion in WhatsApp's own form.
 */
export function checkAssertion(
  text: string,
  request: string,
): { readonly assertion: string } | { readonly fault: PasskeyFault } {
  const parsed = Assertion.safeParse(parseJson(text.trim()))
  const clientData = ClientData.safeParse(
    parsed.success ? parseJson(decode(parsed.data.response.clientDataJSON)) : undefined,
  )
  if (!parsed.success || !clientData.success) return { fault: 'passkey_unreadable' }
  const { challenge } = PasskeyOptions.parse(JSON.parse(request))
  if (unpadded(clientData.data.challenge) !== unpadded(challenge)) {
    return { fault: 'passkey_other_request' }
  }
  if (clientData.data.origin !== PASSKEY_ORIGIN) return { fault: 'passkey_other_page' }
  return { assertion: JSON.stringify(unpaddedAssertion(parsed.data)) }
}

function unpaddedAssertion({ id, rawId, type, response }: z.infer<typeof Assertion>) {
  return {
    id: unpadded(id),
    rawId: unpadded(rawId),
    type,
    response: {
      clientDataJSON: unpadded(response.clientDataJSON),
      authenticatorData: unpadded(response.authenticatorData),
      signature: unpadded(response.signature),
      userHandle: response.userHandle ? unpadded(response.userHandle) : null,
    },
  }
}

function unpadded(text: string): string {
  return text.split('=')[0] ?? ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Base64url as text; empty where it is none. */
function decode(text: string): string {
  const base64 = unpadded(text).replaceAll('-', '+').replaceAll('_', '/')
  if (base64.length % 4 === 1) return ''
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

/** Runs on WhatsApp's page: asks the browser for the passkey, and copies the answer. */
export function passkeySnippet(request: string): string {
  return [
    '(async () => {',
    `const o = ${request};`,
    "const b = (t) => Uint8Array.from(atob(t.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));",
    "const t = (d) => d && btoa(String.fromCharCode(...new Uint8Array(d))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');",
    'const c = await navigator.credentials.get({ publicKey: { ...o, challenge: b(o.challenge), allowCredentials: (o.allowCredentials || []).map((a) => ({ ...a, id: b(a.id) })) } });',
    'const r = c.response;',
    'const a = JSON.stringify({ id: c.id, rawId: t(c.rawId), type: c.type, response: { clientDataJSON: t(r.clientDataJSON), authenticatorData: t(r.authenticatorData), signature: t(r.signature), userHandle: t(r.userHandle) || null } });',
    'console.log(a);',
    "try { await navigator.clipboard.writeText(a); console.log('Copiado.'); } catch { console.log('Copie a linha acima.'); }",
    '})()',
  ].join('\n')
}
