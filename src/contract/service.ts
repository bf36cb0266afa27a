import { z } from 'zod'

export const HealthJson = z.object({
  status: z.enum(['ok', 'unavailable']),
  version: z.string(),
  /** Seconds since the daemon started. */
  uptime: z.number(),
  devices: z.object({ connected: z.int(), total: z.int() }),
  campaigns: z.object({ running: z.int() }),
  /** Files of the data folder that were found damaged; absent from daemons of earlier versions. */
  damages: z.int().min(0).optional(),
  /** Present, and true, only while the built-in simulator plays WhatsApp. */
  simulator: z.literal(true).optional(),
})
export type Health = z.infer<typeof HealthJson>

export const StartedJson = z.object({ started: z.array(z.string()) })
export const ImageUploadJson = z.object({ imageUrl: z.string() })
export const ScanBody = z.object({
  deviceId: z.string().min(1).max(64),
  /** Whose phone is played; left out: that of the number in the id, or else a made-up one. */
  phone: z
    .string()
    .regex(/^[1-9]\d{7,14}$/, 'Informe o número só com dígitos, com o código do país.')
    .optional(),
})
export type ScanBody = z.infer<typeof ScanBody>
