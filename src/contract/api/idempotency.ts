import { z } from 'zod'

/** What names a call in its `Idempotency-Key` header. */
export const IdempotencyKey = z
  .string()
  .min(1, 'A chave está vazia.')
  .max(255, 'A chave aceita até 255 caracteres.')
  .regex(/^[\x20-\x7e]*$/, 'A chave aceita letras sem acento, números e sinais.')
