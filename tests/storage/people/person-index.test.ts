import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openPersonIndex } from '../../../src/storage/people/person-index.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { aFailingDisk } from '../../support/storage/failing-disk.ts'
import { withHole } from '../../support/storage/holes.ts'

const ANA = '5561999990001'
const _LID = '77777000001@lid'
const named = (phone: string | null, lid: string | null = null) => ({ phone, lid })

async function* inPieces(...pieces: readonly (readonly string[])[]) {
  yield* pieces
}

/** Makes `count` phones, of which every third is a landline. */
function manyPhones(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) =>
    place % 3 === 0 ? `55113${1_000_000 + place}` : `55119${80_000_000 + place}`,
  )
}

async function openIn(dir: string, options: Partial<Parameters<typeof openPersonIndex>[0]> = {}) {
  const index = await openPersonIndex({ dir, ...options })
  onTestFinished(index.close)
  return index
}

test('the index is readable by nobody else, and spread over files of much the same size', async () => {
  const dir = await aDataFolder()
  const index = await openIn(dir)
  await index.add('loja', 7, inPieces(manyPhones(20_000)))
  const folder = join(dir, 'people', 'loja')
  const names = await readdir(folder)
  expect(names).toHaveLength(256)
  const sizes: number[] = []
  for (const name of names) {
    const { mode, size } = await stat(join(folder, name))
    expect(mode & 0o777).toBe(0o600)
    sizes.push(size)
  }
  expect(Math.max(...sizes)).toBeLessThan(3 * Math.min(...sizes))
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a campaign counts as indexed only once all of it is on the disk', async () => {
  const dir = await aDataFolder()
  const disk = aFailingDisk()
  const index = await openIn(dir, { toLogFile: disk.toLogFile })
  await index.add('loja', 7, inPieces([ANA]))
  disk.failNext('write')
  await expect(index.add('loja', 9, inPieces([ANA]))).rejects.toMatchObject({
    code: 'storage_unavailable',
  })
  disk.failNext('datasync')
  await expect(index.add('loja', 9, inPieces([ANA]))).rejects.toMatchObject({
    code: 'storage_unavailable',
  })
  expect([...(await index.campaigns()).keys()]).toEqual([7])
  await index.add('loja', 9, inPieces([ANA]))
  const places = (await index.find('loja', named(ANA))).places
  expect(places.map(({ campaignNumber }) => campaignNumber)).toEqual([9, 7])
})

test('what a crash left of a campaign is written once more, and found once', async () => {
  const dir = await aDataFolder()
  const first = await openPersonIndex({ dir })
  await first.add('loja', 7, inPieces([ANA]))
  const marks = join(dir, 'people', 'campaigns.ndjson')
  const { size } = await stat(marks)
  await first.add('loja', 9, inPieces([ANA]))
  await first.close()
  // The mark is missing, and the file ends in the middle of a line.
  await truncate(marks, size)
  const folder = join(dir, 'people', 'loja')
  const [name = ''] = await readdir(folder)
  await appendFile(join(folder, name), '0123abcd {"campaign":9,"peo')

  const index = await openIn(dir)
  expect((await index.find('loja', named(ANA))).places).toHaveLength(2)
  expect([...(await index.campaigns()).keys()]).toEqual([7])
  await index.add('loja', 9, inPieces([ANA]))
  expect((await index.find('loja', named(ANA))).places).toEqual([
    { campaignNumber: 9, index: 0 },
    { campaignNumber: 7, index: 0 },
  ])
})

test('a hole in what a crash left of a campaign is no damage', async () => {
  const dir = await aDataFolder()
  const first = await openPersonIndex({ dir })
  await first.add('loja', 7, inPieces([ANA]))
  const marks = join(dir, 'people', 'campaigns.ndjson')
  const { size } = await stat(marks)
  // So many that they take three lines of one file.
  const same = Array.from({ length: 4_000 }, () => ANA)
  await first.add('loja', 9, inPieces(same))
  await first.close()
  await truncate(marks, size)
  const folder = join(dir, 'people', 'loja')
  const [name = ''] = await readdir(folder)
  // Line 3 is the second of them, behind the header and the campaign before.
  await withHole(join(folder, name), 3)

  const damages = await openDamages({ dir })
  const index = await openIn(dir, { damages })
  await index.add('loja', 9, inPieces([ANA]))
  const { places } = await index.find('loja', named(ANA))
  expect(places.map(({ campaignNumber }) => campaignNumber)).toContain(7)
  expect(damages.count()).toBe(0)
})

