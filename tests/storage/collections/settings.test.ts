import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSettings } from '../../../src/storage/collections/settings.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { NewerFormatError } from '../../../src/storage/files/storage-errors.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { workUntilKilled } from '../../support/storage/storage-child.ts'

test('makes a key once, closed to others, and gives the same one ever after', async () => {
  const dir = await aDataFolder()
  const settings = await openSettings({ dir })
  const [first, second] = await Promise.all([settings.key('a', 32), settings.key('a', 32)])
  expect(first).toHaveLength(32)
  expect(second).toEqual(first)
  expect(await settings.key('b', 32)).not.toEqual(first)
  expect(await (await openSettings({ dir })).key('a', 32)).toEqual(first)
  expect((await stat(join(dir, 'db', 'settings.json'))).mode & 0o777).toBe(0o600)
})

test('counts campaigns from 1, each number once, over restarts', async () => {
  const dir = await aDataFolder()
  const settings = await openSettings({ dir })
  const numbers = await Promise.all([1, 2, 3].map(() => settings.nextCampaignNumber()))
  expect(numbers).toEqual([1, 2, 3])
  expect(await (await openSettings({ dir })).nextCampaignNumber()).toBe(4)
})

test.each([
  ['emptied', () => ''],
  ['cut in half', (text: string) => text.slice(0, text.length / 2)],
  ['changed in the middle', (text: string) => text.replace('"key":"b"', '"key":"c"')],
  ['taken away', () => undefined],
])('makes up for a file that was %s with the last good one', async (_, damage) => {
  const dir = await aDataFolder()
  const first = await openSettings({ dir })
  const keys = [await first.key('a', 32), await first.key('b', 32)]
  await first.nextCampaignNumber()
  await openSettings({ dir })
  const path = join(dir, 'db', 'settings.json')
  const damaged = damage(await readFile(path, 'utf8'))
  if (damaged === undefined) await rm(path)
  else await writeFile(path, damaged)

  const damages = await openDamages({ dir })
  const settings = await openSettings({ dir, damages })
  expect([await settings.key('a', 32), await settings.key('b', 32)]).toEqual(keys)
  expect(await settings.nextCampaignNumber()).toBe(2)
  const [told] = damages.list()
  expect(told?.path).toBe('db/settings.json')
  if (damaged !== undefined) {
    expect(await readFile(join(dir, told?.keptAs ?? ''), 'utf8')).toBe(damaged)
  }
  expect(damages.count()).toBe(1)
  await openSettings({ dir, damages })
  expect(damages.count()).toBe(1)
})

test('makes new keys where both files are gone to pieces, and tells it', async () => {
  const dir = await aDataFolder()
  const key = await (await openSettings({ dir })).key('a', 32)
  await openSettings({ dir })
  await writeFile(join(dir, 'db', 'settings.json'), 'x')
  await writeFile(join(dir, 'db', 'last', 'settings.json'), 'y')
  const damages = await openDamages({ dir })
  expect(await (await openSettings({ dir, damages })).key('a', 32)).not.toEqual(key)
  expect(damages.count()).toBe(1)
})

test('brings a file of the first format up to date when it is next written', async () => {
  const dir = await aDataFolder()
  const path = join(dir, 'db', 'settings.json')
  const key = Buffer.alloc(32, 7)
  const old = { version: 1, keys: { a: key.toString('base64') }, lastCampaignNumber: 41 }
  await mkdir(join(dir, 'db'))
  await writeFile(path, JSON.stringify(old))
  const settings = await openSettings({ dir })
  expect(await settings.key('a', 32)).toEqual(key)
  expect(await readFile(path, 'utf8')).toBe(JSON.stringify(old))
  expect(await settings.nextCampaignNumber()).toBe(42)
  expect(await readFile(path, 'utf8')).toContain('{"format":"settings","version":2}')
  const again = await openSettings({ dir })
  expect(await again.key('a', 32)).toEqual(key)
  expect(again.lastCampaignNumber()).toBe(42)
})

test('refuses a file of a newer program, and leaves it as it is', async () => {
  const dir = await aDataFolder()
  await (await openSettings({ dir })).key('a', 32)
  const path = join(dir, 'db', 'settings.json')
  const newer = encodeLine({ format: 'settings', version: 3 })
  await writeFile(path, newer)
  await expect(openSettings({ dir })).rejects.toThrow(NewerFormatError)
  expect(await readFile(path, 'utf8')).toBe(newer)
})

test('gives no number twice when it is killed', async () => {
  const dir = await aDataFolder()
  const numbers: string[] = []
  const keys = new Set<string>()
  for (let round = 0; round < 4; round += 1) {
    const told = await workUntilKilled(['settings', dir], { leastTold: 3, maxWorkMs: 60 })
    for (const [word, value = ''] of told) {
      if (word === 'number') numbers.push(value)
      if (word === 'key') keys.add(value)
    }
  }
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.length).toBeGreaterThan(3)
  expect(keys.size).toBe(1)
})

test('clears away what a crash left half written', async () => {
  const dir = await aDataFolder()
  await (await openSettings({ dir })).key('a', 32)
  await writeFile(join(dir, 'db', 'settings.json.1.tmp'), '{"half')
  await openSettings({ dir })
  expect(await readdir(join(dir, 'db'))).toEqual(['last', 'settings.json'])
})
