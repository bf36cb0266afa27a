import { z } from 'zod'

export const HealthJson = z.object({
  status: z.enum(['ok', 'unavailable']),
  version: z.string(),
  /** Seconds since the daemon started. */
  uptime: z.number(),
  devices: z.object({ connected: z.int(), total: z.int() }),
  campaigns: z.object({ running: z.int() }),
  /** Present, and true, only while the built-in simulator plays WhatsApp. */
  simulator: z.literal(true).optional(),
})
export type Health = z.infer<typeof HealthJson>

export const StartedJson = z.object({ started: z.array(z.string()) })
export const ImageUploadJson = z.object({ imageUrl: z.string() })
export const ScanBody = z.object({ deviceId: z.string().min(1).max(64) })
