/** A call with this header is carried out once: repeated, it gets the first answer again. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
