/**
 * How long anything may take, in ms: a machine that does ten other things at once is no fault of
 * the product. What never happens still fails, and what takes this long shows in the benchmarks.
 */
export const PATIENCE_MS = 90_000
