import { truncateSync } from 'node:fs'
import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogFile, TornLine } from '../../../src/storage/files/append-log.ts'
import { openAppendLog } from '../../../src/storage/files/append-log.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { DamagedFileError } from '../../../src/storage/files/storage-errors.ts'
import { createSyncWatch } from '../../../src/storage/files/sync-watch.ts'
import { eventually } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { aFailingDisk } from '../../support/storage/failing-disk.ts'
import { withHole } from '../../support/storage/holes.ts'
import { startStorageChild } from '../../support/storage/storage-child.ts'

async function readAll(path: string) {
  const lines: unknown[] = []
  const torn: TornLine[] = []
  const log = await openAppendLog({
    path,
    onLine: (line) => lines.push(line),
    onTornLine: (lost) => torn.push(lost),
  })
  return { log, lines, torn }
}

async function aLogOf(path: string, lines: readonly unknown[]) {
  const { log } = await readAll(path)
  await Promise.all(lines.map((line) => log.append(line)))
  await log.close()
}

/** JSON has no -0. */
const jsonLine = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)))

test('gives every line back in the order of the calls, after any number of openings', async () => {
  const folder = await aDataFolder()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(jsonLine), { maxLength: 4 }), async (openings) => {
      run += 1
      const path = join(folder, `${run}.ndjson`)
      for (const lines of openings) await aLogOf(path, lines)
      const { log, lines } = await readAll(path)
      await log.close()
      expect(lines).toEqual(openings.flat())
    }),
    { numRuns: 60 },
  )
})

test('cuts off a torn last line, wherever it was torn, and goes on after it', async () => {
  const folder = await aDataFolder()
  const written = ['first', { name: 'ação 🚀' }, [3, null], 'last']
  const whole = join(folder, 'whole.ndjson')
  await aLogOf(whole, written)
  const bytes = await readFile(whole)
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1)

  for (let length = 0; length <= bytes.length; length += 1) {
    const path = join(folder, `${length}.ndjson`)
    await writeFile(path, bytes.subarray(0, length))
    const { log, lines, torn } = await readAll(path)
    await log.append('more')
    await log.close()
    const kept = ends.filter((end) => end <= length)
    expect(lines).toEqual(written.slice(0, kept.length))
    const bytesLost = length - (kept.at(-1) ?? 0)
    expect(torn).toEqual(bytesLost > 0 ? [{ path, bytesLost }] : [])
    const again = await readAll(path)
    await again.log.close()
    expect(again.lines).toEqual([...lines, 'more'])
  }
})

test('takes zeros behind the last line for a block that was never written', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  await aLogOf(path, ['one', 'two'])
  const { size } = await stat(path)
  await truncate(path, size + 200_000)
  const { log, lines, torn } = await readAll(path)
  await log.close()
  expect(lines).toEqual(['one', 'two'])
  expect(torn).toEqual([{ path, bytesLost: 200_000 }])
})

test('cuts lines that no sync has covered, also where a block in their midst is missing', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  await aLogOf(path, ['one', 'two'])
  await aLogOf(path, ['three', 'four', 'five', 'six'])
  await withHole(path, 3)
  const { log, lines, torn } = await readAll(path)
  expect(lines).toEqual(['one', 'two', 'three'])
  await log.append('more')
  await log.close()
  expect(torn).toMatchObject([{ bytesLost: expect.any(Number) }])
  const again = await readAll(path)
  await again.log.close()
  expect(again.lines).toEqual(['one', 'two', 'three', 'more'])
})

