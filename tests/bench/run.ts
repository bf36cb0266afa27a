import { parseArgs } from 'node:util'
import { cluster } from './cluster/cluster.ts'
import { migration } from './cluster/migration.ts'
import { crowd } from './crowd.ts'
import { csv } from './csv.ts'
import { dashboard } from './dashboard.ts'
import { devices } from './devices.ts'
import { firstScreen } from './first-screen.ts'
import { freeze } from './freeze.ts'
import { interactions } from './interactions/interactions.ts'
import { listPage } from './list-page.ts'
import { load } from './load.ts'
import { longRun } from './long-run.ts'
import { preview } from './preview.ts'
import { receipts } from './receipts.ts'
import { print } from './stage.ts'
import { start } from './start.ts'
import { storage } from './storage.ts'
import { throughput } from './throughput.ts'
import { turns } from './turns.ts'
import { webhooks } from './webhooks.ts'
import { years } from './years.ts'

/**
 * `npm run bench [-- name… [--against folder]]`: measures, prints results and ratios, and asserts
 * nothing. The folder holds a build of another version: benchmarks that can do so measure it in the
 * same run.
 */

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
})

const benchmarks = {
  start,
  throughput,
  'long-run': longRun,
  crowd,
  cluster,
  migration,
  storage,
  freeze,
  preview,
  receipts,
  devices,
  years,
  csv,
  dashboard,
  load,
  webhooks,
  'first-screen': () => firstScreen(values.against),
  'list-page': listPage,
  interactions,
  turns,
} as const
for (const [name, measure] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  print(`# ${name}`)
  await measure()
}
