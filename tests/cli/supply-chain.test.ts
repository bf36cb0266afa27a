import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: true
}

test('every library comes from the registry, and has the sum of its content', () => {
  const {
    lockfileVersion,
    packages,
  }: { lockfileVersion: number; packages: Record<string, Locked> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  expect(lockfileVersion).toBe(3)
  const { '': _, ...libraries } = packages
  expect(Object.keys(libraries).length).toBeGreaterThan(100)
  for (const [path, { version, resolved, integrity, link }] of Object.entries(libraries)) {
    // No address means the configured registry; a link or a repository has no checksum.
    expect(resolved, path).toBeUndefined()
    expect(link, path).toBeUndefined()
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
    expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
  }
})

test('every version is exact, so that nothing new comes in unseen', () => {
  const {
    dependencies,
    devDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toMatch(/^(?:npm:\S+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/)
  }
})

test('scripts of libraries run only where they are known', () => {
  const { allowScripts }: { allowScripts: Record<string, boolean> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  expect(Object.values(allowScripts)).not.toContain(true)
})
