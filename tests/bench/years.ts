import { startDaemon, temporaryFolder } from '../support/daemon/daemon.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { FIRST_CAMPAIGN, fillFolder } from './full-folder.ts'
import { fixed, print, quantile, residentMegabytes } from './stage.ts'

const CAMPAIGNS = Number(process.env.CAMPAIGNS ?? 100_000)
const SENT_SHARE = 0.1
const SENDS_EACH = 1_000
const CALLS = 100

/**
 * Measures a data folder of years and one with a tenth of it: start, memory and the main routes.
 * Both are written first, so that they are measured one after the other.
 */
export async function years(): Promise<void> {
  const small = await aFolderOf(CAMPAIGNS / 10)
  const large = await aFolderOf(CAMPAIGNS)
  try {
    const before = await measure(small)
    const after = await measure(large)
    print('ratios of ten times the data:')
    for (const [name, value] of after) {
      print(`  ${name}: ${fixed(value / (before.get(name) ?? value), 2)}`)
    }
  } finally {
    await small.folder.remove()
    await large.folder.remove()
  }
}

type LivedIn = Awaited<ReturnType<typeof aFolderOf>>

async function aFolderOf(campaignCount: number) {
  const folder = await temporaryFolder('years')
  const first = await startDaemon({ dataDir: folder.path })
  const user = await registerUser(first.url())
  await first.stop()
  const sentCampaignCount = Math.round(campaignCount * SENT_SHARE)
  const sizes = { campaignCount, sentCampaignCount, sendsEach: SENDS_EACH }
  const filledAt = performance.now()
  await fillFolder(folder.path, { userId: user.id, ...sizes })
  print(
    `${campaignCount} campaigns, ${sentCampaignCount * SENDS_EACH} sends ` +
      `(written in ${fixed((performance.now() - filledAt) / 1_000, 0)} s)`,
  )
  return { folder, user, campaignCount, sentCampaignCount }
}

async function measure({
  folder,
  user: before,
  campaignCount,
  sentCampaignCount,
}: LivedIn): Promise<ReadonlyMap<string, number>> {
  const figures = new Map<string, number>()
  const startedAt = performance.now()
  // More than the default limit.
  const env = { DISPARO_MAX_CAMPAIGNS: String(2 * CAMPAIGNS) }
  const daemon = await startDaemon({ dataDir: folder.path, env })
  try {
    const user = before.at(daemon.url())
    await user.get('/health')
    figures.set('start, ms', performance.now() - startedAt)
    figures.set('RSS after the start, MB', residentMegabytes(daemon.pid()))
    await measureRoutes(user, { sentCampaignCount, figures })
    figures.set('RSS afterwards, MB', residentMegabytes(daemon.pid()))
  } finally {
    await daemon.stop()
  }
  print(`with ${campaignCount} campaigns:`)
  for (const [name, value] of figures) print(`  ${name}: ${fixed(value)}`)
  return figures
}

async function measureRoutes(
  user: User,
  {
    sentCampaignCount,
    figures,
  }: { readonly sentCampaignCount: number; readonly figures: Map<string, number> },
): Promise<void> {
  const aSentOne = () => FIRST_CAMPAIGN + Math.floor(Math.random() * sentCampaignCount)
  const draft = { name: 'Rascunho', texto: 'Olá!', status: 'Rascunho' }
  const routes: Readonly<Record<string, () => Promise<unknown>>> = {
    'GET /health': () => user.get('/health'),
    'GET /api/campaigns?limit=100': () => user.get('/api/campaigns?limit=100'),
    'GET /api/campaigns/{id}': () => user.get(`/api/campaigns/${aSentOne()}`),
    'GET …/sends?limit=100': () => user.get(`/api/campaigns/${aSentOne()}/sends?limit=100`),
    'GET /api/dashboard/stats': () => user.get('/api/dashboard/stats'),
    'GET /api/whatsapp/devices': () => user.get('/api/whatsapp/devices'),
    'POST /api/campaigns': () => user.post('/api/campaigns', draft),
    'GET /debug/caches': () => user.get('/debug/caches'),
  }
  for (const [name, call] of Object.entries(routes)) {
    const times: number[] = []
    for (let round = 0; round < CALLS; round += 1) {
      const from = performance.now()
      await call()
      times.push(performance.now() - from)
    }
    figures.set(`${name} p50, ms`, quantile(times, 0.5))
    figures.set(`${name} p99, ms`, quantile(times, 0.99))
  }
}
