import { join } from 'node:path'
import { TEXT_RETENTION_MS } from '../../contract/limits.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import type { MovedDirectSend } from '../../domain/transfer/portions.ts'
import type { Damages } from '../damage/damages.ts'
import { makeFolder } from '../files/durable-write.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { type DirectSegment, openDirectSegment } from '../messages/direct-segment.ts'
import { openDirectSends } from '../messages/direct-sends.ts'

const DAY_MS = 24 * 60 * 60_000
/** Segments are short, since old messages are only deleted with a whole one. */
const SEGMENT_SENDS = 5_000

/** Single messages that phones may still ask for, and the index of the next one. */
export function portableDirectSends({
  dir,
  damages,
  nowMs,
}: {
  readonly dir: string
  readonly damages: Damages
  readonly nowMs: number
}): Portable<{ readonly nextIndex: number }, MovedDirectSend> {
  const folder = join(dir, 'direct')
  const files = createSegmentFiles({ folder })
  let isRepaired = false
  return { dump, fill }

  async function* dump() {
    if (!isRepaired) await repair()
    isRepaired = true
    const starts = await files.list()
    const start = starts.at(-1) ?? 0
    const last = await openSegment(start)
    const nextIndex = (last.lastIndex() ?? start - 1) + 1
    await last.close()
    yield { head: { nextIndex }, rows: rowsOf(starts) }
  }

  /** Opens and closes the store, which repairs damaged segments and then skips indices. */
  async function repair(): Promise<void> {
    const store = await openDirectSends({ dir, damages, now: () => nowMs })
    await store.imageNames()
    await store.close()
  }

  async function* rowsOf(starts: readonly number[]) {
    for (const start of starts) {
      const segment = await openSegment(start)
      try {
        for await (const sends of segment.all()) {
          yield sends.filter(({ send }) => send.atMs > nowMs - TEXT_RETENTION_MS)
        }
      } finally {
        await segment.close()
      }
    }
  }

  async function fill(
    portions: AsyncIterable<Portion<{ readonly nextIndex: number }, MovedDirectSend>>,
  ): Promise<void> {
    await makeFolder(folder)
    for await (const { head, rows } of portions) {
      const segments = createFilling(openSegment)
      for await (const sends of rows) await segments.add(sends)
      // The last segment's name says which number comes next.
      await segments.end(head.nextIndex)
    }
  }

  function openSegment(start: number): Promise<DirectSegment> {
    return openDirectSegment({ path: files.pathOf(start), onTornLine: () => undefined })
  }
}

/** Spreads messages over segments as if they had been sent here. */
function createFilling(openSegment: (start: number) => Promise<DirectSegment>) {
  let segment: DirectSegment | undefined
  let begun = { count: 0, firstMs: 0 }
  return { add, end }

  async function add(sends: readonly MovedDirectSend[]): Promise<void> {
    let group: MovedDirectSend[] = []
    for (const moved of sends) {
      if (!segment || isFull(moved)) {
        await write(group)
        group = []
        await segment?.close()
        segment = await openSegment(moved.index)
        begun = { count: 0, firstMs: moved.send.atMs }
      }
      begun.count += 1
      group.push(moved)
    }
    await write(group)
  }

  function isFull({ send }: MovedDirectSend): boolean {
    return begun.count >= SEGMENT_SENDS || begun.firstMs < send.atMs - DAY_MS
  }

  async function write(group: readonly MovedDirectSend[]): Promise<void> {
    const into = segment
    if (!into) return
    await Promise.all(group.map(({ index, send }) => into.add(index, send)))
    const proven = group.filter(({ isProven }) => isProven)
    await Promise.all(
      proven.map(({ index, send }) => into.note({ type: 'accepted', index, atMs: send.atMs })),
    )
  }

  async function end(nextIndex: number): Promise<void> {
    await segment?.close()
    const last = await openSegment(nextIndex)
    await last.close()
  }
}
