import { Buffer } from 'node:buffer'
import { statsApi } from '../contract/api/stats-api.ts'
import type { Campaign } from '../contract/campaigns/campaign.ts'
import { RECENT_CAMPAIGNS_LIMIT } from '../contract/limits.ts'
import { campaignsText } from './answers/campaign-text.ts'
import { nextLink, pageOf } from './answers/paging.ts'
import { jsonHeaders } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** The dashboard's numbers. */
export function dashboardRoutes({
  dashboards,
  settings: { basePath },
}: Pick<Services, 'dashboards' | 'settings'>): Binding[] {
  return [
    bind(statsApi.dashboard, async ({ c, caller, query }) => {
      let next: string | null = null
      const pick = (all: readonly Campaign[]) => {
        const found = pageOf(all, { ...query, limit: query.limit ?? RECENT_CAMPAIGNS_LIMIT })
        next = found.next
        return found.page
      }
      const { stats, recentCampaigns, recentByStatus, chartData } = await dashboards.read(
        caller.user.id,
        query,
        pick,
      )
      // The answer has the same campaigns twice, which are encoded once.
      const recent = Buffer.from(campaignsText(recentCampaigns))
      const bytes = Buffer.concat([
        Buffer.from(`{"stats":${JSON.stringify(stats).slice(0, -1)},"recentCampaigns":`),
        recent,
        Buffer.from('},"recentCampaigns":'),
        recent,
        Buffer.from(`,"recentByStatus":${JSON.stringify(recentByStatus)}`),
        Buffer.from(`,"chartData":${JSON.stringify(chartData)}}`),
      ])
      return c.body(bytes, 200, { ...jsonHeaders, ...nextLink(c, { next, basePath }) })
    }),
  ]
}
