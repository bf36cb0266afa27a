import { startDaemon, temporaryFolder } from '../support/daemon/daemon.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { FIRST_CAMPAIGN, fillFolder } from './full-folder.ts'
import { fixed, print, quantile, residentMegabytes } from './stage.ts'

const CAMPAIGNS = Number(process.env.CAMPAIGNS ?? 100_000)
const SENT_SHARE = 0.1
const SENDS_EACH = 1_000
const CALLS = 100

/** A data folder of years and one with a tenth of it: start, memory and the main routes. */
export async function years(): Promise<void> {
  const small = await measure(CAMPAIGNS / 10)
  const large = await measure(CAMPAIGNS)
  print('ratios of ten times the data:')
  for (const [name, value] of large) {
    print(`  ${name}: ${fixed(value / (small.get(name) ?? value), 2)}`)
  }
}

async function measure(campaignCount: number): Promise<ReadonlyMap<string, number>> {
  const folder = await temporaryFolder('years')
  const figures = new Map<string, number>()
  const first = await startDaemon({ dataDir: folder.path })
  const before = await registerUser(first.url())
  const { id: userId } = (await before.get<{ user: { id: string } }>('/auth/me')).user
  await first.stop()
  const sentCampaignCount = Math.round(campaignCount * SENT_SHARE)
  const filledAt = performance.now()
  await fillFolder(folder.path, { userId, campaignCount, sentCampaignCount, sendsEach: SENDS_EACH })
  print(
    `${campaignCount} campaigns, ${sentCampaignCount * SENDS_EACH} sends ` +
      `(written in ${fixed((performance.now() - filledAt) / 1_000, 0)} s)`,
  )
  const startedAt = performance.now()
  const daemon = await startDaemon({ dataDir: folder.path })
  try {
    const user = before.at(daemon.url())
    await user.get('/health')
    figures.set('start, ms', performance.now() - startedAt)
    figures.set('RSS after the start, MB', residentMegabytes(daemon.pid()))
    await measureRoutes(user, { sentCampaignCount, figures })
    figures.set('RSS afterwards, MB', residentMegabytes(daemon.pid()))
  } finally {
    await daemon.stop()
    await folder.remove()
  }
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
