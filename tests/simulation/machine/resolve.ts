import type { LoadHook, ResolveHook } from 'node:module'
import { findMutant, type Mutant } from '../mutants.ts'

/** Modules of Node that the program gets from the simulated machine instead. */
const ofNode: Readonly<Record<string, string>> = {
  'node:fs/promises': 'fs-promises',
  'node:timers/promises': 'timers-promises',
  'node:crypto': 'crypto',
}

/** Modules of the program whose work lies outside of it: threads, sockets, hard work on purpose. */
const ofProgram: Readonly<Record<string, string>> = {
  '/src/jobs/scheduler.js': 'scheduler',
  '/src/whatsapp/hosts/messenger.js': 'messenger',
  '/src/http/serving/server.js': 'server',
  '/src/remote/outgoing.js': 'outgoing',
  '/src/http/answers/qr-picture.js': 'draw-qr',
  '/src/security/passwords.js': 'passwords',
  '/src/security/tokens.js': 'tokens',
}

const BUILD = '/dist/simulation'
const LATE_READER = '/src/http/contacts.js'
const LATE_IMPORT = /await import\('(\.\/[^']*\/csv-import\.js)'\)/
let mutant: Mutant | undefined

export function initialize({ mutantName }: { readonly mutantName: string | undefined }): void {
  mutant = mutantName === undefined ? undefined : findMutant(mutantName)
}

const played = (name: string) => new URL(`../played/${name}.js`, import.meta.url).href

/** Replaces imports of the program's own modules alone: those under `src/` of this build. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  if (!context.parentURL?.includes(`${BUILD}/src/`)) return next(specifier, context)
  const instead = ofNode[specifier]
  if (instead !== undefined) return { url: played(instead), shortCircuit: true }
  const found = await next(specifier, context)
  const path = found.url.slice(found.url.indexOf(BUILD) + BUILD.length)
  const outside = ofProgram[path]
  return outside === undefined ? found : { url: played(outside), shortCircuit: true }
}

/**
 * Puts a past fault back into the program; one that no longer applies fails the run. Also imports
 * at once what a module would import when it first needs it: that would come at no certain moment.
 */
export const load: LoadHook = async (url, context, next) => {
  const read = await next(url, context)
  const loaded = url.endsWith(`${BUILD}${LATE_READER}`)
    ? { ...read, source: importSooner(String(read.source)) }
    : read
  const changes = mutant?.changes.filter(({ module }) => url.endsWith(`${BUILD}${module}`)) ?? []
  if (changes.length === 0) return loaded
  const source = String(loaded.source)
  for (const { from, module } of changes) {
    if (source.split(from).length !== 2) {
      throw new Error(`the mutant ${mutant?.name} no longer applies to ${module}: ${from}`)
    }
  }
  const changed = changes.reduce((text, { from, to }) => text.replace(from, () => to), source)
  return { ...loaded, source: changed, shortCircuit: true }
}

function importSooner(source: string): string {
  const path = LATE_IMPORT.exec(source)?.[1]
  if (path === undefined) throw new Error(`${LATE_READER} reads no CSV file late any more`)
  const now = source.replaceAll(`await import('${path}')`, 'await sooner')
  return `${now}\nimport * as sooner from '${path}'\n`
}
