import { z } from 'zod'
import { statsApi } from '#contract/api/stats-api.ts'
import { type ChartData, type Dashboard, DashboardJson } from '#contract/dashboard.ts'
import { warn } from '../report.ts'
import { read } from './calls/client.ts'

const noChart: ChartData = { labels: [], datasets: [] }

const LooseDashboard = z.preprocess(loosen, DashboardJson)
const dashboard = { ...statsApi.dashboard, answers: { 200: LooseDashboard } } as const

/** Reads the stats of the dashboard. */
export async function readDashboard(
  query: NonNullable<Parameters<typeof read<typeof dashboard>>[1]['query']>,
): Promise<Dashboard> {
  return await read(dashboard, { query })
}

function loosen(answer: unknown): unknown {
  return isRecord(answer) ? withCounts(withChart(withoutCopy(answer))) : answer
}

/** Accepts an answer without a chart: the rest is shown, and the chart stays empty. */
function withChart(answer: Record<string, unknown>): Record<string, unknown> {
  if (answer.chartData) return answer
  warn('O servidor não enviou os dados do gráfico (chartData): ele fica vazio.')
  return { ...answer, chartData: noChart }
}

/** Counts the recent campaigns where the server sent all of them and no counts. */
function withCounts(answer: Record<string, unknown>): Record<string, unknown> {
  if (answer.recentByStatus || !Array.isArray(answer.recentCampaigns)) return answer
  const recentByStatus: Record<string, number> = {}
  for (const campaign of answer.recentCampaigns) {
    const status = isRecord(campaign) ? String(campaign.status) : ''
    recentByStatus[status] = (recentByStatus[status] ?? 0) + 1
  }
  return { ...answer, recentByStatus }
}

/** Drops the second copy of the recent campaigns, so that thousands are not validated twice. */
function withoutCopy(answer: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(answer.stats)) return answer
  return { ...answer, stats: { ...answer.stats, recentCampaigns: [] } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
