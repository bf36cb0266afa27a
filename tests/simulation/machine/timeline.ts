import { doAndSettle } from './real-time.ts'

/**
 * Time of the simulated machine: only what stands in this queue happens, in the order of its
 * moments. A process that ends takes its entries along.
 */
export type Timeline = {
  /** Milliseconds since the beginning of the run; never goes back. */
  elapsed(): number
  /** Wall clock, epoch milliseconds: a jump moves it and nothing else. */
  now(): number
  /** Moves the wall clock, as an administrator or a time server does. */
  jump(ms: number): void
  /** By how much all jumps together have moved it. */
  jumped(): number
  /** The latest that the wall clock has shown since this moment of the run. */
  latestSince(elapsedMs: number): number
  /** Does `work` after `ms`; the returned function cancels it. */
  after(ms: number, work: () => void, owner?: Owner): () => void
  /** Drops all entries of this owner. */
  drop(owner: Owner): void
  /** Does the next thing there is; false where there is none before `untilMs` (elapsed). */
  step(untilMs: number): Promise<boolean>
  steps(): number
}

/** A process, which dies with its timers, or the world outside, which does not. */
export type Owner = { readonly name: string }
export const world: Owner = { name: 'world' }

type Entry = {
  readonly atMs: number
  readonly serial: number
  readonly owner: Owner
  readonly work: () => void
  isCancelled: boolean
}

/** 2026-03-02, 09:00 in São Paulo. */
const START_MS = Date.UTC(2026, 2, 2, 12)

export function createTimeline(): Timeline {
  const heap: Entry[] = []
  const dropped = new Set<Owner>()
  const jumps: { readonly elapsedMs: number; readonly nowMs: number }[] = []
  let elapsedMs = 0
  let offsetMs = START_MS
  let serial = 0
  let stepCount = 0

  return {
    elapsed: () => elapsedMs,
    now,
    jump: (ms) => {
      jumps.push({ elapsedMs, nowMs: now() })
      offsetMs += ms
    },
    jumped: () => offsetMs - START_MS,
    latestSince: (ms) =>
      jumps.reduce(
        (most, jump) => (jump.elapsedMs < ms ? most : Math.max(most, jump.nowMs)),
        now(),
      ),
    after,
    drop: (owner) => dropped.add(owner),
    step,
    steps: () => stepCount,
  }

  function now(): number {
    return Math.floor(offsetMs + elapsedMs)
  }

  function after(ms: number, work: () => void, owner: Owner = world): () => void {
    const entry = { atMs: elapsedMs + Math.max(0, ms), serial, owner, work, isCancelled: false }
    serial += 1
    push(heap, entry)
    return () => {
      entry.isCancelled = true
    }
  }

  async function step(untilMs: number): Promise<boolean> {
    for (;;) {
      const first = heap[0]
      if (!first || first.atMs > untilMs) {
        elapsedMs = Math.max(elapsedMs, untilMs)
        return false
      }
      pop(heap)
      if (first.isCancelled || dropped.has(first.owner)) continue
      elapsedMs = Math.max(elapsedMs, first.atMs)
      stepCount += 1
      await doAndSettle(first.work)
      return true
    }
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.atMs === other.atMs ? one.serial < other.serial : one.atMs < other.atMs
}

function push(heap: Entry[], entry: Entry): void {
  heap.push(entry)
  let index = heap.length - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    const above = heap[parent]
    if (!above || isBefore(above, entry)) break
    heap[index] = above
    heap[parent] = entry
    index = parent
  }
}

function pop(heap: Entry[]): void {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  let index = 0
  for (;;) {
    const left = index * 2 + 1
    const right = left + 1
    let least = left
    const leftEntry = heap[left]
    const rightEntry = heap[right]
    if (!leftEntry) break
    if (rightEntry && isBefore(rightEntry, leftEntry)) least = right
    const child = heap[least]
    if (!child || !isBefore(child, last)) break
    heap[index] = child
    index = least
  }
  heap[index] = last
}
