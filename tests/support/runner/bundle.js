import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { build } from 'rolldown'

/**
 * Lays the program together in a few files, its libraries among them: Node takes most of a start to
 * find and read modules one by one, and does so again in every thread. They are CommonJS, which it
 * reads at once, where it waits for its thread pool four times for each ES module.
 */

const jobs = readdirSync('src/jobs').filter((name) => name.endsWith('.job.ts'))

/** Scripts that a process or a thread begins with; whoever starts a thread looks beside itself. */
const input = {
  main: 'src/cli/main.ts',
  'whatsapp-host': 'src/daemon/whatsapp-host.ts',
  worker: 'src/simulator/worker.ts',
  ...Object.fromEntries(jobs.map((name) => [name.replace(/\.ts$/, ''), `src/jobs/${name}`])),
}

/**
 * Libraries that stay as they are: compiled for one machine, are written
 * in a way that modules may not be, or look at run time for others, which need not be there.
 * libsignal is changed in place, by `installFastCurve`.
 */
const apart = [
  'sharp',
  'pino',
  'pino-pretty',
  'qrcode-terminal',
  'inquirer',
  'libsignal',
  'protobufjs',
]
/** Asked for by libraries where they are installed; nothing here needs them. */
const optional = ['jimp', 'pg-native']

const { output } = await build({
  input,
  platform: 'node',
  external: new RegExp(`^(?:${[...apart, ...optional].join('|')})(?:/|$)`),
  output: {
    dir: 'dist/program',
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})

/** Licences that stand in a library's README alone. */
const saidElsewhere = { 'combine-errors': 'MIT' }

// The package is installed with what stands under `dependencies` alone.
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const missing = apart.filter((name) => !(name in dependencies))
const needless = Object.keys(dependencies).filter((name) => !apart.includes(name))
const own = new Set(output.map(({ fileName }) => fileName))
const unknown = output
  .flatMap(({ imports = [] }) => imports)
  .filter((name) => !own.has(name) && !name.startsWith('node:') && !builtinModules.includes(name))
  .filter((name) => !apart.some((known) => name === known || name.startsWith(`${known}/`)))
if (missing.length + needless.length + unknown.length > 0) {
  throw new Error(`dependencies: ${JSON.stringify({ missing, needless, unknown })}`)
}

writeFileSync('dist/program/package.json', '{ "type": "commonjs" }\n')

// Their licences ask that their texts go where the code goes.
writeFileSync('dist/program/LICENCAS.txt', licencesOf(output.flatMap((one) => one.moduleIds ?? [])))

// The manual page, which npm puts where `man` looks, says what the program says of itself.
const { status, stdout } = spawnSync(process.execPath, ['dist/program/main.js', 'man'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (status !== 0) throw new Error(`the manual page was not written (${status})`)
writeFileSync('dist/program/disparo.1', stdout)

/** The licence of each library whose modules these are, with its text. */
function licencesOf(modules) {
  const folders = modules.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replace(/^\0/, ''))?.[0] ?? [],
  )
  return [...new Set(folders)].sort().map(licenceOf).join('\n')
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const said = license?.type ?? license ?? saidElsewhere[name]
  if (typeof said !== 'string') throw new Error(`${name} says nothing of its licence`)
  const text = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)/i.test(one))
  const words = text === undefined ? '' : readFileSync(`${folder}/${text}`, 'utf8').trim()
  return `${'='.repeat(80)}\n${name} ${version} (${said})\n\n${words}\n`
}