test('a file whose header alone was written, and not kept, is no damage', async () => {
  const written = await aDataFolder()
  const before = await openPersonIndex({ dir: written })
  await before.add('loja', 7, inPieces([ANA]))
  await before.close()
  const [name = ''] = await readdir(join(written, 'people', 'loja'))
  const bytes = await readFile(join(written, 'people', 'loja', name))

  const dir = await aDataFolder()
  const path = join(dir, 'people', 'loja', name)
  await mkdir(dirname(path), { recursive: true })
  const header = bytes.subarray(0, bytes.indexOf('\n') + 1)
  await writeFile(path, header.fill(0, 3, header.length - 3))
  const damages = await openDamages({ dir })
  const index = await openIn(dir, { damages })
  await index.add('loja', 9, inPieces([ANA]))
  const { places } = await index.find('loja', named(ANA))
  expect(places.map(({ campaignNumber }) => campaignNumber)).toEqual([9])
  expect(damages.count()).toBe(0)
})

test('whole lines behind a broken one, which is no hole, are kept aside and reported', async () => {
  const dir = await aDataFolder()
  const first = await openPersonIndex({ dir })
  await first.add('loja', 7, inPieces(Array.from({ length: 4_000 }, () => ANA)))
  await first.close()
  const folder = join(dir, 'people', 'loja')
  const [name = ''] = await readdir(folder)
  const bytes = await readFile(join(folder, name))
  // In the midst of the lines that were added last.
  const at = bytes.length - 40_000
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(join(folder, name), bytes)

  const damages = await openDamages({ dir })
  const index = await openIn(dir, { damages })
  await index.add('loja', 9, inPieces([ANA]))
  expect(damages.count()).toBe(1)
})

test('a damaged file is kept aside and reported, and its user’s campaigns are to be indexed anew', async () => {
  const dir = await aDataFolder()
  const damages = await openDamages({ dir })
  const index = await openIn(dir, { damages })
  let told = 0
  index.whenDamaged(() => {
    told += 1
  })
  await index.add('loja', 7, inPieces(manyPhones(500)))
  await index.add('loja', 8, inPieces([ANA]))
  await index.add('loja', 9, inPieces([ANA]))
  await index.add('escola', 10, inPieces([ANA]))
  const folder = join(dir, 'people', 'loja')
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    if (text.includes(`${ANA},0`)) await writeFile(path, text.replace(`[${ANA},0]`, `[${ANA},1]`))
  }
  const [one, two] = await Promise.all([
    index.find('loja', named(ANA)),
    index.find('loja', named(ANA)),
  ])
  expect([one.places, two.places]).toEqual([[], []])
  expect([damages.count(), told]).toEqual([1, 2])
  await index.dropDamaged()
  expect([...(await index.campaigns()).keys()]).toEqual([10])
  await index.add('loja', 8, inPieces([ANA]))
  expect((await index.find('loja', named(ANA))).places).toEqual([{ campaignNumber: 8, index: 0 }])
})

test('a lost file, and lost marks, make the index anew', async () => {
  const dir = await aDataFolder()
  const first = await openPersonIndex({ dir })
  await first.add('loja', 7, inPieces(manyPhones(500)))
  await first.add('escola', 8, inPieces([ANA]))
  const folder = join(dir, 'people', 'loja')
  const [name = ''] = await readdir(folder)
  await rm(join(folder, name))
  await first.dropDamaged()
  expect([...(await first.campaigns()).keys()]).toEqual([8])
  await first.close()

  const marks = join(dir, 'people', 'campaigns.ndjson')
  await writeFile(
    marks,
    (await readFile(marks, 'utf8')).replace('"userId":"loja"', '"userId":"l0ja"'),
  )
  const index = await openIn(dir)
  expect((await index.campaigns()).size).toBe(0)
  expect((await index.find('escola', named(ANA))).places).toEqual([])
})

test('the marks are written anew once most of them are outdated', async () => {
  const dir = await aDataFolder()
  const first = await openPersonIndex({ dir })
  await first.add('loja', 7, inPieces([ANA]))
  for (let read = 0; read < 1_100; read += 1) {
    const lids = { pairs: [], attemptsRead: read, isComplete: false, lastPlace: 0 }
    await first.addLids('loja', 7, lids)
  }
  await first.close()
  const marks = join(dir, 'people', 'campaigns.ndjson')
  const before = (await stat(marks)).size
  const index = await openIn(dir)
  expect((await stat(marks)).size).toBeLessThan(before / 100)
  expect((await index.campaigns()).get(7)?.attemptsRead).toBe(1_099)
  expect((await index.find('loja', named(ANA))).places).toHaveLength(1)
})
