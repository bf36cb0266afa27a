import { z } from 'zod'

/** What stores keep of a campaign beside its recipients. */
export const LedgerHeaderRecord = z.object({
  campaignId: z.string(),
  campaignNumber: z.int().min(0),
  userId: z.string(),
  deviceKey: z.string(),
  deviceId: z.string(),
  text: z.string(),
  variants: z.object({ texts: z.array(z.string()), seed: z.int() }).exactOptional(),
  imageName: z.string().nullable(),
  fileName: z.string().exactOptional(),
  knownFields: z.array(z.string()),
  startedAt: z.string(),
})