test.each([
  ['the header', 0, []],
  ['the first line', 1, []],
  ['the second line', 2, ['one']],
])(
  'cuts what a power cut left of the first lines of all, a block of %s missing',
  async (_, line, kept) => {
    const path = join(await aDataFolder(), 'log.ndjson')
    const format = { name: 'test', migrations: [] }
    const first = await openAppendLog({ path, format })
    await Promise.all(['one', 'two', 'three'].map((value) => first.append(value)))
    await first.close()
    // The header is on the disk before any other line is written.
    if (line === 0) await truncate(path, (await readFile(path)).indexOf(10) + 1)
    // The end of the last line is missing as well.
    else await truncate(path, (await stat(path)).size - 4)
    await withHole(path, line)
    const lines: unknown[] = []
    const torn: TornLine[] = []
    const log = await openAppendLog({
      ...{ path, format },
      onLine: (value) => lines.push(value),
      onTornLine: (lost) => torn.push(lost),
    })
    expect(lines).toEqual(kept)
    expect(torn).toHaveLength(1)
    await log.append('more')
    await log.close()
    const again: unknown[] = []
    await (await openAppendLog({ path, format, onLine: (value) => again.push(value) })).close()
    expect(again).toEqual([...kept, 'more'])
  },
)

test('what another process left is on the disk before a mark says so, and so is a cut', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  await aLogOf(path, ['one'])
  const done: string[] = []
  const disk = aFailingDisk()
  const log = await openAppendLog({
    path,
    toLogFile: (handle) => noted(disk.toLogFile(handle), done),
  })
  await log.append('two')
  expect(done).toEqual(['datasync', 'write', 'datasync'])
  done.length = 0
  disk.failNext('write')
  await expect(log.append('three')).rejects.toMatchObject({ code: 'storage_unavailable' })
  await log.append('four')
  await log.append('five')
  expect(done).toEqual([
    ...['write', 'truncate'],
    ...['datasync', 'write', 'datasync'],
    ...['write', 'datasync'],
  ])
  await log.close()
})

/** A log's file that notes the calls to it. */
function noted(file: LogFile, done: string[]): LogFile {
  return new Proxy(file, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        done.push(String(name))
        return value.apply(target, args)
      }
    },
  })
}

test.each([0, 1, 3, 4])(
  'refuses a file whose line %i is missing although it was synced',
  async (line) => {
    const path = join(await aDataFolder(), 'log.ndjson')
    await aLogOf(path, ['one', 'two'])
    await aLogOf(path, ['three', 'four', 'five'])
    await aLogOf(path, ['six', 'seven'])
    await withHole(path, line)
    await expect(readAll(path)).rejects.toThrow(DamagedFileError)
  },
)

test('opens a file of earlier versions, which marked no syncs, as they did', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  await writeFile(path, ['one', 'two', 'three', 'four'].map(encodeLine).join(''))
  const { log, lines } = await readAll(path)
  await log.close()
  expect(lines).toEqual(['one', 'two', 'three', 'four'])
  await withHole(path, 1)
  await expect(readAll(path)).rejects.toThrow(DamagedFileError)
})

test('refuses a file with a changed byte, whose lines all have their end', async () => {
  const folder = await aDataFolder()
  const path = join(folder, 'log.ndjson')
  await aLogOf(path, ['one', { two: 2 }, 'three', 'four'])
  const bytes = await readFile(path)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ by
      // Zeros stand for a block that was never written.
      fc.pre(changed[at] !== 0)
      await writeFile(path, changed)
      await expect(readAll(path)).rejects.toThrow(DamagedFileError)
      expect(await readFile(path)).toEqual(changed)
    }),
    { numRuns: 80 },
  )
})

test('commits the lines of many writers together', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  const disk = aFailingDisk()
  const log = await openAppendLog({ path, toLogFile: disk.toLogFile })
  const committed: number[] = []
  await Promise.all(
    Array.from({ length: 1_000 }, (_, line) => log.append(line, () => committed.push(line))),
  )
  await log.close()
  expect(committed).toEqual(Array.from({ length: 1_000 }, (_, line) => line))
  expect(disk.syncCount()).toBeLessThan(10)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('keeps nothing of a write that failed half way, and takes lines again later', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  const disk = aFailingDisk()
  const log = await openAppendLog({ path, toLogFile: disk.toLogFile })
  await log.append('kept')
  disk.failNext('write')
  const applied: string[] = []
  const refused = await Promise.allSettled(
    ['a', 'b', 'c'].map((line) => log.append(line, () => applied.push(line))),
  )
  for (const result of refused) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'storage_unavailable' } })
  }
  expect(applied).toEqual([])
  await log.append('later')
  await log.close()
  const { log: again, lines, torn } = await readAll(path)
  await again.close()
  expect({ lines, torn }).toEqual({ lines: ['kept', 'later'], torn: [] })
})

