import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { statsApi } from '../contract/api/stats-api.ts'
import type { ClientVersion } from '../contract/devices/client-version.ts'
import { type RecipientChange, RecipientStatus } from '../domain/sending/recipient.ts'
import { type Binding, bind } from './bind.ts'
import type { Env } from './requests/client.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Sources of the metrics that are read only when they are requested. */
export type MetricSources = {
  /** How many devices there are in each state. */
  readonly devices: () => Readonly<Record<string, number>>
  readonly runningCampaigns: () => number
  /** How often accounts came to this node or left it, by cause; left out where there is no node. */
  readonly accountMoves?: () => Readonly<Record<string, number>>
  /** The version of WhatsApp Web in use; null: the built-in one. */
  readonly clientVersion: () => ClientVersion | null
  readonly journal: () => {
    readonly writeCount: number
    readonly syncCount: number
    readonly bytes: number
  }
}

const LAG_BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 5, 30, 300]
const CALL_BUCKETS_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]
const LOOP_SAMPLE_MS = 50
const NANOSECONDS = 1e9

/** Metrics of the whole process, without ids or names; each daemon has a registry of its own. */
export function createMetrics(sources: MetricSources) {
  const registry = new Registry()
  const registers = [registry]
  const facts = new Counter({
    name: 'disparo_sends_total',
    help: 'Sends of campaigns by what became of them.',
    labelNames: ['outcome'],
    registers,
  })
  const lag = new Histogram({
    name: 'disparo_queue_lag_seconds',
    help: 'Time between the moment something was due and its start.',
    labelNames: ['queue'],
    buckets: LAG_BUCKETS_SECONDS,
    registers,
  })
  const calls = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer began.',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  })
  const closeLoop = watchEventLoop(registry)
  addGauges(registry, sources)
  if (sources.accountMoves) addAccountMoves(registry, sources.accountMoves)

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    /** A fact about a recipient is on the disk. */
    changed: (change: RecipientChange) => {
      for (const outcome of outcomesOf(change)) facts.inc({ outcome })
    },
    /** @param ms between its scheduled time and its start */
    campaignStarted: (ms: number) => lag.observe({ queue: 'campaign' }, seconds(ms)),
    /** @param ms between a slot's grant and its arrival */
    slotTaken: (ms: number) => lag.observe({ queue: 'slot' }, seconds(ms)),
    answered: (call: { method: string; route: string; status: number }, ms: number) =>
      calls.observe(call, seconds(ms)),
    close: closeLoop,
  }
}

/** The outcomes that a change brings: a receipt may prove an acceptance that was never recorded. */
function outcomesOf({ before, after }: RecipientChange): string[] {
  const isNew = after.status !== before.status
  return [
    ...(isNew && after.status === RecipientStatus.accepted ? ['accepted'] : []),
    ...(isNew && after.status === RecipientStatus.failed ? ['failed'] : []),
    ...(isNew && after.status === RecipientStatus.waiting ? ['returned'] : []),
    ...(after.deliveredAtMs > 0 && before.deliveredAtMs === 0 ? ['delivered'] : []),
    ...(after.readAtMs > 0 && before.readAtMs === 0 ? ['read'] : []),
  ]
}

function seconds(ms: number): number {
  return Math.max(0, ms) / 1_000
}

function addGauges(registry: Registry, sources: MetricSources): void {
  const registers = [registry]
  new Gauge({
    name: 'disparo_devices',
    help: 'WhatsApp devices by state.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(sources.devices())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'disparo_campaigns_running',
    help: 'Campaigns under way.',
    registers,
    collect() {
      this.set(sources.runningCampaigns())
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'disparo_whatsapp_client_revision',
    help: 'Revision of WhatsApp Web that connections say they are; 0: the one of the program.',
    registers,
    collect() {
      this.set(sources.clientVersion()?.[2] ?? 0)
    },
  })
  const journal = {
    disparo_journal_writes_total: 'Groups of facts written to journals.',
    disparo_journal_syncs_total: 'Journal writes forced to the disk.',
    disparo_journal_bytes_total: 'Bytes written to journals.',
  }
  for (const [name, help] of Object.entries(journal)) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        const { writeCount, syncCount, bytes } = sources.journal()
        const totals: Readonly<Record<string, number>> = {
          disparo_journal_writes_total: writeCount,
          disparo_journal_syncs_total: syncCount,
          disparo_journal_bytes_total: bytes,
        }
        this.reset()
        this.inc(totals[name] ?? 0)
      },
    })
  }
}

/** Counts moves of accounts: many of them show that nodes keep losing accounts. */
function addAccountMoves(
  registry: Registry,
  accountMoves: NonNullable<MetricSources['accountMoves']>,
): void {
  new Counter({
    name: 'disparo_account_moves_total',
    help: 'Accounts that came to this node, left it, or could not be started, by what happened.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [kind, count] of Object.entries(accountMoves())) this.inc({ kind }, count)
    },
  })
}

/** Measures how late timers of the main thread run, since the last request. */
function watchEventLoop(registry: Registry): () => void {
  const delays = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS })
  delays.enable()
  // A sample is the whole time between two timers; the delay is what exceeds the interval.
  const late = (nanoseconds: number) =>
    Number.isFinite(nanoseconds)
      ? Math.max(0, nanoseconds / NANOSECONDS - LOOP_SAMPLE_MS / 1_000)
      : 0
  new Gauge({
    name: 'disparo_event_loop_delay_seconds',
    help: 'Delay of the main thread since the last reading.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      this.set({ quantile: '0.5' }, late(delays.percentile(50)))
      this.set({ quantile: '0.99' }, late(delays.percentile(99)))
      this.set({ quantile: '1' }, late(delays.max))
      delays.reset()
    },
  })
  return () => {
    delays.disable()
  }
}

/** Times every call, under its route's pattern, since paths hold ids. */
export function measured(metrics: Pick<Metrics, 'answered'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const pattern = matchedRoutes(c).find(({ path }) => path !== '/*' && path !== '*')
    const call = { method: c.req.method, route: pattern?.path ?? 'none', status: c.res.status }
    metrics.answered(call, performance.now() - startedAt)
  }
}

/** Route of the metrics, for a Prometheus with an apikey. */
export function metricsRoutes({
  metrics,
}: {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>
}): Binding[] {
  return [
    bind(statsApi.metrics, async ({ c }) =>
      c.body(await metrics.text(), 200, { 'content-type': metrics.contentType }),
    ),
  ]
}
