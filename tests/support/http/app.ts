import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { ContactReport } from '../../../src/contract/contact-list.ts'
import type { ErrorJson } from '../../../src/contract/errors.ts'
import { PrivateTargets } from '../../../src/contract/private-targets.ts'
import { createDaemonInstances, createGatewayParts } from '../../../src/daemon/gateways.ts'
import { subscribeGateways } from '../../../src/daemon/subscriptions.ts'
import { createAccounts, type Passwords } from '../../../src/domain/accounts/accounts.ts'
import { createCampaignPreviews } from '../../../src/domain/campaigns/campaign-preview.ts'
import { createContacts } from '../../../src/domain/contacts/contacts.ts'
import { createEngineEvents } from '../../../src/domain/engine-events.ts'
import { createEvents } from '../../../src/domain/events.ts'
import type { Instances } from '../../../src/domain/gateways/instances.ts'
import { createHealth } from '../../../src/domain/health.ts'
import { createIdempotency } from '../../../src/domain/idempotency.ts'
import { createUploads } from '../../../src/domain/uploads/uploads.ts'
import { createWebhookOutbox } from '../../../src/domain/webhooks/webhook-outbox.ts'
import { type App, createApp } from '../../../src/http/app.ts'
import type { HttpSettings, Log, Services } from '../../../src/http/services.ts'
import { hashApiKey, newApiKey } from '../../../src/security/passwords.ts'
import { createTokens } from '../../../src/security/tokens.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { openWebhookMessages } from '../../../src/storage/messages/webhook-messages.ts'
import { openWebhookOutbox } from '../../../src/storage/outbox/webhook-outbox.ts'
import { createFakeClock } from '../domain/fake-clock.ts'
import { someStats } from '../domain/stats.ts'
import { aDataFolder } from '../storage/data-folder.ts'
import { createMemoryStore } from '../storage/memory-store.ts'
import { fakeCampaigns, fakeDevices, fakeDirectSends, lookUp } from './http-fakes.ts'

export type Person = Awaited<ReturnType<Awaited<ReturnType<typeof anApp>>['register']>>

export const PUBLIC_URL = 'https://disparo.example'

/** Instant hashes: what scrypt does has its own test. */
export const quickPasswords: Passwords = {
  dummyHash: 'hash of nothing',
  hash: async (password: string) => `hash of ${password}`,
  verify: async (password: string, hash: string) => hash === `hash of ${password}`,
}

/** Sessions that ended, in memory. */
function memorySessions() {
  const revoked = new Set<string>()
  return {
    isRevoked: async (id: string) => revoked.has(id),
    revoke: async (id: string) => {
      revoked.add(id)
    },
  }
}

