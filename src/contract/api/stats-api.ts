import { z } from 'zod'
import { DashboardJson, DashboardQuery } from '../dashboard.ts'
import { endpoint } from './endpoint.ts'

const Share = z.object({ count: z.int().min(0), bytes: z.int().min(0) })

/** What of the caller's is held in memory. Bytes are estimates. */
export const CachesJson = z.object({
  campaigns: Share,
  /** Recipients of campaigns that run or are looked at. */
  sends: Share,
  /** Phones, kept to tell duplicates. */
  contacts: Share,
  /** Hours of the dashboard's running sums. */
  sums: Share,
  uploads: Share,
  total: Share,
})
export type Caches = z.infer<typeof CachesJson>

/** Files that were deleted, and how much they took. */
export const RemovedJson = z.object({ removed: z.int().min(0), bytes: z.int().min(0) })
export type Removed = z.infer<typeof RemovedJson>

/** Calls that count, measure and tidy up. */
export const statsApi = {
  dashboard: endpoint({
    methods: ['get'],
    path: '/api/dashboard/stats',
    summary: 'Os números do painel, de todas as campanhas ou de uma.',
    tag: 'Painel',
    query: DashboardQuery,
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
