import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startDaemon } from '../support/daemon/daemon.ts'
import { phones, type User } from '../support/daemon/user.ts'
import { FIRST_CAMPAIGN, fillFolder } from './full-folder.ts'
import { fixed, print, quantile, residentMegabytes, type Stage, setStage } from './stage.ts'

const CAMPAIGNS = 10_000
const SENT_CAMPAIGNS = 1_000
const SENDS_EACH = 1_000
const CLIENTS = 50
const DURATION_MS = 20_000
/** A person, or a screen that refreshes itself, waits between two calls. */
const MEAN_THINK_MS = 200
const RUNNING_EACH = 3_000
const PLAIN_MS = 3_000
const PLAIN_LANES = 16

/** Measures fifty clients on a folder of years, while two campaigns send at full speed. */
export async function load(): Promise<void> {
  const stage = await setStage()
  try {
    const { id: userId } = (await stage.user.get<{ user: { id: string } }>('/auth/me')).user
    await stage.daemon.stop()
    const dataDir = `${stage.folder}/data`
    await fillFolder(dataDir, {
      userId,
      campaignCount: CAMPAIGNS,
      sentCampaignCount: SENT_CAMPAIGNS,
      sendsEach: SENDS_EACH,
    })
    await onFullFolder(dataDir, stage)
  } finally {
    await stage.close()
  }
}

async function onFullFolder(dataDir: string, stage: Stage): Promise<void> {
  const startedAt = performance.now()
  const daemon = await startDaemon({ dataDir, whatsapp: stage.server })
  try {
    print(
      `${CAMPAIGNS} campaigns, ${SENT_CAMPAIGNS * SENDS_EACH} sends: starts in ` +
        `${fixed(performance.now() - startedAt, 0)} ms, RSS ${fixed(residentMegabytes(daemon.pid()))} MB`,
    )
    const user = stage.user.at(daemon.url())
    await comparePlainRoute(user)
    await underLoad(user, stage)
    print(`RSS afterwards ${fixed(residentMegabytes(daemon.pid()))} MB`)
  } finally {
    await daemon.stop()
  }
}

async function underLoad(user: User, { control }: Stage): Promise<void> {
  const running = await Promise.all(['5561988880001', '5561988880002'].map(startSending))
  const times = new Map<string, number[]>()
  const failures = new Map<string, number>()
  const endsAt = performance.now() + DURATION_MS
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
  for (const [route, all] of [...times].sort(([a], [b]) => a.localeCompare(b))) {
    print(
      `${route}: ${all.length} calls, p50 ${fixed(quantile(all, 0.5))} ms, ` +
        `p99 ${fixed(quantile(all, 0.99))} ms, ${failures.get(route) ?? 0} errors`,
    )
  }
  const sent = await Promise.all(running.map(async (id) => (await user.campaign(id)).sentCount))
  print(`meanwhile sent: ${sent.join(' and ')} messages`)
  await Promise.all(running.map((id) => user.remove(`/api/campaigns/${id}`)))

  async function startSending(phone: string, index: number): Promise<string> {
    const device = await user.pair(control, phone)
    const contatos = await user.createList(phones(RUNNING_EACH, 28 + index))
    return (await user.createCampaign({ device_id: device, contatos })).id
  }

  async function client(index: number): Promise<void> {
    const name = `Cliente ${index}`
    const contatos = phones(5, 27).map((phone) => ({ name, phone }))
    while (performance.now() < endsAt) {
      const sentId = FIRST_CAMPAIGN + Math.floor(Math.random() * SENT_CAMPAIGNS)
      await timed('GET /api/campaigns?limit=100', 'GET', '/api/campaigns?limit=100')
      await timed('GET /api/campaigns/{id}', 'GET', `/api/campaigns/${sentId}`)
      await timed('GET …/sends?limit=100', 'GET', `/api/campaigns/${sentId}/sends?limit=100`)
      await timed('GET /api/dashboard/stats', 'GET', '/api/dashboard/stats')
      await timed('GET /api/whatsapp/devices', 'GET', '/api/whatsapp/devices')
      await timed('GET /api/contacts?preview=3', 'GET', '/api/contacts?preview=3&limit=20')
      const campaign = await timed('POST /api/campaigns', 'POST', '/api/campaigns', {
        name,
        texto: 'Olá!',
        status: 'Rascunho',
      })
      await timed('PATCH /api/campaigns/{id}', 'PATCH', `/api/campaigns/${campaign}`, {
        texto: 'Oi!',
      })
      await timed('DELETE /api/campaigns/{id}', 'DELETE', `/api/campaigns/${campaign}`)
      const list = await timed('POST /api/contacts', 'POST', '/api/contacts', { name, contatos })
      await timed('DELETE /api/contacts/{id}', 'DELETE', `/api/contacts/${list}`)
    }
  }

  /** Times a call; returns the `id` in the answer, if any. */
  async function timed(
    ...[route, method, path, body]: [string, string, string, unknown?]
  ): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * MEAN_THINK_MS))
    const from = performance.now()
    const response = await user.raw(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const text = await response.text()
    times.set(route, [...(times.get(route) ?? []), performance.now() - from])
    if (!response.ok) failures.set(route, (failures.get(route) ?? 0) + 1)
    const { id = '' }: { id?: string } = text.startsWith('{') ? JSON.parse(text) : {}
    return id
  }
}

async function comparePlainRoute(user: User): Promise<void> {
  const script = fileURLToPath(new URL('./processes/bare-hono.js', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  const bareUrl = `http://127.0.0.1:${port}/health`
  await callsPerSecond(bareUrl)
  const bare = await callsPerSecond(bareUrl)
  const plain = await callsPerSecond(`${user.url}/health`)
  const signedIn = await callsPerSecond(`${user.url}/auth/me`, { apikey: user.apikey })
  child.kill('SIGTERM')
  await once(child, 'exit')
  print(
    `bare Hono ${fixed(bare, 0)} calls/s; /health ${fixed(plain, 0)}, ratio ${fixed(plain / bare, 2)}; ` +
      `/auth/me ${fixed(signedIn, 0)}, ratio ${fixed(signedIn / bare, 2)}`,
  )
}

async function callsPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now()
  let calls = 0
  const gate = async () => {
    while (performance.now() - startedAt < PLAIN_MS) {
      const response = await fetch(url, { headers })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: PLAIN_LANES }, gate))
  return calls / ((performance.now() - startedAt) / 1_000)
}
