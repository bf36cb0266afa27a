import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const DAY_MS = 24 * 60 * 60_000
const startMs = Date.parse('2026-11-21T13:00:00.000Z')

async function aFile(dir: string, text: string) {
  await mkdir(join(dir, 'db'), { recursive: true })
  await writeFile(join(dir, 'db', 'a.json'), text)
  return join(dir, 'db', 'a.json')
}

test('keeps every damaged file under a name of its own, and tells of each after a restart', async () => {
  const dir = await aDataFolder()
  const damages = await openDamages({ dir, now: () => startMs })
  await damages.setAside(await aFile(dir, 'one'), 'broken')
  await damages.keepCopy(await aFile(dir, 'two'), 'broken again')
  await damages.report(join(dir, 'db', 'b.json'), 'missing')
  const at = '2026-11-21T13:00:00.000Z'
  const expected = [
    { path: 'db/a.json', detail: 'broken', at, keptAs: 'aside/2026-11-21/db/a.json' },
    { path: 'db/a.json', detail: 'broken again', at, keptAs: 'aside/2026-11-21/db/a.json.2' },
    { path: 'db/b.json', detail: 'missing', at, keptAs: null },
  ]
  expect((await openDamages({ dir })).list()).toEqual(expected)
  expect(await readFile(join(dir, expected[0]?.keptAs ?? ''), 'utf8')).toBe('one')
  expect(await readFile(join(dir, expected[1]?.keptAs ?? ''), 'utf8')).toBe('two')
  expect(await readdir(join(dir, 'db'))).toEqual(['a.json'])
})

test('goes on telling what is whole when its own file is damaged', async () => {
  const dir = await aDataFolder()
  const damages = await openDamages({ dir })
  for (const name of ['a', 'b', 'c']) await damages.report(join(dir, name), 'missing')
  const path = join(dir, 'aside', 'damages.ndjson')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"path":"b"', '"path":"x"'))
  expect((await openDamages({ dir })).list().map((damage) => damage.path)).toEqual(['a', 'c'])
})

test('deletes strays after a month, and damaged files never', async () => {
  const dir = await aDataFolder()
  let nowMs = startMs
  const damages = await openDamages({ dir, now: () => nowMs })
  await damages.setAside(await aFile(dir, 'damaged'), 'broken')
  expect(await damages.stray(await aFile(dir, 'stray'))).toBe(5)
  expect(await damages.stray(join(dir, 'db', 'gone'))).toBe(0)
  nowMs += 30 * DAY_MS
  expect(await damages.removeOld()).toEqual({ removed: 0, bytes: 0 })
  nowMs += DAY_MS
  expect(await damages.removeOld()).toEqual({ removed: 1, bytes: 5 })
  expect(await readdir(join(dir, 'strays'))).toEqual([])
  expect(await readFile(join(dir, 'aside', '2026-11-21', 'db', 'a.json'), 'utf8')).toBe('damaged')
})
