import { uptime } from 'node:os'
import type { Moment } from '../../domain/cluster/leases.ts'

/** A node's term, shared by its threads: its number, and its end as `sharedMoment` counts. */
export type TermCell = BigInt64Array<SharedArrayBuffer>

const NUMBER = 0
const ENDS_AT_MONOTONIC_MS = 1
const ENDS_AT_UPTIME_MS = 2
const CELL_BYTES = 3 * BigInt64Array.BYTES_PER_ELEMENT
const NS_PER_MS = 1_000_000

/** Now, on clocks that all threads of a process read alike. */
export function sharedMoment(): Moment {
  return { monotonicMs: monotonicMs(), uptimeMs: uptimeMs() }
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / NS_PER_MS
}

function uptimeMs(): number {
  return uptime() * 1000
}

export function createTermCell() {
  const cell = new BigInt64Array(new SharedArrayBuffer(CELL_BYTES))
  return {
    cell,
    set({ number, endsAt }: { readonly number: number; readonly endsAt: Moment }): void {
      // The number first: a watch of an earlier term must not take the new end for its own.
      Atomics.store(cell, NUMBER, BigInt(number))
      Atomics.store(cell, ENDS_AT_MONOTONIC_MS, BigInt(Math.floor(endsAt.monotonicMs)))
      Atomics.store(cell, ENDS_AT_UPTIME_MS, BigInt(Math.floor(endsAt.uptimeMs)))
    },
  }
}

/**
 * Returns a check whether the present term still lasts, also right when a frozen process or a
 * sleeping machine wakes, before anything is reported. Without a cell it always does: no other node
 * can have the devices.
 */
export function termWatch(cell: TermCell | null): () => boolean {
  if (!cell) return () => true
  const number = Atomics.load(cell, NUMBER)
  return () =>
    Atomics.load(cell, NUMBER) === number &&
    monotonicMs() < Number(Atomics.load(cell, ENDS_AT_MONOTONIC_MS)) &&
    uptimeMs() < Number(Atomics.load(cell, ENDS_AT_UPTIME_MS))
}
