import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const staticImport = /^(?:import|export) (?!type )[^;]*?from '([^']+)'$/gm

/** What loads before the first line of a module runs: its imports, and theirs. */
function importsOf(path: string, found = new Set<string>()): Set<string> {
  for (const [, wanted = ''] of readFileSync(path, 'utf8').matchAll(staticImport)) {
    const next = wanted.startsWith('.') ? join(path, '..', wanted) : wanted
    if (found.has(next)) continue
    found.add(next)
    if (wanted.startsWith('.')) importsOf(next, found)
  }
  return found
}

test('a command is read before anything that only its work needs is loaded', () => {
  const imports = [...importsOf(resolve('src/cli/program.ts'))]
  const packages = imports.filter((each) => !each.startsWith('/') && !each.startsWith('node:'))

  // Schemas and the tables of calls made of them take as long to load as Node takes to start.
  expect(packages).toEqual(['commander'])
})

const tellFetch = `data:text/javascript,process.on('exit', () => console.log(process.moduleLoadList.some((name) => name.includes('undici'))))`

test('a command that calls the server does not wait for fetch to load', () => {
  const env = { ...process.env, DISPARO_URL: 'http://127.0.0.1:9', DISPARO_APIKEY: 'chave' }
  const listing = spawnSync(
    process.execPath,
    ['--import', tellFetch, 'bin/disparo.js', 'campaigns', 'list'],
    { env, encoding: 'utf8' },
  )
  expect(listing.stderr).toContain('conexão recusada')
  expect(listing.stdout).toBe('false\n')
})
