/** Errors of a call whose key was used before; part of the catalogue of errors. */
export const idempotencyErrors = {
  idempotency_mismatch: {
    status: 409,
    text: 'Esta Idempotency-Key já foi usada em outro pedido. Use outra chave.',
  },
  idempotency_busy: {
    status: 409,
    text: 'O primeiro pedido com esta Idempotency-Key ainda não terminou. Repita com a mesma chave em alguns segundos.',
  },
  idempotency_unknown: {
    status: 409,
    text: 'O primeiro pedido com esta Idempotency-Key foi interrompido, e não se sabe até onde chegou. Confira antes de repetir com outra chave.',
  },
} as const
