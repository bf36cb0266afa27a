import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openCollection } from '../../src/storage/collections/collection.ts'
import { CampaignFile, CampaignStatsFile } from '../../src/storage/collections/records.ts'
import { openContactLists } from '../../src/storage/contacts/contact-lists.ts'
import { startDaemon, temporaryFolder } from '../support/daemon/daemon.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { campaignOf, statsOf } from './full-folder.ts'
import { fixed, print, quantile, residentMegabytes } from './stage.ts'

const CAMPAIGNS = 10_000
const SENDS_EACH = 100
const CONTACTS = 1_000_000
const BATCH = 1_000
const CALLS = 300

/** Measures the dashboard of years: what a call costs beside one of bare Hono. */
export async function dashboard(): Promise<void> {
  const folder = await temporaryFolder('bench-dashboard')
  const dataDir = `${folder.path}/data`
  try {
    const user = await fill(dataDir)
    const startedAt = performance.now()
    const daemon = await startDaemon({ dataDir })
    print(
      `${CAMPAIGNS} campaigns, ${CAMPAIGNS * SENDS_EACH} sends, ${CONTACTS} contacts: ` +
        `starts in ${fixed(performance.now() - startedAt, 0)} ms`,
    )
    try {
      await measure(user.at(daemon.url()))
      print(`RSS ${fixed(residentMegabytes(daemon.pid()))} MB`)
    } finally {
      await daemon.stop()
    }
  } finally {
    await folder.remove()
  }
}

async function measure(user: User): Promise<void> {
  const path = '/api/dashboard/stats'
  const [first = 0] = await times(`${user.url}${path}`, user, 1)
  print(`first call, which counts the contacts: ${fixed(first, 0)} ms`)
  const bare = await bareTimes(user)
  await times(`${user.url}${path}`, user)
  const whole = await times(`${user.url}${path}`, user)
  const { recentCampaigns } = await user.get<{ recentCampaigns: { id: string }[] }>(path)
  const one = await times(`${user.url}${path}?campaignId=${recentCampaigns[0]?.id}`, user)
  for (const [name, all] of Object.entries({
    'bare Hono': bare,
    dashboard: whole,
    'of one': one,
  })) {
    print(
      `${name}: p50 ${fixed(quantile(all, 0.5), 2)} ms, p99 ${fixed(quantile(all, 0.99), 2)} ms`,
    )
  }
  print(`${recentCampaigns.length} campaigns in the answer; aim p99 20 ms`)
}

async function bareTimes(user: User): Promise<number[]> {
  const script = fileURLToPath(new URL('./processes/bare-hono.js', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  await times(`http://127.0.0.1:${port}/health`, user)
  const all = await times(`http://127.0.0.1:${port}/health`, user)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return all
}

/** Measures each of several calls, one after another. */
async function times(url: string, { apikey }: User, count = CALLS): Promise<number[]> {
  const all: number[] = []
  for (let call = 0; call < count; call += 1) {
    const from = performance.now()
    const response = await fetch(url, { headers: { apikey } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    all.push(performance.now() - from)
  }
  return all
}

async function fill(dir: string): Promise<User> {
  const daemon = await startDaemon({ dataDir: dir })
  const user = await registerUser(daemon.url())
  const { id: userId } = (await user.get<{ user: { id: string } }>('/auth/me')).user
  await daemon.stop()

  const campaigns = await openCollection({ dir, name: 'campaigns', schema: CampaignFile })
  const stats = await openCollection({ dir, name: 'campaign-sums', schema: CampaignStatsFile })
  const all = Array.from({ length: CAMPAIGNS }, (_, index) => campaignOf(index, SENDS_EACH))
  await Promise.all(all.map((campaign) => campaigns.save(userId, campaign)))
  await Promise.all(all.map((campaign) => stats.save(userId, statsOf(campaign))))

  const lists = await openContactLists({ dir })
  const createdAt = new Date().toISOString()
  await lists.create(userId, { id: 'everybody', name: 'Todos', createdAt })
  async function* contacts() {
    for (let from = 0; from < CONTACTS; from += BATCH) {
      yield Array.from({ length: BATCH }, (_, place) => ({
        name: `Cliente ${from + place}`,
        phone: `55119${70_000_000 + from + place}`,
        createdAt,
        origin: 'csv' as const,
      }))
    }
  }
  await lists.append(userId, 'everybody', { contacts: contacts(), onDuplicate: 'keep' })
  return user
}
