import { spawn } from 'node:child_process'
import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DamagedKeysError } from '../../../src/domain/devices/device-keys.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { NewerFormatError } from '../../../src/storage/files/storage-errors.ts'
import { openKeyLog } from '../../../src/storage/keys/key-log.ts'
import { encodeRecord, SEGMENT_MAGIC } from '../../../src/storage/keys/key-record.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder } from '../../support/whatsapp/messenger.ts'

const FIRST = 'keys-00000001.log'

test('reads back the newest value of each key, also after it was opened again', async () => {
  const folder = await aFolder()
  const log = await openKeyLog(folder)
  log.commit([
    { key: 'a', value: '"1"' },
    { key: 'ç', value: '"é"' },
  ])
  log.commit([
    { key: 'a', value: '"22"' },
    { key: 'gone', value: '0' },
  ])
  log.commit([{ key: 'gone', value: null }])

  const read = (it: typeof log) => ['a', 'ç', 'gone'].map((key) => it.read(key))
  expect(read(log)).toEqual(['"22"', '"é"', undefined])
  await log.close()
  const again = await openKeyLog(folder)
  expect(read(again)).toEqual(['"22"', '"é"', undefined])
  expect(again.stats()).toMatchObject({ rows: 2, liveBytes: log.stats().liveBytes })
  await again.close()
})

const header = { format: 'device-keys', version: 2 }

test('begins with its format, and leaves a log of a newer program as it is', async () => {
  const folder = await aFolder()
  const path = join(folder, FIRST)
  const log = await openKeyLog(folder)
  log.commit([{ key: 'a', value: '1' }])
  await log.close()
  const bytes = await readFile(path)
  expect(bytes.toString('latin1').startsWith(encodeLine(header))).toBe(true)
  const newer = `${encodeLine({ ...header, version: 9 })}whatever`
  await writeFile(path, newer)

  await expect(openKeyLog(folder)).rejects.toBeInstanceOf(NewerFormatError)
  expect(await readFile(path, 'utf8')).toBe(newer)
  expect(await readdir(folder)).toEqual([FIRST])
})

test('survives a crash between the beginning of a segment and its first record', async () => {
  const folder = await aFolder()
  const path = join(folder, FIRST)
  await (await openKeyLog(folder)).close()
  const start = await readFile(path)
  for (let length = 0; length <= start.length; length += 1) {
    await writeFile(path, start.subarray(0, length))
    const log = await openKeyLog(folder)
    log.commit([{ key: 'a', value: `${length}` }])
    await log.close()
    const again = await openKeyLog(folder)
    expect(again.read('a')).toBe(`${length}`)
    await again.close()
    expect((await readFile(path, 'latin1')).startsWith(encodeLine(header))).toBe(true)
  }
})

test('keeps its files to the owner', async () => {
  const folder = join(await aFolder(), 'device')
  const log = await openKeyLog(folder)
  log.commit([{ key: 'a', value: '1' }])
  await log.close()

  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, FIRST))).mode & 0o777).toBe(0o600)
})

test('forgets a record that was cut off at the end, whole, and goes on', async () => {
  const folder = await aFolder()
  const log = await openKeyLog(folder)
  log.commit([{ key: 'a', value: '1' }])
  log.commit([
    { key: 'a', value: '2' },
    { key: 'b', value: '2' },
  ])
  await log.close()
  const path = join(folder, FIRST)
  const { size } = await stat(path)

  for (let cut = 1; cut < 30; cut++) {
    await truncate(path, size - 1)
    const torn = await openKeyLog(folder)
    expect([torn.read('a'), torn.read('b')]).toEqual(['1', undefined])
    torn.commit([
      { key: 'a', value: '2' },
      { key: 'b', value: '2' },
    ])
    await torn.close()
  }
  const whole = await openKeyLog(folder)
  expect([whole.read('a'), whole.read('b')]).toEqual(['2', '2'])
  await whole.close()
})

test('takes zeros at the end of a file for a record that never got there', async () => {
  const folder = await aFolder()
  const log = await openKeyLog(folder)
  log.commit([{ key: 'a', value: '1' }])
  await log.close()
  await appendFile(join(folder, FIRST), Buffer.alloc(5000))

  const again = await openKeyLog(folder)

  expect(again.read('a')).toBe('1')
  await again.close()
})

/** Commits rows of a kilobyte; resolves to the bytes of the log's file before and after. */
async function committed(log: Awaited<ReturnType<typeof openKeyLog>>, path: string, name: string) {
  const before = await readFile(path)
  for (let row = 0; row < 4; row++) {
    log.commit([{ key: `${name}/${row}`, value: JSON.stringify('x'.repeat(1_000)) }])
  }
  return { before, after: await readFile(path) }
}

test('forgets what no sync has covered where a power cut kept a block of it from the disk', async () => {
  const folder = await aFolder()
  const path = join(folder, FIRST)
  const log = await openKeyLog(folder)
  await committed(log, path, 'kept')
  await log.sync()
  const { before, after } = await committed(log, path, 'lost')
  await log.close()
  await writeFile(path, after.fill(0, before.length + 1_200, before.length + 2_000))

  const again = await openKeyLog(folder)

  expect([again.has('kept/3'), again.has('lost/0')]).toEqual([true, true])
  expect([again.has('lost/1'), again.has('lost/2'), again.has('lost/3')]).toEqual([
    false,
    false,
    false,
  ])
  again.commit([{ key: 'later', value: '1' }])
  await again.close()
  const last = await openKeyLog(folder)
  expect(last.read('later')).toBe('1')
  await last.close()
})

