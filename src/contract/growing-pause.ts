/**
 * The pause before the next attempt, in milliseconds: it grows with each one that failed, up to a
 * bound.
 */
export function growingPauseMs(
  failedCount: number,
  {
    firstMs,
    longestMs,
    factor = 2,
  }: { readonly firstMs: number; readonly longestMs: number; readonly factor?: number },
): number {
  return Math.min(firstMs * factor ** failedCount, longestMs)
}
