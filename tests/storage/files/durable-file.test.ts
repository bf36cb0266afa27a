import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDurableFile } from '../../../src/storage/files/durable-file.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const Counter = z.object({ count: z.int() })

async function aFile(onFailure: (stored: unknown) => void = () => undefined) {
  const folder = await aDataFolder()
  const path = join(folder, 'counter.json')
  const file = createDurableFile({ path, parse: (json) => Counter.parse(json), onFailure })
  return { folder, path, file, block: join(folder, `counter.json.${process.pid}.tmp`) }
}

test('reads null before the first write, and then what was written', async () => {
  const { file, path, folder } = await aFile()
  expect(await file.read()).toBeNull()
  await file.write({ count: 1 })
  expect(await file.read()).toEqual({ count: 1 })
  expect(await readFile(path, 'utf8')).toBe('{"count":1}')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['counter.json'])
})

test('lets writes that wait share one, with the newest data', async () => {
  const { file, path } = await aFile()
  const first = file.write({ count: 0 })
  const later = Array.from({ length: 50 }, (_, count) => file.write({ count: count + 1 }))
  expect(new Set(later).size).toBe(1)
  await first
  await Promise.all(later)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ count: 50 })
})

test('fails the write under way and those behind it, and works again afterwards', async () => {
  const failures: unknown[] = []
  const { file, block } = await aFile((stored) => failures.push(stored))
  await file.write({ count: 1 })
  await mkdir(block)
  const results = await Promise.allSettled([file.write({ count: 2 }), file.write({ count: 3 })])
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'storage_unavailable' } })
  }
  expect(failures).toEqual([{ count: 1 }])
  expect(file.stored()).toEqual({ count: 1 })
  await rm(block, { recursive: true, force: true })
  await file.write({ count: 4 })
  expect(await file.read()).toEqual({ count: 4 })
})

test.each(['', ' \n', '{"count":', '{"count":"x"}', 'null'])(
  'refuses a file with %j in it',
  async (text) => {
    const { file, path } = await aFile()
    await writeFile(path, text)
    await expect(file.read()).rejects.toMatchObject({ name: 'DamagedFileError', path })
    expect(await readFile(path, 'utf8')).toBe(text)
  },
)
