import useSWR from 'swr'
import { addressOf } from '#contract/api/call.ts'
import { firstPaths } from '#contract/api/first-paths.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { report } from '../report.ts'
import type { CallError } from './calls/call-error.ts'
import { late } from './calls/late.ts'

/** Spans in days that the stats can cover. */
export const dashboardDays = ['7', '30', '90'] as const
export type DashboardDays = (typeof dashboardDays)[number]

/** The stats of all campaigns, or of the one with this id, over the last days; live. */
export function useDashboard(campaignId: string | null, dias: DashboardDays) {
  const query = campaignId === null ? { dias } : { campaignId, dias }
  const key = addressOf({ path: firstPaths.dashboard }, { query })
  const answer = async () => {
    const { readDashboard } = await late(() => import('./dashboard-answer.ts'))
    return await readDashboard(query)
  }
  return useSWR<Dashboard, CallError>(key, answer, { onError: reportFailure })
}

function reportFailure(error: CallError): void {
  // A user who left, or was signed out, sees that elsewhere: it is no failure of the stats.
  if (error.status === 401) return
  report('Falha ao buscar os dados do painel e do gráfico.', error)
}