test('refuses a log without a block that was synced', async () => {
  const folder = await aFolder()
  const path = join(folder, FIRST)
  const log = await openKeyLog(folder)
  const { before } = await committed(log, path, 'kept')
  await log.sync()
  const { after } = await committed(log, path, 'more')
  await log.close()
  const hole = after.fill(0, before.length + 1_200, before.length + 2_000)
  await writeFile(path, hole)

  await expect(openKeyLog(folder)).rejects.toBeInstanceOf(DamagedKeysError)
  expect(await readFile(path)).toEqual(hole)
})

test('opens a log of earlier versions, which marked no syncs, as they did', async () => {
  const folder = await aFolder()
  const path = join(folder, FIRST)
  const rows = ['a', 'b', 'c'].map((key) => ({ key, value: JSON.stringify('x'.repeat(1_000)) }))
  const bytes = Buffer.concat([SEGMENT_MAGIC, ...rows.map((row) => encodeRecord([row]).bytes)])
  await writeFile(path, bytes)
  const log = await openKeyLog(folder)
  expect(rows.map(({ key }) => log.read(key))).toEqual(rows.map(({ value }) => value))
  await log.close()
  await writeFile(path, bytes.fill(0, 1_100, 1_700))

  await expect(openKeyLog(folder)).rejects.toBeInstanceOf(DamagedKeysError)
})

test('refuses a log that is damaged in the middle', async () => {
  const folder = await aFolder()
  const log = await openKeyLog(folder)
  log.commit([{ key: 'a', value: '1' }])
  log.commit([{ key: 'b', value: '2' }])
  await log.close()
  const path = join(folder, FIRST)
  const bytes = await readFile(path)
  bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
  await writeFile(path, bytes)

  await expect(openKeyLog(folder)).rejects.toBeInstanceOf(DamagedKeysError)
})

test('refuses a log whose older segment is cut off', async () => {
  const folder = await aFolder()
  const log = await openKeyLog(folder, { segmentBytes: 64 })
  for (let count = 0; count < 5; count++) log.commit([{ key: `k${count}`, value: `"${count}"` }])
  await log.close()
  await truncate(join(folder, FIRST), 30)

  await expect(openKeyLog(folder)).rejects.toBeInstanceOf(DamagedKeysError)
})

test('gives back the room of outdated values while it goes on', async () => {
  const folder = await aFolder()
  const log = await openKeyLog(folder, { segmentBytes: 8_192, slackBytes: 8_192 })
  const value = JSON.stringify('v'.repeat(200))
  log.commit([{ key: 'kept/forever', value: '"first"' }])
  log.commit([{ key: 'removed', value }])
  log.commit([{ key: 'removed', value: null }])
  for (let count = 0; count < 2_000; count++) {
    log.commit([{ key: `row/${count % 10}`, value: JSON.stringify(`${count}`.repeat(40)) }])
    if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }

  await eventually(() => log.stats().totalBytes < 40_000)
  await log.close()

  const names = await readdir(folder)
  expect(names).not.toContain(FIRST)
  const again = await openKeyLog(folder)
  expect(again.read('kept/forever')).toBe('"first"')
  expect(again.read('removed')).toBeUndefined()
  expect(again.read('row/9')).toBe(JSON.stringify('1999'.repeat(40)))
  await again.close()
})

test('brings many commits to the disk with few calls', async () => {
  const log = await openKeyLog(await aFolder())
  for (let count = 0; count < 500; count++) log.commit([{ key: `k${count}`, value: '1' }])

  await log.sync()

  expect(log.stats()).toMatchObject({ commits: 500, rows: 500 })
  expect(log.stats().syncs).toBeLessThan(5)
  await log.close()
})

test('loses nothing that was committed when its process is killed at any moment', async () => {
  const folder = await aFolder()
  for (let round = 0; round < 5; round++) {
    const committed = await writeUntilKilled(folder, 150 + round * 40)

    const log = await openKeyLog(folder, { segmentBytes: 4096, slackBytes: 2048 })
    const count = Number(log.read('count'))
    expect(count).toBeGreaterThanOrEqual(committed)
    for (let row = 0; row < 7; row++) {
      expect(log.read(`one/${row}`)).toBe(log.read(`two/${row}`))
    }
    await log.close()
  }
})

/** Resolves to the last commit that the process reported before it was killed. */
function writeUntilKilled(folder: string, killAt: number): Promise<number> {
  const script = fileURLToPath(new URL('../../support/storage/key-log-writer.js', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let reported = 0
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n')
    rest = lines.pop() ?? ''
    reported = Number(lines.at(-1) ?? reported)
    if (reported >= killAt) child.kill('SIGKILL')
  })
  return new Promise((resolve) => {
    child.on('close', () => resolve(reported))
  })
}
