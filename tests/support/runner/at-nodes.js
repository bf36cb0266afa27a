import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

/**
 * `npm run test:nodes [-- --demo] [majors…]`: plays the demonstration and runs the unit tests, and
 * those of parts with servers, on later releases of Node, from the registry; `--demo`: plays the
 * demonstration alone. It takes what has been built.
 */

/** A registry that is away keeps nobody. */
const INSTALL_LIMIT_MS = 2 * 60_000
const root = resolve(import.meta.dirname, '../../..')
const words = process.argv.slice(2)
const playsOnly = words.includes('--demo')
const asked = words.filter((word) => /^\d+$/.test(word))
const majors = asked.length > 0 ? asked : ['22', '24', '26']

const folder = mkdtempSync(join(tmpdir(), 'disparo-nodes-'))
try {
  for (const major of majors) testOn(major)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function testOn(major) {
  const bin = install(major)
  if (bin === null) {
    console.log(`The registry has no Node ${major} for this machine now: it is skipped.`)
    return
  }
  const node = join(bin, 'node')
  console.log(`# Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`)
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  // It leaves its results in the folder that it is started in.
  run(node, [join(root, 'bin/disparo.js'), 'demo', '--exit'], { env, cwd: folder })
  if (playsOnly) return
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  run(node, [vitest, 'run', '--project', 'unit', '--project', 'servers'], { env, cwd: root })
}

/** Where its programs lie; null where it could not be had. */
function install(major) {
  const prefix = join(folder, major)
  const name = `node-${process.platform}-${process.arch}`
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', prefix]
  const limits = { stdio: 'ignore', timeout: INSTALL_LIMIT_MS }
  spawnSync('npm', ['install', ...options, `${name}@${major}`], limits)
  const bin = join(prefix, 'node_modules', name, 'bin')
  return existsSync(bin) ? bin : null
}

function run(node, args, options) {
  const { status, signal } = spawnSync(node, args, { stdio: 'inherit', ...options })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status ?? signal}`)
}
