import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { scaled } from '../support/scale.ts'
import { mutants } from './mutants.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/**
 * Each of the mutants that any of the first 200 seeds finds is found by one of these.
 * `npm run simulate -- --seeds 10000` takes more.
 */
const seeds = process.env.SIMULATION_SEEDS ?? String(scaled(125, { full: 1_000 }))

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })

/** At the lowest share of a busy machine. */
const LIMIT_MS = 30 * 60_000

/** One at a time: other tests want the other cores. */
const simulate = (...args: string[]) =>
  run('dist/simulation/tests/simulation/simulate.js', '--jobs', '1', ...args)

beforeAll(() => {
  const built = run(
    'node_modules/typescript-native/bin/tsc',
    '-p',
    'tsconfig.simulation.json',
    '--noCheck',
  )
  expect(built.stdout).toBe('')
}, LIMIT_MS)

test(
  'keeps its promises through crashes, power cuts, full disks and outages of WhatsApp',
  () => {
    const { status, stdout } = simulate('--seeds', seeds)
    expect(stdout).toContain(`${seeds} seeds, 0 failed`)
    expect(status).toBe(0)
  },
  LIMIT_MS,
)

test(
  'tells two runs of one seed from one another by nothing',
  () => {
    const { stdout } = simulate('--seeds', '2', '--twice')
    expect(stdout).toContain('2 seeds, 0 failed')
  },
  LIMIT_MS,
)

test('every fault of the past still has its place in the program', () => {
  const places = mutants.flatMap(({ name, changes }) =>
    changes.map(({ module, from }) => {
      const source = readFileSync(`${root}/dist/simulation${module}`, 'utf8')
      return { name, module, count: source.split(from).length - 1 }
    }),
  )
  expect(places.filter(({ count }) => count !== 1)).toEqual([])
})
