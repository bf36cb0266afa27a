import { appendFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TornLine } from '../../../src/storage/files/append-log.ts'
import { createSegmentFiles } from '../../../src/storage/files/segment-files.ts'
import { openSegments, type SegmentPlace } from '../../../src/storage/files/segments.ts'
import { DamagedFileError } from '../../../src/storage/files/storage-errors.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

async function openedIn(
  folder: string,
  { bytes = 60, header }: { bytes?: number; header?: unknown } = {},
) {
  const lines: [SegmentPlace, unknown][] = []
  const torn: TornLine[] = []
  const log = await openSegments({
    files: createSegmentFiles({ folder, prefix: 'log.' }),
    header,
    isFull: (segment) => segment.bytes >= bytes,
    onLine: (value, place) => lines.push([place, value]),
    onTornLine: (lost) => torn.push(lost),
  })
  return { log, lines, torn, values: () => lines.map(([, value]) => value) }
}

const lineOf = (at: number) => ({ at, text: 'ação' })
const times = (count: number) => Array.from({ length: count }, (_, at) => at)

test.each([undefined, { instance: 'loja' }])(
  'gives every line back, in order and by its place, over segments and openings (header %j)',
  async (header) => {
    const folder = await aDataFolder()
    const first = await openedIn(folder, { header })
    const places: SegmentPlace[] = []
    for (const at of times(9)) await first.log.append(lineOf(at), (place) => places.push(place))
    expect(first.log.numbers().length).toBeGreaterThan(2)
    await first.log.close()

    const again = await openedIn(folder, { header })
    expect(again.values()).toEqual(times(9).map(lineOf))
    expect(again.lines.map(([place]) => place)).toEqual(places)
    const read: unknown[] = []
    await again.log.readEach(places, (_, value) => read.push(value))
    expect(read).toEqual(times(9).map(lineOf))
    await again.log.append('more')
    expect(again.log.newest()).toBeGreaterThanOrEqual(first.log.newest())
    await again.log.close()
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
  },
)

test('puts lines of one moment into one segment, in the order of the calls', async () => {
  const { log } = await openedIn(await aDataFolder())
  const places: SegmentPlace[] = []
  await Promise.all(times(50).map((at) => log.append(at, (place) => places.push(place))))
  expect(new Set(places.map(({ segment }) => segment)).size).toBe(1)
  expect(places.map(({ offset }) => offset)).toEqual(
    places.map(({ offset }) => offset).sort((a, b) => a - b),
  )
  await log.close()
})

test('drops whole segments, never the one that takes new lines, and goes on counting', async () => {
  const folder = await aDataFolder()
  const { log } = await openedIn(folder)
  const places: SegmentPlace[] = []
  for (const at of times(8)) await log.append(lineOf(at), (place) => places.push(place))
  const newest = log.newest()
  await log.drop(newest + 5)
  expect(await readdir(folder)).toEqual([`log.${newest}.ndjson`])
  const [dropped] = places
  expect(dropped && (await log.read(dropped))).toBeUndefined()
  await log.close()
  const again = await openedIn(folder)
  expect(again.log.numbers()).toEqual([newest])
  await again.log.close()
})

test('cuts a torn line off the newest segment only', async () => {
  const folder = await aDataFolder()
  const { log } = await openedIn(folder)
  for (const at of times(4)) await log.append(lineOf(at))
  const newest = log.newest()
  await log.close()
  await appendFile(join(folder, `log.${newest}.ndjson`), '0000')
  const again = await openedIn(folder)
  expect(again.torn).toMatchObject([{ bytesLost: 4 }])
  expect(again.values()).toEqual(times(4).map(lineOf))
  await again.log.close()
})

test('closes what it opened where a reader refuses a line', async () => {
  const folder = await aDataFolder()
  const { log } = await openedIn(folder)
  await log.append('strange')
  await log.close()
  const opening = openSegments({
    files: createSegmentFiles({ folder, prefix: 'log.' }),
    isFull: () => false,
    onLine: () => {
      throw new DamagedFileError(folder, 'no line of ours')
    },
    onTornLine: () => undefined,
  })
  await expect(opening).rejects.toThrow(DamagedFileError)
})
