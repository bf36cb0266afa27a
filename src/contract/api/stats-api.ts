import { z } from 'zod'
import { DashboardJson, DashboardQuery } from '../dashboard.ts'
import { endpoint } from './endpoint.ts'
import { firstPaths } from './first-paths.ts'
import { CursorPage } from './query.ts'

const Share = z.object({ count: z.int().min(0), bytes: z.int().min(0) })

/** What the daemon holds in memory for the caller. Bytes are estimates. */
export const CachesJson = z.object({
  campaigns: Share,
  /** Recipients of campaigns that are running or on a screen. */
  sends: Share,
  /** Phones, held to recognise duplicates. */
  contacts: Share,
  /** Hours of the dashboard's statistics. */
  sums: Share,
  uploads: Share,
  total: Share,
})
export type Caches = z.infer<typeof CachesJson>

/** Files that were deleted, and how much they took. */
export const RemovedJson = z.object({ removed: z.int().min(0), bytes: z.int().min(0) })
export type Removed = z.infer<typeof RemovedJson>

/** Calls about statistics, memory and maintenance. */
export const statsApi = {
  dashboard: endpoint({
    methods: ['get'],
    path: firstPaths.dashboard,
    summary: 'Os números do painel, de todas as campanhas ou de uma.',
    tag: 'Painel',
    /** Pages of the recent campaigns. */
    query: DashboardQuery.extend(CursorPage.shape),
    answers: { 200: DashboardJson },
    errors: ['invalid', 'campaign_not_found'],
  }),
  metrics: endpoint({
    methods: ['get'],
    path: '/metrics',
    summary: 'Medidas do processo, no formato do Prometheus.',
    tag: 'Serviço',
    answers: { 200: 'text/plain' },
    errors: [],
  }),
  caches: endpoint({
    methods: ['get'],
    path: '/debug/caches',
    summary: 'O que há de seu na memória: quantidade e bytes.',
    tag: 'Serviço',
    answers: { 200: CachesJson },
    errors: [],
  }),
  autoCleanup: endpoint({
    methods: ['post', 'get'],
    path: '/debug/auto-cleanup',
    summary: 'Apaga imagens sem uso há mais de 24 horas e partes de registro já resumidas.',
    tag: 'Serviço',
    answers: { 200: RemovedJson },
    errors: ['storage_unavailable'],
  }),
}
