import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createDurableFile, readText } from '../../../src/storage/files/durable-file.ts'
import { mayBeStored } from '../../../src/storage/files/storage-errors.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const Counter = z.object({ count: z.int() })

async function aFile(onFailure: (stored: unknown) => void = () => undefined) {
  const folder = await aDataFolder()
  const path = join(folder, 'counter.json')
  const load = async () => {
    const text = await readText(path)
    return text === undefined ? null : Counter.parse(JSON.parse(text))
  }
  const lastPath = join(folder, 'last.json')
  const file = createDurableFile({ path, lastPath, load, encode: JSON.stringify, onFailure })
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

test('keeps the version before the newest one', async () => {
  const { file, folder } = await aFile()
  const lastPath = join(folder, 'last.json')
  await file.write({ count: 1 })
  await file.write({ count: 2 })
  expect(await readFile(lastPath, 'utf8')).toBe('{"count":1}')
  await file.write({ count: 3 })
  expect(await readFile(lastPath, 'utf8')).toBe('{"count":2}')
  await rm(lastPath)
  await file.write({ count: 4 })
  expect(await readFile(lastPath, 'utf8')).toBe('{"count":3}')
})

/** A disk that does not confirm that it keeps names, as often as the test asks. */
async function anUnsureDisk() {
  const folder = await aDataFolder()
  const path = join(folder, 'counter.json')
  let refusals = 0
  const file = createDurableFile<{ count: number }>({
    path,
    lastPath: join(folder, 'last.json'),
    load: async () => null,
    encode: JSON.stringify,
    syncNames: async () => {
      refusals -= 1
      if (refusals >= 0) throw Object.assign(new Error('not kept'), { code: 'EIO' })
    },
  })
  const refuse = (times: number) => {
    refusals = times
  }
  return { path, file, refuse }
}

test('a change whose name the disk may have kept is taken back at once', async () => {
  const { path, file, refuse } = await anUnsureDisk()
  await file.write({ count: 1 })
  refuse(1)
  const error = await file.write({ count: 2 }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'storage_unavailable' })
  expect(mayBeStored(error)).toBe(false)
  expect(await readFile(path, 'utf8')).toBe('{"count":1}')
})

test('the first version of a file is taken back by its removal', async () => {
  const { path, file, refuse } = await anUnsureDisk()
  refuse(1)
  await expect(file.write({ count: 1 })).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(await readText(path)).toBeUndefined()
})

test('says that a change may be there, until the disk lets it be taken back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { path, file, refuse } = await anUnsureDisk()
  await file.write({ count: 1 })
  refuse(3)
  const error = await file.write({ count: 2 }).catch((thrown: unknown) => thrown)
  expect(mayBeStored(error)).toBe(true)
  vi.advanceTimersByTime(5_000)
  await vi.waitFor(async () => expect(vi.getTimerCount()).toBe(1))
  vi.advanceTimersByTime(5_000)
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toBe('{"count":1}'))
  await file.write({ count: 3 })
  expect(vi.getTimerCount()).toBe(0)
  expect(await readFile(path, 'utf8')).toBe('{"count":3}')
})
