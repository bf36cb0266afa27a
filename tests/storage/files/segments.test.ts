import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TornLine } from '../../../src/storage/files/append-log.ts'
import { type FileFormat, unchanged } from '../../../src/storage/files/file-format.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { createSegmentFiles } from '../../../src/storage/files/segment-files.ts'
import { openSegments, type SegmentPlace } from '../../../src/storage/files/segments.ts'
import { DamagedFileError, NewerFormatError } from '../../../src/storage/files/storage-errors.ts'
import { decodeLines, encodeLines } from '../../../src/storage/files/whole-lines.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const format: FileFormat = { name: 'log', migrations: [unchanged] }

async function openedIn(
  folder: string,
  { bytes = 60, about = {} }: { bytes?: number; about?: Readonly<Record<string, string>> } = {},
) {
  const lines: [SegmentPlace, unknown][] = []
  const torn: TornLine[] = []
  const log = await openSegments({
    files: createSegmentFiles({ folder, prefix: 'log.' }),
    format,
    about,
    isFull: (segment) => segment.bytes >= bytes,
    onLine: (value, place) => lines.push([place, value]),
    onTornLine: (lost) => torn.push(lost),
  })
  return { log, lines, torn, values: () => lines.map(([, value]) => value) }
}

const lineOf = (at: number) => ({ at, text: 'ação' })
const times = (count: number) => Array.from({ length: count }, (_, at) => at)

test.each([{}, { instance: 'loja' }])(
  'gives every line back, in order and by its place, over segments and openings (about %j)',
  async (about) => {
    const folder = await aDataFolder()
    const first = await openedIn(folder, { about })
    const places: SegmentPlace[] = []
    for (const at of times(9)) await first.log.append(lineOf(at), (place) => places.push(place))
    expect(first.log.numbers().length).toBeGreaterThan(2)
    await first.log.close()

    const again = await openedIn(folder, { about })
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
      const [first] = decodeLines(await readFile(join(folder, name)))
      expect(first).toEqual({ format: 'log', version: 2, ...about })
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

test('goes on in segments that were begun before they had a header', async () => {
  const folder = await aDataFolder()
  const path = join(folder, 'log.1.ndjson')
  await writeFile(path, encodeLines([lineOf(0)]))
  const { log, values } = await openedIn(folder)
  await log.append(lineOf(1))
  await log.append(lineOf(2))
  expect(values()).toEqual([lineOf(0)])
  expect(decodeLines(await readFile(path))).toEqual([lineOf(0), lineOf(1)])
  await log.close()
  const again = await openedIn(folder)
  expect(again.values()).toEqual(times(3).map(lineOf))
  await again.log.close()
})

test.each(['log.1.ndjson', 'log.2.ndjson'])(
  'leaves %s of a newer program as it is',
  async (name) => {
    const folder = await aDataFolder()
    const { log } = await openedIn(folder, { bytes: 10 })
    for (const at of times(2)) await log.append(lineOf(at))
    await log.close()
    const newer = `${encodeLine({ format: 'log', version: 9 })}0000`
    await writeFile(join(folder, name), newer)
    await expect(openedIn(folder)).rejects.toThrow(NewerFormatError)
    expect(await readFile(join(folder, name), 'utf8')).toBe(newer)
    expect(await readdir(folder)).toHaveLength(2)
  },
)

test('survives a crash between the beginning of a segment and its first line', async () => {
  const folder = await aDataFolder()
  const { log } = await openedIn(folder)
  await log.append(lineOf(0))
  await log.append(lineOf(1))
  await log.close()
  const header = encodeLine({ format: 'log', version: 2 })
  const path = join(folder, 'log.3.ndjson')
  for (let bytes = 0; bytes <= header.length; bytes += 1) {
    await writeFile(path, header.slice(0, bytes))
    const again = await openedIn(folder)
    expect(again.values()).toEqual([lineOf(0), lineOf(1)])
    expect(again.torn).toHaveLength(bytes === 0 || bytes === header.length ? 0 : 1)
    await again.log.append(lineOf(2))
    await again.log.close()
    expect(decodeLines(await readFile(path))).toEqual([{ format: 'log', version: 2 }, lineOf(2)])
  }
})

test('closes what it opened where a reader refuses a line', async () => {
  const folder = await aDataFolder()
  const { log } = await openedIn(folder)
  await log.append('strange')
  await log.close()
  const opening = openSegments({
    files: createSegmentFiles({ folder, prefix: 'log.' }),
    format,
    isFull: () => false,
    onLine: () => {
      throw new DamagedFileError(folder, 'no line of ours')
    },
    onTornLine: () => undefined,
  })
  await expect(opening).rejects.toThrow(DamagedFileError)
})
