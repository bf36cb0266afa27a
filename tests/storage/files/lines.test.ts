import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createLineWriter,
  encodeLine,
  lineBytes,
  readLines,
} from '../../../src/storage/files/lines.ts'
import { anyCharacter } from '../../support/domain/any-text.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

async function written(values: readonly unknown[]) {
  const path = join(await aDataFolder(), 'lines')
  const file = await open(path, 'w+')
  const writer = createLineWriter(file)
  for (const value of values) await writer.add(value)
  await writer.finish()
  return { path, file, size: writer.position() }
}

test('seals every line of a piece with the checksum zlib gives for it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: anyCharacter })), async (values) => {
      const { file, size } = await written(values)
      const expected = values.map((value) => {
        const json = JSON.stringify(value)
        return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
      })
      const bytes = await file.readFile()
      await file.close()
      expect(bytes.toString()).toBe(expected.join(''))
      expect(bytes.length).toBe(size)
      expect(values.map(encodeLine)).toEqual(expected)
    }),
    { numRuns: 100 },
  )
})

test('writes more than one piece, and a line longer than any, in their order', async () => {
  const values = [
    ...Array.from({ length: 5_000 }, (_, index) => [index, 'São Paulo']),
    '€'.repeat(300_000),
    'o fim',
  ]
  const { file, path, size } = await written(values)
  const found: unknown[] = []
  for await (const chunk of readLines({ file, path })) found.push(...chunk.values)
  await file.close()
  expect(found).toEqual(values)
  expect(size).toBe(values.reduce<number>((sum, each) => sum + lineBytes(JSON.stringify(each)), 0))
})
