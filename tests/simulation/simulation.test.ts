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

/** Seeds that are played a second time. */
const COMPARED = '2'

let played: ReturnType<typeof run>

beforeAll(() => {
  const built = run(
    'node_modules/typescript-native/bin/tsc',
    '-p',
    'tsconfig.simulation.json',
    '--noCheck',
  )
  expect(built.stdout).toBe('')
  played = run(
    'dist/simulation/tests/simulation/simulate.js',
    // One at a time: other tests want the other cores.
    ...['--jobs', '1'],
    ...['--seeds', seeds, '--twice', COMPARED],
  )
}, LIMIT_MS)

test('keeps its promises through crashes, power cuts, full disks and outages of WhatsApp', () => {
  expect(played.stdout).toContain(`${seeds} seeds, 0 failed`)
  expect(played.status).toBe(0)
})

test('tells two runs of one seed from one another by nothing', () => {
  expect(played.stdout).toContain(`${COMPARED} seeds compared with a second run`)
  expect(played.stdout).not.toContain('two runs of this seed differ')
})

test('every fault of the past still has its place in the program', () => {
  const places = mutants.flatMap(({ name, changes }) =>
    changes.map(({ module, from }) => {
      const source = readFileSync(`${root}/dist/simulation${module}`, 'utf8')
      return { name, module, count: source.split(from).length - 1 }
    }),
  )
  expect(places.filter(({ count }) => count !== 1)).toEqual([])
})