/** The whole HTTP interface on a fake clock; only lists and images touch a disk. */
export async function anApp({
  settings = {},
  services = {},
  signup = 'open',
  mistral = { apiKey: null, baseUrl: 'http://127.0.0.1:9' },
  privateTargets = 'allow',
  passwords = quickPasswords,
}: {
  readonly settings?: Partial<HttpSettings>
  readonly services?: Partial<Services>
  readonly signup?: 'open' | 'first' | 'closed'
  readonly mistral?: { readonly apiKey: string | null; readonly baseUrl: string }
  readonly privateTargets?: 'allow' | 'deny'
  readonly passwords?: Passwords
} = {}) {
  const dir = await aDataFolder()
  const clock = createFakeClock()
  const logged: { level: string; fields: object; message: string }[] = []
  const events = createEvents(clock)
  const stopping = new AbortController()
  const lists = await openContactLists({ dir })
  const listsInUse = new Set<string>()
  const campaigns = fakeCampaigns()
  const instances: Instances = await createDaemonInstances({
    store: createMemoryStore(),
    hasDevice: async (userId, id) =>
      (await devices.list(userId)).some(({ deviceId }) => deviceId === id),
    now: clock.now,
  })
  const devices = fakeDevices({ onRemoved: instances.remove })
  const directSends = fakeDirectSends()
  const figures = await someStats({ dir, lists, campaigns, clock })
  let storageOk = true
  const messages = await openWebhookMessages({ dir, keep: 1_000 })
  onTestFinished(messages.close)
  const outbox = await openWebhookOutbox({ dir })
  const webhookOutbox = createWebhookOutbox({
    store: outbox,
    findTarget: async () => undefined,
    call: async () => ({ kind: 'unreachable', url: PUBLIC_URL }),
    clock,
    newId: newIds(),
    onFault: (err, subject) => logged.push({ level: 'error', fields: { err }, message: subject }),
  })
  onTestFinished(async () => {
    await webhookOutbox.stop()
    await outbox.close()
  })

  const accounts = await createAccounts({
    users: createMemoryStore(),
    sessions: memorySessions(),
    passwords,
    tokens: await createTokens({ secret: 's'.repeat(32), now: clock.now }),
    newId: newIds(),
    newApiKey,
    hashApiKey,
    signup,
    now: clock.now,
  })

  const engineEvents = createEngineEvents({ onFault: (err) => expect.unreachable(String(err)) })
  const log = recordTo(logged)
  const gatewayParts = await createGatewayParts(
    { mistral, privateTargets: PrivateTargets.parse(privateTargets) },
    {
      storage: {
        answering: {
          gateways: createMemoryStore(),
          instances: createMemoryStore(),
          agents: createMemoryStore(),
          links: createMemoryStore(),
          replyCounts: createMemoryStore(),
          chatbots: createMemoryStore(),
          messages,
        },
        uploads: figures.uploads,
      },
      engineEvents,
      publish: events.publish,
      publicUrl: () => PUBLIC_URL,
      own: { accounts, devices, instances, directSends, lookUp },
      // Whoever waits moves the time on.
      clock: {
        now: clock.now,
        after: (ms, work) => {
          clock.advance(ms)
          work()
          return () => undefined
        },
      },
      accounts,
      metrics: figures.metrics,
      log,
      stopping: stopping.signal,
    },
  )
  subscribeGateways(engineEvents, { ...gatewayParts, messages })
  const complete: Services = {
    accounts,
    campaigns,
    campaignPreviews: createCampaignPreviews({ lists, now: clock.now }),
    contacts: createContacts({
      lists,
      isListInUse: async (_userId, id) => listsInUse.has(id),
      newId: newIds(),
      now: clock.now,
      pause: () => undefined,
    }),
    devices,
    directSends,
    events,
    health: createHealth({
      version: '1.2.3',
      isSimulated: false,
      now: clock.now,
      storageOk: () => storageOk,
      damageCount: () => 0,
      devices: () => ({ connected: 1, total: 2 }),
      runningCampaigns: () => 3,
    }),
    uploads: createUploads({ store: figures.uploads, publicUrl: () => PUBLIC_URL }),
    dashboards: figures.dashboards,
    idempotency: createIdempotency({
      store: createMemoryStore(),
      hash: (text) => text,
      now: clock.now,
    }),
    maintenance: figures.maintenance,
    metrics: figures.metrics,
    ...gatewayParts,
    deliveries: webhookOutbox,
    simulatorScan: null,
    log,
    now: clock.now,
    stopping: stopping.signal,
    settings: {
      version: '1.2.3',
      corsOrigins: [],
      trustProxy: false,
      tempDir: join(dir, 'tmp'),
      basePath: '',
      consoleDir: join(dir, 'web'),
      isSimulated: false,
      canAssist: false,
      ...settings,
    },
    ...services,
  }
  const app: App = createApp(complete)

  return {
    app,
    services: complete,
    dir,
    clock,
    logged,
    events,
    stopping,
    listsInUse,
    lists,
    outbox,
    figures,
    campaigns,
    devices,
    directSends,
    breakStorage: () => {
      storageOk = false
    },
    request,
    register,
  }

  function request(path: string, init: RequestInit = {}, address = '203.0.113.7') {
    return app.request(path, init, { incoming: { socket: { remoteAddress: address } } })
  }

  async function register(name = 'Loja da Ana') {
    const email = `${crypto.randomUUID()}@example.com`
    const password = 'uma boa senha'
    const answer = await request('/auth/register', asJson({ name, email, password }))
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

function newIds() {
  let last = 0
  return () => {
    last += 1
    return `id-${last}`
  }
}

function recordTo(logged: { level: string; fields: object; message: string }[]): Log {
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message })
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}
