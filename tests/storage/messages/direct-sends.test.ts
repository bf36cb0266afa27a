import { appendFile, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { openDirectSends } from '../../../src/storage/messages/direct-sends.ts'
import { aDataFolder, diskNowMs } from '../../support/storage/data-folder.ts'
import { workUntilKilled } from '../../support/storage/storage-child.ts'

const DAY_MS = 24 * 60 * 60_000
/** The program's clock is the disk's here, since messages are as old as their file. */
const atMs = await diskNowMs()
const open = (options: Parameters<typeof openDirectSends>[0]) =>
  openDirectSends({ now: () => atMs, ...options })
const send = (text: string, time = atMs) => ({
  userId: 'ana',
  deviceKey: 'key',
  jid: '5511987654321@s.whatsapp.net',
  text,
  media: null,
  atMs: time,
})
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('gives each message an index of its own and its content back, over restarts', async () => {
  const dir = await aDataFolder()
  const first = await open({ dir, segmentLimitSends: 10 })
  const indices = await Promise.all(times(35).map((at) => first.record(send(`text ${at}`))))
  expect(indices).toEqual(times(35))
  await first.close()
  const second = await open({ dir, segmentLimitSends: 10 })
  expect(await second.record(send('text 35'))).toBe(35)
  for (const index of times(36)) expect(await second.find(index)).toEqual(send(`text ${index}`))
  expect(await second.find(36)).toBeUndefined()
  await second.close()
})

test('begins a new segment when one is full, and notes facts in the one they belong to', async () => {
  const dir = await aDataFolder()
  const sends = await open({ dir, segmentLimitSends: 5 })
  for (const at of times(20)) await sends.record(send(`text ${at}`))
  expect((await readdir(join(dir, 'direct'))).sort()).toEqual([
    '0.ndjson',
    '10.ndjson',
    '15.ndjson',
    '5.ndjson',
  ])
  for (const index of times(20)) {
    await sends.note({ type: 'accepted', index, atMs })
    await sends.note({ type: 'delivered', index, atMs })
  }
  await sends.note({ type: 'read', index: 999, atMs })
  for (const index of times(20)) expect(await sends.find(index)).toEqual(send(`text ${index}`))
  await sends.close()
  const again = await open({ dir, segmentLimitSends: 5 })
  expect(await again.record(send('next'))).toBe(20)
  await again.close()
})

test('tells which event is the first proof that a message was sent, over restarts', async () => {
  const dir = await aDataFolder()
  const first = await open({ dir })
  for (const at of times(3)) await first.record(send(`text ${at}`))
  expect(await first.note({ type: 'accepted', index: 0, atMs })).toBe(true)
  expect(await first.note({ type: 'delivered', index: 0, atMs })).toBe(false)
  expect(await first.note({ type: 'failed', index: 1, code: 'sem_confirmacao', atMs })).toBe(false)
  await first.close()
  const second = await open({ dir })
  expect(await second.note({ type: 'read', index: 0, atMs })).toBe(false)
  expect(await second.note({ type: 'delivered', index: 1, atMs })).toBe(true)
  expect(await second.note({ type: 'accepted', index: 1, atMs })).toBe(false)
  expect(await second.note({ type: 'delivered', index: 2, atMs })).toBe(true)
  await second.close()
})

test('goes on counting where only old messages are left, which it no longer shows', async () => {
  const dir = await aDataFolder()
  let nowMs = atMs
  const sends = await open({ dir, now: () => nowMs, segmentLimitSends: 5 })
  for (const at of times(12)) await sends.record(send(`text ${at}`))
  await sends.close()
  nowMs += 31 * DAY_MS
  for (const name of await readdir(join(dir, 'direct'))) {
    await utimes(join(dir, 'direct', name), atMs / 1_000, atMs / 1_000)
  }
  const later = await open({ dir, now: () => nowMs, segmentLimitSends: 5 })
  expect(await readdir(join(dir, 'direct'))).toEqual(['10.ndjson'])
  expect(await later.find(11)).toBeUndefined()
  expect(await later.find(3)).toBeUndefined()
  await later.note({ type: 'read', index: 3, atMs: nowMs })
  expect(await later.record(send('new', nowMs))).toBe(12)
  expect(await later.find(12)).toEqual(send('new', nowMs))
  await later.close()
})

test('keeps what is young, however old the disk says that its file is', async () => {
  const dir = await aDataFolder()
  const first = await open({ dir, now: () => atMs, segmentLimitSends: 5 })
  for (const at of times(7)) await first.record(send(`text ${at}`))
  await first.close()
  const wrongly = (atMs - 400 * DAY_MS) / 1_000
  await utimes(join(dir, 'direct', '0.ndjson'), wrongly, wrongly)
  const again = await open({ dir, now: () => atMs + DAY_MS, segmentLimitSends: 5 })
  expect(await again.find(3)).toEqual(send('text 3'))
  await again.close()
})

test('uses the whole lines of a damaged segment, and gives none of the lost indices again', async () => {
  const dir = await aDataFolder()
  const first = await open({ dir })
  for (const at of times(3)) await first.record(send(`text ${at}`))
  await first.close()
  const path = join(dir, 'direct', '0.ndjson')
  const damaged = (await readFile(path, 'utf8')).replace('text 2', 'text 9').replace('text 1', 'x')
  await writeFile(path, damaged)
  const damages = await openDamages({ dir })
  const sends = await open({ dir, damages, newJump: () => 900 })
  expect(await sends.find(0)).toEqual(send('text 0'))
  expect(await sends.find(2)).toBeUndefined()
  expect(await sends.record(send('next'))).toBe(901)
  await sends.close()
  const [told] = damages.list()
  expect(await readFile(join(dir, told?.keptAs ?? ''), 'utf8')).toBe(damaged)
  const again = await open({ dir, damages })
  expect(await again.find(901)).toEqual(send('next'))
  expect(await again.record(send('and on'))).toBe(902)
  expect(damages.count()).toBe(1)
  await again.close()
})

test.each([
  ['newest', '5.ndjson'],
  ['older', '0.ndjson'],
])('leaves the %s segment alone where a newer program wrote it', async (_, name) => {
  const dir = await aDataFolder()
  const first = await open({ dir, segmentLimitSends: 5 })
  for (const at of times(7)) await first.record(send(`text ${at}`))
  await first.close()
  const path = join(dir, 'direct', name)
  const newer = `${encodeLine({ format: 'direct-sends', version: 9 })}0000`
  await writeFile(path, newer)
  const damages = await openDamages({ dir })
  const sends = await open({ dir, damages, newJump: () => 900 })
  const start = Number.parseInt(name, 10)
  expect(await sends.find(start)).toBeUndefined()
  expect(await sends.note({ type: 'accepted', index: start, atMs })).toBe(false)
  // The files that the segment's messages need are not known.
  await expect(sends.imageNames()).rejects.toMatchObject({ code: 'newer_format' })
  const index = await sends.record(send('next'))
  expect(index).toBeGreaterThanOrEqual(start === 5 ? 905 : 7)
  expect(await sends.find(index)).toEqual(send('next'))
  await sends.close()
  expect(damages.list()).toMatchObject([{ path: `direct/${name}`, keptAs: null }])
  expect(await readFile(path, 'utf8')).toBe(newer)
  const again = await open({ dir, damages })
  expect(await again.record(send('and on'))).toBe(index + 1)
  expect(damages.count()).toBe(1)
  await again.close()
})

test('survives a crash between the beginning of a segment and its first message', async () => {
  const dir = await aDataFolder()
  const first = await open({ dir, segmentLimitSends: 2 })
  for (const at of times(2)) await first.record(send(`text ${at}`))
  await first.close()
  const header = encodeLine({ format: 'direct-sends', version: 2 })
  const path = join(dir, 'direct', '2.ndjson')
  for (let bytes = 0; bytes <= header.length; bytes += 1) {
    await writeFile(path, header.slice(0, bytes))
    const sends = await open({ dir, newJump: () => 900 })
    const index = await sends.record(send('next'))
    expect(index).toBe(bytes === 0 || bytes === header.length ? 2 : 902)
    await sends.close()
    const again = await open({ dir })
    expect(await again.find(index)).toEqual(send('next'))
    expect(await again.find(1)).toEqual(send('text 1'))
    await again.close()
    await rm(join(dir, 'direct', '902.ndjson'), { force: true })
  }
})

test('cuts a torn message off and tells it', async () => {
  const dir = await aDataFolder()
  const first = await open({ dir })
  await first.record(send('whole'))
  await first.close()
  await appendFile(join(dir, 'direct', '0.ndjson'), '00000000 {"ind')
  const torn: unknown[] = []
  const sends = await open({
    dir,
    onTornLine: (line) => torn.push(line),
    newJump: () => 900,
  })
  expect(torn).toHaveLength(1)
  expect(await sends.record(send('next'))).toBe(901)
  await sends.close()
})

test('loses no acknowledged message and gives no index twice when it is killed', async () => {
  const dir = await aDataFolder()
  const recorded = new Map<number, string>()
  for (let round = 0; round < 4; round += 1) {
    const told = await workUntilKilled(['direct', dir, String(atMs)], { leastTold: 15 })
    for (const [word, index, ...text] of told) {
      if (word !== 'recorded') continue
      expect(recorded.has(Number(index))).toBe(false)
      recorded.set(Number(index), text.join(' '))
    }
    const sends = await open({ dir })
    for (const [index, text] of recorded) expect((await sends.find(index))?.text).toBe(text)
    await sends.close()
  }
  expect(recorded.size).toBeGreaterThan(50)
})

test('the images of a month are known without reading its segments again', async () => {
  const dir = await aDataFolder()
  const opened: string[] = []
  const media = (name: string) => ({ name, kind: 'image' as const, fileName: null })
  const first = await open({ dir, segmentLimitSends: 1 })
  for (const at of times(40)) {
    await first.record({ ...send('Olá'), media: media(`${at}.png`) })
  }
  await first.close()
  const sends = await open({
    dir,
    segmentLimitSends: 1,
    toLogFile: (file, path) => {
      opened.push(path)
      return file
    },
  })
  expect((await sends.imageNames()).size).toBe(40)
  const readOnce = opened.length
  expect(readOnce).toBeGreaterThanOrEqual(40)
  await sends.record({ ...send('Olá'), media: media('new.png') })
  expect(await sends.imageNames()).toEqual(
    new Set([...times(40).map((at) => `${at}.png`), 'new.png']),
  )
  // Only the segment that was begun for the new message is read.
  expect(opened.length).toBeLessThanOrEqual(readOnce + 2)
  await sends.close()
})
