import { z } from 'zod'

export const HealthJson = z.object({
  status: z.enum(['ok', 'unavailable']),
  version: z.string(),
  /** Seconds since the daemon started. */
  uptime: z.number(),
  devices: z.object({ connected: z.int(), total: z.int() }),
  campaigns: z.object({ running: z.int() }),
  /** How many files of the data folder were found damaged; absent from earlier versions. */
  damages: z.int().min(0).optional(),
  /** Absent where the daemon is alone with its data. */
  cluster: z
    .object({
      /** The name of this node. */
      node: z.string(),
      /** How many nodes gave a sign of life lately, this one included. */
      nodes: z.int().min(0),
      /** How many accounts are at home at this node. */
      homes: z.int().min(0),
    })
    .optional(),
  /** Present, and true, only while the built-in simulator stands in for WhatsApp. */
  simulator: z.literal(true).optional(),
})
export type Health = z.infer<typeof HealthJson>

export const StartedJson = z.object({ started: z.array(z.string()) })
export const ScanBody = z.object({
  deviceId: z.string().min(1).max(64),
  /** Number of the simulated phone; left out: the number in the id, or else a made-up one. */
  phone: z
    .string()
    .regex(/^[1-9]\d{7,14}$/, 'Informe o número só com dígitos, com o código do país.')
    .optional(),
})
export type ScanBody = z.infer<typeof ScanBody>
