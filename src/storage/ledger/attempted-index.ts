import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { readLines } from '../files/lines.ts'
import { DamagedFileError } from '../files/storage-errors.ts'

/**
 * Index behind a snapshot's recipients: the attempted ones in their order, in blocks, and a last
 * line that locates the blocks. A page of results is read through it, however many recipients there
 * are.
 */

const TRIED_PER_BLOCK = 500
/** A block takes about 8 kB, and so does the last line for a quarter of a million recipients. */
const READ_BYTES = 8 * 1024

const Block = z.object({
  /** Positions in the list. */
  indices: z.array(z.int().min(0)),
  /** Offsets of their lines in the file. */
  offsets: z.array(z.int().min(0)),
})
const Footer = z.object({ attemptedCount: z.int().min(0), blocks: z.array(z.int().min(0)) })
type Footer = z.infer<typeof Footer>

/** Blocks that were read, by their numbers. */
export type KeptBlocks = {
  get(number: number): z.infer<typeof Block> | undefined
  set(number: number, block: z.infer<typeof Block>): unknown
}

/** An attempted recipient: its position in the list, and its line's offset in the file. */
export type AttemptedPlace = { readonly index: number; readonly offset: number }

/** Lines of an index are objects, those of recipients arrays. */
export function isIndexLine(line: unknown): boolean {
  return typeof line === 'object' && line !== null && !Array.isArray(line)
}

/** Whether the line ends an index of this many recipients. */
export function isFooterOf(line: unknown, attemptedCount: number): boolean {
  return Footer.safeParse(line).data?.attemptedCount === attemptedCount
}

/** Builds the index that is written behind the recipients. */
export function createAttemptedIndex(attemptedCount: number) {
  const indices = new Uint32Array(attemptedCount)
  const offsets = new Float64Array(attemptedCount)
  const blockOffsets: number[] = []

  return { add, blocks, addBlock, footer }

  function add({ order, index, offset }: AttemptedPlace & { readonly order: number }): void {
    indices[order] = index
    offsets[order] = offset
  }

  function* blocks(): Generator<z.infer<typeof Block>> {
    for (let from = 0; from < attemptedCount; from += TRIED_PER_BLOCK) {
      const to = from + TRIED_PER_BLOCK
      yield { indices: [...indices.subarray(from, to)], offsets: [...offsets.subarray(from, to)] }
    }
  }

  /** The next block begins here. */
  function addBlock(offset: number): void {
    blockOffsets.push(offset)
  }

  function footer(): z.infer<typeof Footer> {
    return { attemptedCount, blocks: blockOffsets }
  }
}

/**
 * Reads positions of attempted recipients, from `from` on.
 * @throws DamagedFileError
 */
export async function readAttemptedIndex(
  file: Pick<FileHandle, 'read' | 'stat'>,
  { path, from, limit }: { readonly path: string; readonly from: number; readonly limit: number },
): Promise<{ readonly attemptedCount: number; readonly places: readonly AttemptedPlace[] }> {
  const { attemptedCount, blocks } = await readFooter(file, path)
  const to = Math.min(attemptedCount, from + limit)
  const places: AttemptedPlace[] = []
  for (let order = from; order < to; ) {
    const offset = blocks[Math.floor(order / TRIED_PER_BLOCK)]
    const block = Block.safeParse(await lineAt(file, { path, offset: offset ?? 0 })).data
    const first = order % TRIED_PER_BLOCK
    const wanted = Math.min(TRIED_PER_BLOCK - first, to - order)
    const some = block?.indices
      .slice(first, first + wanted)
      .map((index, place) => ({ index, offset: block.offsets[first + place] ?? 0 }))
    if (some?.length !== wanted) throw new DamagedFileError(path, `no index of place ${order}`)
    places.push(...some)
    order += wanted
  }
  return { attemptedCount, places }
}

/**
 * Finds an attempted recipient by its position in the list. Most recipients are attempted in the
 * order of the list, so the search begins at the block where it would be, and spreads to both
 * sides.
 * @throws DamagedFileError
 */
export async function findAttempted(
  file: Pick<FileHandle, 'read'>,
  {
    path,
    footer: { blocks },
    recipientCount,
    index,
    kept,
  }: {
    readonly path: string
    readonly footer: Footer
    readonly recipientCount: number
    readonly index: number
    /** Blocks that were read: the next search mostly ends in one of these. */
    readonly kept: KeptBlocks
  },
): Promise<AttemptedPlace | undefined> {
  const guess = Math.floor((index / recipientCount) * blocks.length)
  for (const number of outwardsFrom(guess, blocks.length)) {
    const offset = blocks[number] ?? 0
    const block = kept.get(number) ?? Block.safeParse(await lineAt(file, { path, offset })).data
    if (!block) throw new DamagedFileError(path, `no index at byte ${offset}`)
    kept.set(number, block)
    const place = block.indices.indexOf(index)
    if (place >= 0) return { index, offset: block.offsets[place] ?? 0 }
  }
  return undefined
}

/** The numbers below `count`, nearest to `from` first. */
function* outwardsFrom(from: number, count: number): Generator<number> {
  for (let distance = 0; distance <= count; distance += 1) {
    if (from + distance < count) yield from + distance
    if (distance > 0 && from - distance >= 0) yield from - distance
  }
}

export async function readFooter(file: Pick<FileHandle, 'read' | 'stat'>, path: string) {
  const { size } = await file.stat()
  const footer = Footer.safeParse(await lineAt(file, { path, offset: await lastLine(file, size) }))
  if (!footer.success) throw new DamagedFileError(path, `last line: ${footer.error.message}`)
  return footer.data
}

/** Where the last line of the file begins. */
async function lastLine(file: Pick<FileHandle, 'read'>, size: number): Promise<number> {
  const bytes = Buffer.alloc(READ_BYTES)
  // Skips the line feed that ends the last line itself.
  for (let end = size - 1; end > 0; end -= READ_BYTES) {
    const from = Math.max(0, end - READ_BYTES)
    const { bytesRead } = await file.read(bytes, 0, end - from, from)
    const found = bytes.subarray(0, bytesRead).lastIndexOf('\n')
    if (found >= 0) return from + found + 1
  }
  return 0
}

async function lineAt(
  file: Pick<FileHandle, 'read'>,
  { path, offset }: { readonly path: string; readonly offset: number },
): Promise<unknown> {
  for await (const { values } of readLines({ file, path, from: offset, chunkBytes: READ_BYTES })) {
    return values[0]
  }
  throw new DamagedFileError(path, `no line at byte ${offset}`)
}
