/**
 * The sessions with one device of somebody, as libsignal writes them: this side encrypts in the one
 * that is open, and decrypts in any.
 */
type SessionRow = {
  readonly _sessions?: { readonly [baseKey: string]: { readonly indexInfo: { closed: number } } }
  /** How often this side had begun anew when the row was written; libsignal knows nothing of it. */
  readonly turn?: number
}

const OPEN = -1

export function hasOpen(row: object): boolean {
  const { _sessions = {} }: SessionRow = row
  return Object.values(_sessions).some(({ indexInfo }) => indexInfo.closed === OPEN)
}

/** Closes what was open in an earlier turn: what comes in can still be read. */
export function closeEarlier(
  { _sessions = {}, turn: written = 0 }: SessionRow,
  turn: number,
): void {
  if (written >= turn) return
  for (const { indexInfo } of Object.values(_sessions)) {
    if (indexInfo.closed === OPEN) indexInfo.closed = Date.now()
  }
}
