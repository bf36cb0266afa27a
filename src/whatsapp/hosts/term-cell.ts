/** The term of a node, as its threads share it: its number, and its end on `sharedMonotonicMs`. */
export type TermCell = BigInt64Array<SharedArrayBuffer>

const NUMBER = 0
const ENDS_AT_MS = 1
const CELL_BYTES = 2 * BigInt64Array.BYTES_PER_ELEMENT
const NS_PER_MS = 1_000_000

/** Milliseconds of the one clock that all threads of a process read alike. */
export function sharedMonotonicMs(): number {
  return Number(process.hrtime.bigint()) / NS_PER_MS
}

export function createTermCell() {
  const cell = new BigInt64Array(new SharedArrayBuffer(CELL_BYTES))
  return {
    cell,
    tell({ number, endsAtMs }: { readonly number: number; readonly endsAtMs: number }): void {
      // In this order: nobody of an earlier term may take the end of the new one for its own.
      Atomics.store(cell, NUMBER, BigInt(number))
      Atomics.store(cell, ENDS_AT_MS, BigInt(Math.floor(endsAtMs)))
    },
  }
}

/**
 * Gives who asks within a term whether that one lasts: right also at the moment a frozen process
 * wakes, before anybody could be told. Without a cell nobody else can have the devices.
 */
export function termWatch(cell: TermCell | null): () => boolean {
  if (!cell) return () => true
  const number = Atomics.load(cell, NUMBER)
  return () =>
    Atomics.load(cell, NUMBER) === number &&
    sharedMonotonicMs() < Number(Atomics.load(cell, ENDS_AT_MS))
}
