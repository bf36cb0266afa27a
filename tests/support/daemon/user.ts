import { z } from 'zod'
import type { SimulatorControl } from '../../../src/simulator/control/control.ts'
import { PATIENCE_MS } from '../patience.ts'
import { keepSecrets } from './log-secrets.ts'
import { postFromOwnAddress } from './own-address.ts'

/** An account holder who speaks to the daemon over HTTP, as a script would. */

export type CampaignAnswer = {
  readonly id: string
  readonly status: string
  readonly messages: number
  readonly sentCount: number
  readonly deliveredCount: number
  readonly readCount: number
  readonly errorCount: number
  readonly replyCount: number
  readonly espera: { readonly motivo: string } | null
  readonly motivo: string | null
  readonly finished_at: string | null
  readonly por_variante?: readonly { readonly messages: number; readonly sentCount: number }[]
}

type SendAnswer = {
  readonly contato: string
  readonly status: string
  readonly erro_codigo: string | null
  readonly message_id: string | null
  readonly jid: string | null
  readonly tentativas: number
  readonly texto: string
  readonly variante?: number
}

export type User = Awaited<ReturnType<typeof registerUser>>

let serial = 0

export async function registerUser(
  url: string,
  { name, email }: { readonly name: string; readonly email: string } = {
    name: `Loja ${++serial}`,
    email: `pessoa${serial}-${Date.now()}@exemplo.com.br`,
  },
) {
  const password = 'uma senha de teste'
  const { token, user } = await register(url, { name, email, password })
  return createUser(url, { id: user.id, apikey: user.apikey, token, email, password })
}

const Registered = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), apikey: z.string() }),
})

async function register(url: string, body: Readonly<Record<string, string>>) {
  const path = '/auth/register'
  keepSecrets(url, body)
  const answer = await postFromOwnAddress(`${url}${path}`, body)
  return Registered.parse(answer ?? (await call(url, { method: 'POST', path, body })))
}

/** The same account, at a restarted daemon. */
function createUser(
  url: string,
  account: {
    readonly id: string
    readonly apikey: string
    /** The token of the session that the sign-up opened. */
    readonly token: string
    readonly email: string
    readonly password: string
  },
) {
  const headers = { apikey: account.apikey }
  keepSecrets(url, account)
  const get = <Answer>(path: string) => call<Answer>(url, { method: 'GET', path, headers })
  const post = <Answer>(path: string, body: unknown) =>
    call<Answer>(url, { method: 'POST', path, body, headers })

  return {
    ...account,
    url,
    get,
    post,
    at: (otherUrl: string) => createUser(otherUrl, account),
    remove: (path: string) => call<null>(url, { method: 'DELETE', path, headers }),
    patch: <Answer>(path: string, body: unknown) =>
      call<Answer>(url, { method: 'PATCH', path, body, headers }),
    raw: (path: string, init: RequestInit = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } }),

    /** Connects a device by the QR that the daemon shows, read by a simulated phone. */
    async pair(control: Pick<SimulatorControl, 'scan'>, phone: string): Promise<string> {
      await post('/api/whatsapp/connect', { deviceId: phone, connectionName: `Loja ${phone}` })
      const { qr } = await until(
        () => get<{ qr: string | null }>(`/api/whatsapp/qr/${phone}`),
        (answer) => answer.qr !== null,
      )
      await control.scan({ qr: qr ?? '', phone, name: 'Loja' })
      await this.waitForStatus(phone, 'connected')
      return phone
    },

    waitForStatus: (deviceId: string, status: string, timeoutMs = PATIENCE_MS) =>
      until(
        () => get<{ status: string }>(`/api/whatsapp/status/${deviceId}`),
        (answer) => answer.status === status,
        timeoutMs,
      ),

    async createList(phones: readonly string[], name = 'Clientes'): Promise<string> {
      const contatos = phones.map((phone, index) => ({ name: `Cliente ${index}`, phone }))
      return (await post<{ id: string }>('/api/contacts', { name, contatos })).id
    },

    createCampaign: (fields: Record<string, unknown>) =>
      post<CampaignAnswer>('/api/campaigns', {
        name: 'Campanha',
        texto: 'Olá, {nome}!',
        delay: 0,
        status: 'Agendada',
        ...fields,
      }),

    campaign: (id: string) => get<CampaignAnswer>(`/api/campaigns/${id}`),
    sends: (id: string) => get<SendAnswer[]>(`/api/campaigns/${id}/sends`),

    /** Asks rarely: an end stays, and each call keeps the daemon from its work. */
    waitForEnd: (id: string, timeoutMs = 2 * PATIENCE_MS, everyMs = 100) =>
      until(
        () => get<CampaignAnswer>(`/api/campaigns/${id}`),
        ({ status }) => /^(Conclu|Não|Cancelada)/.test(status),
        timeoutMs,
        everyMs,
      ),

    /** Uploads a file; returns the value of `anexo`. */
    async uploadFile(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<{ url: string }> {
      const form = new FormData()
      form.set('file', new Blob([bytes]), name)
      const response = await fetch(`${url}/api/upload/file`, {
        method: 'POST',
        body: form,
        headers,
      })
      return response.json()
    },

    async uploadImage(bytes: Uint8Array<ArrayBuffer>, type = 'image/png'): Promise<string> {
      const form = new FormData()
      form.set('image', new Blob([bytes], { type }), 'imagem.png')
      const response = await fetch(`${url}/api/upload/image`, {
        method: 'POST',
        body: form,
        headers,
      })
      const answer: { imageUrl: string } = await response.json()
      return answer.imageUrl
    },
  }
}

/** A refused call, with its answer. */
export class CallError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

/**
 * Calls, and repeats the call where no node has the account: a busy machine may delay a node's
 * lease, and the call has not begun anything.
 */
async function call<Answer>(
  url: string,
  request: {
    readonly method: string
    readonly path: string
    readonly body?: unknown
    readonly headers?: Record<string, string>
  },
  untilMs = Date.now() + PATIENCE_MS,
): Promise<Answer> {
  keepSecrets(url, request.body)
  const response = await fetch(`${url}${request.path}`, {
    method: request.method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      ...request.headers,
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  if (response.ok) return answer
  if (answer?.code === 'no_home' && Date.now() < untilMs) return call(url, request, untilMs)
  throw new CallError(response.status, answer)
}

/** Share of the time waited so far that passes before the next call. */
const WAITED_SHARE = 1 / 20
const LONGEST_PAUSE_MS = 250

/**
 * Asks until the answer is as wished, less often the longer it takes: each call keeps the daemon
 * from its work.
 */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isWished: (answer: Answer) => boolean,
  timeoutMs = PATIENCE_MS,
  everyMs = 25,
): Promise<Answer> {
  const beganMs = Date.now()
  for (;;) {
    const answer = await ask()
    if (isWished(answer)) return answer
    const waitedMs = Date.now() - beganMs
    if (waitedMs > timeoutMs) {
      throw new Error(`after ${timeoutMs} ms still ${JSON.stringify(answer).slice(-700)}`)
    }
    const pauseMs = Math.max(everyMs, Math.min(waitedMs * WAITED_SHARE, LONGEST_PAUSE_MS))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Made-up Brazilian mobile numbers, all different; `block` keeps two audiences apart. */
export function phones(count: number, block = 0): string[] {
  return Array.from(
    { length: count },
    (_, index) => `55119${70_000_000 + block * 1_000_000 + index}`,
  )
}
