import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Portable, Portion } from '../../../src/domain/transfer/portable.ts'
import { isSame, moveAll, moveOf, survey } from '../../../src/domain/transfer/transfer.ts'

type Row = Readonly<Record<string, unknown>> | Uint8Array

/** Holds one head with its rows, which it dumps in pieces of `pieceSize`. */
function aPart(rows: readonly Row[], pieceSize: number) {
  let held = rows
  const part: Portable<string, Row> = { dump, fill }
  return { ...part, held: () => held }

  async function* dump(): AsyncGenerator<Portion<string, Row>> {
    yield { head: 'todas', rows: pieces() }
  }

  async function* pieces() {
    for (let from = 0; from < held.length; from += pieceSize) {
      yield held.slice(from, from + pieceSize)
    }
  }

  async function fill(portions: AsyncIterable<Portion<string, Row>>): Promise<void> {
    const taken: Row[] = []
    for await (const { rows } of portions) for await (const some of rows) taken.push(...some)
    held = taken
  }
}

function newDigest() {
  const hash = createHash('sha256')
  return {
    update: (bytes: string | Uint8Array) => void hash.update(bytes),
    hex: () => hash.digest('hex'),
  }
}

function watchOf(signal = new AbortController().signal) {
  let count = 0
  const onRead = (more: number) => {
    count += more
  }
  return { signal, onRead, count: () => count }
}

async function sumOf(rows: readonly Row[], pieceSize: number): Promise<string> {
  const part = aPart(rows, pieceSize)
  const [sum] = await survey([moveOf('x', { source: part, target: part, newDigest })], watchOf())
  return sum?.checksum ?? ''
}

test('a sum says nothing of how rows are cut into pieces, or fields put in order', async () => {
  const rows = [{ a: 1, b: { c: 2, d: [3] } }, { a: 2 }, { a: 3 }]
  const turned = [{ b: { d: [3], c: 2 }, a: 1 }, { a: 2, gone: undefined }, { a: 3 }]
  expect(await sumOf(turned, 1)).toBe(await sumOf(rows, 3))
  const bytes = [1, 2, 3, 4].map((byte) => Uint8Array.of(byte))
  expect(await sumOf([Uint8Array.of(1, 2, 3, 4)], 1)).not.toBe(await sumOf(rows, 1))
  expect(await sumOf(bytes, 2)).toBe(await sumOf(bytes, 1))
})

test.each([
  ['a row less', [{ a: 1 }]],
  ['another order', [{ a: 2 }, { a: 1 }]],
  ['another value', [{ a: 1 }, { a: 3 }]],
  ['a text in place of a number', [{ a: 1 }, { a: '2' }]],
])('%s makes another sum', async (_, rows) => {
  expect(await sumOf(rows, 1)).not.toBe(await sumOf([{ a: 1 }, { a: 2 }], 1))
})

test('what was moved is the same where it is read again, and counted on its way', async () => {
  const [source, target] = [aPart([{ a: 1 }, { a: 2 }], 1), aPart([], 2)]
  const moves = [moveOf('x', { source, target, newDigest })]
  const [moving, checking] = [watchOf(), watchOf()]
  const moved = await moveAll(moves, await survey(moves, watchOf()), { moving, checking })
  expect(moved.map(isSame)).toEqual([true])
  expect(target.held()).toEqual(source.held())
  expect([moving.count(), checking.count()]).toEqual([3, 3])
})

test('a target that keeps less is reported', async () => {
  const source = aPart([{ a: 1 }, { a: 2 }], 1)
  const forgetful = { ...aPart([{ a: 1 }], 1), fill: source.fill }
  const moves = [moveOf('x', { source, target: forgetful, newDigest })]
  const watch = watchOf()
  const moved = await moveAll(moves, await survey(moves, watch), { moving: watch, checking: watch })
  expect(moved.map((kind) => [isSame(kind), kind.count, kind.found.count])).toEqual([[false, 3, 2]])
})

test('a move that is broken off ends between two rows', async () => {
  const abort = new AbortController()
  abort.abort(new Error('enough'))
  const part = aPart([{ a: 1 }], 1)
  const moves = [moveOf('x', { source: part, target: part, newDigest })]
  await expect(survey(moves, watchOf(abort.signal))).rejects.toThrow('enough')
})
