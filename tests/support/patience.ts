/**
 * How long anything may take to come about, in ms: a machine that does ten other things at once is
 * no fault of the product. What never comes about fails all the same, and what takes this long
 * shows in the benchmarks.
 */
export const PATIENCE_MS = 90_000
