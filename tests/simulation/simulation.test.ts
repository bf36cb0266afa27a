import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** As many as a run of all tests has time for; `npm run simulate -- --seeds 10000` takes more. */
const seeds = process.env.SIMULATION_SEEDS ?? '30'

test('keeps its promises through crashes, power cuts, full disks and outages of WhatsApp', () => {
  const run = (script: string, ...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8' })
  const built = run('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.simulation.json')
  expect(built.stdout).toBe('')
  const { status, stdout } = run('dist/simulation/tests/simulation/simulate.js', '--seeds', seeds)
  expect(stdout).toContain(`${seeds} seeds, 0 failed`)
  expect(status).toBe(0)
}, 600_000)

test('tells two runs of one seed from one another by nothing', () => {
  const args = ['dist/simulation/tests/simulation/simulate.js', '--seeds', '2', '--twice']
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(stdout).toContain('2 seeds, 0 failed')
}, 600_000)
