import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSettings } from '../../../src/storage/collections/settings.ts'
import { DamagedFileError } from '../../../src/storage/files/storage-errors.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { workUntilKilled } from '../../support/storage/storage-child.ts'

test('makes a key once, closed to others, and gives the same one ever after', async () => {
  const dir = await aDataFolder()
  const settings = await openSettings(dir)
  const [first, second] = await Promise.all([settings.key('a', 32), settings.key('a', 32)])
  expect(first).toHaveLength(32)
  expect(second).toEqual(first)
  expect(await settings.key('b', 32)).not.toEqual(first)
  expect(await (await openSettings(dir)).key('a', 32)).toEqual(first)
  expect((await stat(join(dir, 'db', 'settings.json'))).mode & 0o777).toBe(0o600)
})

test('counts campaigns from 1, each number once, over restarts', async () => {
  const dir = await aDataFolder()
  const settings = await openSettings(dir)
  const numbers = await Promise.all([1, 2, 3].map(() => settings.nextCampaignNumber()))
  expect(numbers).toEqual([1, 2, 3])
  expect(await (await openSettings(dir)).nextCampaignNumber()).toBe(4)
})

test('refuses a damaged file instead of making new keys', async () => {
  const dir = await aDataFolder()
  await (await openSettings(dir)).key('a', 32)
  await writeFile(join(dir, 'db', 'settings.json'), '')
  await expect(openSettings(dir)).rejects.toThrow(DamagedFileError)
})

test('gives no number twice when it is killed', async () => {
  const dir = await aDataFolder()
  const numbers: string[] = []
  const keys = new Set<string>()
  for (let round = 0; round < 4; round += 1) {
    const told = await workUntilKilled(['settings', dir], { maxWorkMs: 60 })
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
  await (await openSettings(dir)).key('a', 32)
  await writeFile(join(dir, 'db', 'settings.json.1.tmp'), '{"half')
  await openSettings(dir)
  expect(await readdir(join(dir, 'db'))).toEqual(['settings.json'])
})
