import { parse as createParser } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines } from '../../../src/contract/csv/lines.ts'

const options = { delimiter: ',', parse: createParser }

/** The hand-written reader must never differ from the parser that it replaces. */

const cell = fc.oneof(
  fc.string({ maxLength: 6 }).map((text) => text.replace(/[\r\n]/g, ' ')),
  fc.constantFrom('', '""', '"a"', '"a,b"', '"a""b"', '"a\nb"', '"', 'a"b', '"a"b', ' "a"', '"a" '),
)
const table = fc
  .array(fc.array(cell, { maxLength: 4 }), { maxLength: 8 })
  .map((rows) => rows.map((cells) => cells.join(',')).join('\n'))

async function* piecesOf(text: string, size: number) {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size)
}

async function cellsOf(text: string, size: number): Promise<unknown> {
  const found: unknown[] = []
  for await (const batch of csvLines(piecesOf(text, size), options)) {
    for (const line of batch) {
      if (!('cells' in line)) return 'unreadable'
      found.push(line.cells)
    }
  }
  return found
}

function parsed(text: string): unknown {
  try {
    return parse(text, {
      delimiter: ',',
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch {
    return 'unreadable'
  }
}

test('gives the cells that csv-parse gives, however the text is cut', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (text, size) => {
      expect(await cellsOf(text, size)).toEqual(parsed(text))
    }),
    { numRuns: 2_000 },
  )
})

test('names the line each record begins at, before and behind what only a parser reads', async () => {
  const text = 'a,b\n\n"c",d\n"e\nf",g\nh"i,j\n\nk,l'
  const found: unknown[] = []
  for await (const batch of csvLines(piecesOf(text, 5), options)) {
    for (const line of batch) if ('cells' in line) found.push([line.line, line.cells[0]])
  }
  expect(found).toEqual([
    [1, 'a'],
    [3, 'c'],
    [4, 'e\nf'],
    [6, 'h"i'],
    [8, 'k'],
  ])
})
