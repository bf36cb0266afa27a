/** Raised by the function `require_fence`: no code of PostgreSQL's own begins so. */
export const LEASE_LOST = 'LL001'
/** A deadlock, or a transaction that could not be put in order with others. */
export const OUTRANKED: ReadonlySet<string> = new Set(['40P01', '40001'])