test('a log refuses lines after a failed sync until it is opened again', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  const disk = aFailingDisk()
  const log = await openAppendLog({ path, toLogFile: disk.toLogFile })
  await log.append('kept')
  disk.failNext('datasync')
  await expect(log.append('lost')).rejects.toMatchObject({ code: 'storage_unavailable' })
  await expect(log.append('refused')).rejects.toMatchObject({ code: 'storage_unavailable' })
  await log.close()
  const { log: again, lines } = await readAll(path)
  await again.append('alive')
  await again.close()
  expect(lines).toEqual(['kept'])
})

test('goes on by itself once the disk keeps lines again, and tells a failure once', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  const disk = aFailingDisk()
  const told: string[] = []
  const watch = createSyncWatch({
    onFailure: (where) => told.push(`failure ${where}`),
    onEnd: (where) => told.push(`end ${where}`),
  })
  const log = await openAppendLog({
    path,
    retryMs: 5,
    toLogFile: (file, where) => watch.toLogFile(disk.toLogFile(file), where),
  })
  await log.append('kept')
  disk.failAll('datasync')
  await expect(log.append('lost')).rejects.toMatchObject({ code: 'storage_unavailable' })
  const { size } = await stat(path)
  await eventually(() => disk.syncCount() > 4)
  await expect(log.append('refused')).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect({ told, failing: watch.failingCount() }).toEqual({ told: [`failure ${path}`], failing: 1 })

  disk.repair()

  await eventually(() => watch.failingCount() === 0)
  await eventually(() =>
    log.append('alive').then(
      () => true,
      () => false,
    ),
  )
  expect(told).toEqual([`failure ${path}`, `end ${path}`])
  await log.close()
  const { log: again, lines, torn } = await readAll(path)
  await again.close()
  expect({ lines, torn }).toEqual({ lines: ['kept', 'alive'], torn: [] })
  expect(size).toBeLessThan((await stat(path)).size)
})

test('stays closed to lines where some that were kept are gone', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  const disk = aFailingDisk()
  const log = await openAppendLog({ path, retryMs: 0, toLogFile: disk.toLogFile })
  await log.append('kept')
  disk.failNext('datasync')
  await expect(log.append('lost')).rejects.toMatchObject({ code: 'storage_unavailable' })
  // Synchronous, since the log tries again with the next timer.
  truncateSync(path, 3)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await expect(log.append('refused')).rejects.toMatchObject({ code: 'storage_unavailable' })
    await stat(path)
  }
  await log.close()
  expect((await stat(path)).size).toBe(3)
})

test('a log refuses lines when the remains of a failed write cannot be cut off', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  const disk = aFailingDisk()
  const log = await openAppendLog({ path, toLogFile: disk.toLogFile })
  await log.append('kept')
  disk.failNext('write', 'truncate')
  await expect(log.append('lost')).rejects.toMatchObject({ code: 'storage_unavailable' })
  await expect(log.append('refused')).rejects.toMatchObject({ code: 'storage_unavailable' })
  await log.close()
  const { log: again, lines, torn } = await readAll(path)
  await again.close()
  expect(lines).toEqual(['kept'])
  expect(torn).toHaveLength(1)
})

test('keeps whole lines where the system lets a file grow no further', async () => {
  const path = join(await aDataFolder(), 'log.ndjson')
  // 64 blocks of 512 bytes: a write across that limit takes a part and the next one fails.
  const child = startStorageChild(['fillLog', path], { fileLimitBlocks: 64 })
  await child.ended()
  const acknowledged = child.told.filter(([word]) => word === 'acknowledged').length
  const { log, lines, torn } = await readAll(path)
  await log.close()
  expect(child.told.at(-1)).toEqual(['refused', 'storage_unavailable'])
  expect(torn).toEqual([])
  expect(lines).toEqual(Array.from({ length: acknowledged }, (_, line) => `line ${line}`))
  expect(acknowledged).toBeGreaterThan(500)
})
