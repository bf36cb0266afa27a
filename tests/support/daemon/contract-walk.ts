import { api } from '../../../src/contract/api/calls.ts'
import { type Endpoint, fillPath } from '../../../src/contract/api/endpoint.ts'
import { exampleBody } from '../../../src/http/documents/api-examples.ts'
import type { User } from './user.ts'

/**
 * Makes every call of the contract once, with the bodies of its document, in an order in which most
 * succeed.
 */

/** The phone of the examples. */
export const PHONE = '5561999990000'
const PERSON = '5561988880000'
const LIST = '9642fde1-afda-4096-82fb-be746c988484'
const CSV = 'nome,telefone\nAna,61988880000\n'
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The answer to one call. */
type Answered = {
  readonly call: string
  readonly status: number
  /** The code of a refusal; null: none. */
  readonly code: string | null
  /** How the answer differs from the contract; null: it does not. */
  readonly fault: string | null
}

type Call = { readonly endpoint: Endpoint; readonly method: string }

/**
 * Calls made last: those that end a connection, then those that remove something, and at last those
 * that end the account.
 */
const later = [
  /restart|logout|\/connect|\/session|\/simulator|passkey/,
  /^DELETE|\/instance\/delete/,
  /apikey|password/,
  /\/auth\/delete/,
]

/** Makes the calls as a user with a connected device. */
export async function walkContract(user: User): Promise<readonly Answered[]> {
  const ids = new Map<string, string>()
  let { apikey, password } = user
  const all: readonly Endpoint[] = Object.values(api)
  const calls = all.flatMap((endpoint) =>
    endpoint.methods.map((method) => ({ endpoint, method: method.toUpperCase() })),
  )
  const answers: Answered[] = []
  for (const call of calls.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    answers.push(await make(call))
  }
  return answers

  async function make({ endpoint, method }: Call): Promise<Answered> {
    const ended = new AbortController()
    const response = await fetch(`${user.url}${pathOf(endpoint)}`, {
      ...{ method, signal: ended.signal, redirect: 'manual' },
      ...withBody(endpoint),
    })
    const { status, headers } = response
    const call = `${method} ${endpoint.path}`
    const isStream = headers.get('content-type')?.includes('event-stream') === true
    if (isStream) ended.abort()
    const text = isStream ? '' : await response.text()
    const value: unknown = headers.get('content-type')?.includes('json') ? JSON.parse(text) : null
    learn(endpoint, value)
    const isRefused = status >= 400
    return {
      ...{ call, status },
      code: isRefused ? stringIn(value, 'code') : null,
      fault: isRefused ? null : faultOf(endpoint, status, value),
    }
  }

  function withBody(endpoint: Endpoint): RequestInit {
    const headers = { apikey }
    const example = exampleBody(endpoint)
    if (example !== undefined) {
      const body = meaningOurs(JSON.stringify(example))
      return { body, headers: { ...headers, 'content-type': 'application/json' } }
    }
    if (endpoint.fileField === undefined) return { headers }
    const form = new FormData()
    const isImage = endpoint.path.startsWith('/api/upload')
    const bytes = isImage ? Buffer.from(PIXEL, 'base64') : Buffer.from(CSV)
    form.set(endpoint.fileField, new Blob([bytes]), isImage ? 'a.png' : 'a.csv')
    return { headers, body: form }
  }

  /** Replaces the values of the examples by this account's; no service outside is called. */
  function meaningOurs(body: string): string {
    return body
      .replaceAll(LIST, ids.get('/api/contacts') ?? LIST)
      .replaceAll('2026-11-23T10', '2097-11-23T10')
      .replaceAll(/https:\/\/disparo\.exemplo\.com\.br\/uploads\/[\w.]+/g, ids.get('upload') ?? '')
      .replaceAll(/https:\/\/(?:loja|gateway)\.exemplo\.com\.br/g, 'http://127.0.0.1:9')
      .replaceAll('uma senha longa', password)
  }

  function pathOf({ path }: Endpoint): string {
    const [made = ''] = [...ids.keys()]
      .filter((known) => path.startsWith(`${known}/`))
      .sort()
      .reverse()
    const isDevice = path.startsWith('/api/whatsapp')
    const id = isDevice ? PHONE : (ids.get(made) ?? 'nenhum')
    const names = { name: PHONE, instance_name: PHONE, phone: PERSON, messageId: 'nenhuma' }
    return fillPath(path, { ...names, id, token: ids.get('token') ?? 'nenhum' })
  }

  function learn({ path, methods }: Endpoint, value: unknown): void {
    const id = stringIn(value, 'id')
    if (id !== null && methods.includes('post') && !path.includes('{')) ids.set(path, id)
    const url = stringIn(value, 'url')
    if (path === '/api/upload/file' && url !== null) ids.set('upload', url)
    const webhook = stringIn(value, 'webhook_url')
    if (webhook !== null) ids.set('token', webhook.split('/').at(-1) ?? '')
    const renewed = stringIn(value, 'apikey')
    if (path === '/auth/password') password = 'outra senha longa'
    if (path === '/auth/apikey' && renewed !== null) apikey = renewed
  }
}

/** Within a rank records are made before they are read, and read before they are changed. */
function rankOf({ endpoint, method }: Call): number {
  const last = later.findLastIndex((part) => part.test(`${method} ${endpoint.path}`))
  if (last >= 0) return 10 + last
  if (method === 'GET') return 1
  if (method !== 'POST' || endpoint.path.includes('{')) return 2
  // Campaigns need a list and a file, so those come first.
  return /upload|contacts$/.test(endpoint.path) ? -1 : 0
}

function faultOf({ answers }: Endpoint, status: number, value: unknown): string | null {
  const described = answers[status]
  if (described === undefined) return `a status that the contract does not know: ${status}`
  if (described === null || typeof described === 'string') return null
  return described.safeParse(value).error?.message ?? null
}

function stringIn(value: unknown, name: string): string | null {
  const found = new Map<string, unknown>(Object.entries(Object(value))).get(name)
  return typeof found === 'string' ? found : null
}
