import { z } from 'zod'
import { WEBHOOK_SECRET_OVERLAP_MAX_HOURS } from '../limits.ts'

/** What signs the events that go out to webhooks. */

/** Begins a key of Standard Webhooks; the rest is Base64. */
export const SECRET_PREFIX = 'whsec_'
/** The key's length, as Standard Webhooks has it. */
const SECRET_BYTES = { min: 24, max: 64 } as const

const badSecret = `O segredo precisa começar com ${SECRET_PREFIX} e trazer de ${SECRET_BYTES.min} a ${SECRET_BYTES.max} bytes em Base64.`

export const WebhookSecret = z
  .string(badSecret)
  .trim()
  .regex(/^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, badSecret)
  .refine((secret) => {
    const base64 = secret.slice(SECRET_PREFIX.length)
    const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
    const byteCount = (base64.length / 4) * 3 - padding
    return byteCount >= SECRET_BYTES.min && byteCount <= SECRET_BYTES.max
  }, badSecret)

/** Hours for which the secret that is replaced signs as well; left out: none. */
export const KeptHours = z
  .int('Informe um número inteiro de horas.')
  .min(0, 'O mínimo é 0.')
  .max(WEBHOOK_SECRET_OVERLAP_MAX_HOURS, `O máximo são ${WEBHOOK_SECRET_OVERLAP_MAX_HOURS} horas.`)

export const InstanceSecretBody = z.object({
  /** Null, or left out: one is drawn. */
  segredo: WebhookSecret.nullish(),
  manter_horas: KeptHours.optional(),
})
export type InstanceSecretBody = z.output<typeof InstanceSecretBody>

/** Whether a secret signs the events of an instance, or its token still does. */
export const InstanceSecretJson = z.object({
  proprio: z.boolean(),
  /** Only in the answer of the call that made it. */
  segredo: z.string().exactOptional(),
  /** Until when what was replaced signs as well. */
  segredo_anterior_ate: z.iso.datetime().exactOptional(),
})
export type InstanceSecretJson = z.infer<typeof InstanceSecretJson>
