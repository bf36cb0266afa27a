import { z } from 'zod'

/** A call with this header is carried out once: repeated, it gets the first answer again. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
export const IdempotencyKey = z
  .string()
  .min(1, 'A chave está vazia.')
  .max(255, 'A chave aceita até 255 caracteres.')
  .regex(/^[\x20-\x7e]*$/, 'A chave aceita letras sem acento, números e sinais.')
