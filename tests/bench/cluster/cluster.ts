import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { program, startDaemon } from '../../support/daemon/daemon.ts'
import { phones, type User } from '../../support/daemon/user.ts'
import { type PostgresServer, startPostgres } from '../../support/storage/postgres-server.ts'
import { fillFolder } from '../full-folder.ts'
import { fixed, median, print, quantile, runCampaign, type Stage, setStage } from '../stage.ts'
import { failover } from './failover.ts'

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 800)
const ROUNDS = 3
/** Campaigns in the account whose list of them is read all the time. */
const CAMPAIGNS = 2_000
const SENT_CAMPAIGNS = Number(process.env.BENCH_SENT_CAMPAIGNS ?? 100)
const SENDS_EACH = 1_000
const LIST_PAUSE_MS = 25
const DEVICE = '5561988880001'

type Side = {
  readonly name: string
  readonly stage: Stage
  readonly rates: number[]
  readonly listMs: number[]
}

/**
 * Measures a node on PostgreSQL beside a program with a data folder, in one run, and then three
 * nodes of which one dies. `BENCH_PEOPLE`, `BENCH_SENT_CAMPAIGNS` (of 1,000 sends each) and
 * `BENCH_DEVICES` make it smaller.
 */
export async function cluster(): Promise<void> {
  const postgres = await startPostgres()
  try {
    await besideFolder(postgres)
  } finally {
    await postgres.stop()
  }
  await failover()
}

async function besideFolder(postgres: PostgresServer): Promise<void> {
  const embedded = await sideOf('data folder', {})
  const onPostgres = await sideOf('PostgreSQL', { DISPARO_DATABASE_URL: postgres.url })
  try {
    await compareRates(embedded, onPostgres, postgres.url)
    await compareStarts(embedded.stage, postgres)
  } finally {
    await embedded.stage.close()
    await onPostgres.stage.close()
  }
}

async function sideOf(name: string, env: Readonly<Record<string, string>>): Promise<Side> {
  const stage = await setStage({ env })
  await stage.user.pair(stage.control, DEVICE)
  return { name, stage, rates: [], listMs: [] }
}

/** Both take turns, so that other work of the machine affects both. */
async function compareRates(embedded: Side, onPostgres: Side, url: string): Promise<void> {
  const work = { walBytes: 0, commits: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    await sendOnce(embedded, round)
    const before = await workOf(url)
    await sendOnce(onPostgres, round)
    const after = await workOf(url)
    work.walBytes += after.walBytes - before.walBytes
    work.commits += after.commits - before.commits
  }
  for (const { name, rates, listMs } of [embedded, onPostgres]) {
    print(
      `${name}: ${fixed(median(rates))} msg/s; /api/campaigns meanwhile ` +
        `p50 ${fixed(quantile(listMs, 0.5))} ms, p99 ${fixed(quantile(listMs, 0.99))} ms`,
    )
  }
  const ratios = onPostgres.rates.map((rate, round) => rate / (embedded.rates[round] ?? Number.NaN))
  print(
    `ratio of the rates ${fixed(median(ratios), 2)} (aim 0.7; runs ` +
      `${ratios.map((ratio) => fixed(ratio, 2)).join(', ')}), of p99 ` +
      `${fixed(quantile(onPostgres.listMs, 0.99) / quantile(embedded.listMs, 0.99), 2)}`,
  )
  const messages = ROUNDS * PEOPLE
  print(
    `a message: ${fixed(work.walBytes / messages, 0)} bytes of WAL, ` +
      `${fixed(work.commits / messages, 2)} transactions`,
  )
}

/** Sends a campaign to fresh recipients, while a client reads the list of campaigns. */
async function sendOnce({ stage: { user }, rates, listMs }: Side, round: number): Promise<void> {
  const watch = new AbortController()
  const watched = timeList(user, listMs, watch.signal)
  const { seconds } = await runCampaign(user, { device: DEVICE, phones: phones(PEOPLE, round + 1) })
  watch.abort()
  await watched
  rates.push(PEOPLE / seconds)
}

async function timeList(user: User, listMs: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now()
    await user.get('/api/campaigns')
    listMs.push(performance.now() - startedAt)
    await pause(LIST_PAUSE_MS)
  }
}

/** Bytes that the server has written, and transactions that it has ended. */
async function workOf(
  url: string,
): Promise<{ readonly walBytes: number; readonly commits: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ readonly wal: string; readonly commits: string }>(
      `select pg_current_wal_lsn() - '0/0' as wal, xact_commit as commits
       from pg_stat_database where datname = current_database()`,
    )
    const [row] = rows
    return { walBytes: Number(row?.wal), commits: Number(row?.commits) }
  } finally {
    await client.end()
  }
}

/**
 * Compares the time until the account's campaigns are there, from the folder and from a database
 * with the same contents.
 */
async function compareStarts(stage: Stage, postgres: PostgresServer): Promise<void> {
  const { user, daemon, folder } = stage
  await daemon.stop()
  const dataDir = `${folder}/data`
  await fillFolder(dataDir, {
    userId: user.id,
    campaignCount: CAMPAIGNS,
    sentCampaignCount: SENT_CAMPAIGNS,
    sendsEach: SENDS_EACH,
  })
  const url = await newDatabase(postgres.url, 'moved')
  const movedAt = performance.now()
  migrate(dataDir, url)
  const movedSeconds = (performance.now() - movedAt) / 1_000
  const fromFolder = await startsIn(stage, { dataDir, env: {} })
  const fromPostgres = await startsIn(stage, {
    dataDir: `${folder}/node`,
    env: { DISPARO_DATABASE_URL: url },
  })
  print(
    `${SENT_CAMPAIGNS * SENDS_EACH} sends (migrate --to took ${fixed(movedSeconds)} s), start until ` +
      `/api/campaigns: data folder ${fixed(fromFolder, 0)} ms, PostgreSQL ` +
      `${fixed(fromPostgres, 0)} ms, ratio ${fixed(fromPostgres / fromFolder, 2)}`,
  )
}

async function newDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}

function migrate(dataDir: string, url: string): void {
  const args = [program, 'migrate', '--to', url, '--data-dir', dataDir]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

async function startsIn(
  { user, server }: Stage,
  options: { readonly dataDir: string; readonly env: Readonly<Record<string, string>> },
): Promise<number> {
  const startedAt = performance.now()
  const daemon = await startDaemon({ ...options, whatsapp: server })
  await user.at(daemon.url()).get('/api/campaigns')
  const ms = performance.now() - startedAt
  await daemon.stop()
  return ms
}
