import { z } from 'zod'
import { NAME_MAX_LENGTH } from '../limits.ts'

/** More first messages in a day than any number lives through. */
const DAILY_LIMIT_MAX = 100_000

const limitError = `O limite diário é um número inteiro de 1 a ${DAILY_LIMIT_MAX}, ou null para nenhum.`

const DeviceSettingsWire = z.object({
  connection_name: z
    .string('O nome precisa ser um texto.')
    .trim()
    .min(1, 'Informe o nome da conexão.')
    .max(NAME_MAX_LENGTH, 'Nome muito longo.')
    .optional(),
  /** First messages to people never written to, in a moving 24 hours; null: no limit. */
  limite_diario: z
    .int(limitError)
    .min(1, limitError)
    .max(DAILY_LIMIT_MAX, limitError)
    .nullable()
    .optional(),
  aquecimento: z.boolean('O aquecimento é true ou false.').optional(),
})

/** What the owner of a device changes of it; what is left out stays. */
export const DeviceSettings = z.object({
  connectionName: z.string().optional(),
  dailyLimit: z.int().nullable().optional(),
  isWarmingUp: z.boolean().optional(),
})
export type DeviceSettings = z.infer<typeof DeviceSettings>

export const DeviceSettingsBody = z.codec(DeviceSettingsWire, DeviceSettings, {
  decode: ({ connection_name, limite_diario, aquecimento }) => ({
    connectionName: connection_name,
    dailyLimit: limite_diario,
    isWarmingUp: aquecimento,
  }),
  encode: ({ connectionName, dailyLimit, isWarmingUp }) => ({
    connection_name: connectionName,
    limite_diario: dailyLimit,
    aquecimento: isWarmingUp,
  }),
})
