import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * `npm run sbom`: writes what the package holds of others, as CycloneDX: what is installed beside it,
 * and what is laid into the program and the console. What only builds and tests it is left out.
 */

const everything = listOf()
const installed = new Set(listOf('--omit', 'dev').components.map(nameOf))
const console_ = JSON.parse(readFileSync('dist/web/.vite/license.json', 'utf8'))
const program = readFileSync('dist/program/LICENCAS.txt', 'utf8').matchAll(/^={80}\n(\S+) (\S+) /gm)
const laidIn = new Set([
  ...console_.map(({ name, version }) => `${name}@${version}`),
  ...[...program].map(([, name, version]) => `${name}@${version}`),
])

const components = everything.components.filter(
  (one) => installed.has(nameOf(one)) || laidIn.has(nameOf(one)),
)
const found = new Set(components.map(nameOf))
const missing = [...laidIn].filter((name) => !found.has(name))
if (missing.length > 0) throw new Error(`not in the lock file: ${missing.join(', ')}`)

const references = new Set([
  everything.metadata.component['bom-ref'],
  ...components.map((one) => one['bom-ref']),
])
const dependencies = everything.dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => references.has(one)) }))

// The same package has the same list, whenever and wherever it is made.
const { serialNumber, metadata, ...list } = everything
const { timestamp, ...about } = metadata
about.component.name = 'disparo'
const text = JSON.stringify({ ...list, metadata: about, components, dependencies }, null, 2)
writeFileSync('dist/sbom.cdx.json', `${text}\n`)

function listOf(...options) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...options]
  const { status, stdout } = spawnSync('npm', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}`)
  return JSON.parse(stdout)
}

function nameOf({ group, name, version }) {
  return `${group ? `${group}/` : ''}${name}@${version}`
}
