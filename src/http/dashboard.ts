import { Buffer } from 'node:buffer'
import { statsApi } from '../contract/api/stats-api.ts'
import { campaignsText } from './answers/campaign-text.ts'
import { jsonHeaders } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** The dashboard's numbers. */
export function dashboardRoutes({ dashboards }: Pick<Services, 'dashboards'>): Binding[] {
  return [
    bind(statsApi.dashboard, async ({ c, caller, query }) => {
      const { stats, recentCampaigns, chartData } = await dashboards.read(caller.user.id, query)
      // The answer has the same campaigns twice. There may be thousands: they are encoded once.
      const recent = Buffer.from(campaignsText(recentCampaigns))
      const bytes = Buffer.concat([
        Buffer.from(`{"stats":${JSON.stringify(stats).slice(0, -1)},"recentCampaigns":`),
        recent,
        Buffer.from('},"recentCampaigns":'),
        recent,
        Buffer.from(`,"chartData":${JSON.stringify(chartData)}}`),
      ])
      return c.body(bytes, 200, jsonHeaders)
    }),
  ]
}
