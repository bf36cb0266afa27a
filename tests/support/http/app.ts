import { expect } from 'vitest'
import type { ContactReport } from '../../../src/contract/contacts/contact-list.ts'
import type { ErrorJson } from '../../../src/contract/error-json.ts'
import type { Clock } from '../../../src/domain/clock.ts'
import { createFakeClock } from '../domain/fake-clock.ts'
import { type ServiceOptions, someServices } from './services.ts'

export type Person = Awaited<ReturnType<Awaited<ReturnType<typeof anApp>>['register']>>

/** A clock on which each wait moves the time forward. */
function impatient({ now, advance }: ReturnType<typeof createFakeClock>): Clock {
  return {
    now,
    after: (ms, work) => {
      advance(ms)
      work()
      return () => undefined
    },
  }
}

/** The whole HTTP interface on a fake clock, over the real domain on stores in memory. */
export async function anApp(options: ServiceOptions = {}) {
  const clock = createFakeClock()
  const rest = await someServices(clock, { ...options, gatewayClock: impatient(clock) })
  const { request } = rest

  return { ...rest, clock, register }

  async function register(name = 'Loja da Ana', address?: string) {
    const email = `${crypto.randomUUID()}@example.com`
    const password = 'uma boa senha'
    const answer = await request('/auth/register', asJson({ name, email, password }), address)
    const { user, token }: { user: { id: string; apikey: string }; token: string } =
      await answer.json()
    const bearer = { authorization: `Bearer ${token}` }
    return {
      ...user,
      email,
      password,
      token,
      call: (path: string, init: RequestInit = {}) =>
        request(path, { ...init, headers: { ...bearer, ...init.headers } }),
    }
  }
}

export function asJson(body: unknown, method = 'POST') {
  return {
    method,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

export function asForm(
  fields: Readonly<Record<string, string>>,
  file?: {
    readonly field: string
    readonly bytes: string | Uint8Array<ArrayBuffer>
    readonly name?: string
  },
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set(file.field, new Blob([file.bytes]), file.name ?? 'arquivo')
  return { method: 'POST', body: form }
}

/** An error's body; readers of either field must find the same sentence. */
export async function errorOf(response: Response): Promise<ErrorJson & { status: number }> {
  const body: ErrorJson = await response.json()
  expect(body.error).toMatch(/\S/)
  expect(body.message).toBe(body.error)
  return { ...body, status: response.status }
}

export async function reportOf(response: Response): Promise<ContactReport> {
  const body: ContactReport = await response.json()
  return body
}
