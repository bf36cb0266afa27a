import { z } from 'zod'

/**
 * News for a user's screens. An event says what changed and carries ids and counters, never
 * message texts: whoever wants the new value reads it.
 */
export const AppEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('device'), id: z.string() }),
  z.object({
    type: z.literal('campaign'),
    id: z.string(),
    sentCount: z.int(),
    errorCount: z.int(),
    recipientCount: z.int(),
  }),
  /** Sends of one campaign changed: many changes within a moment are told once. */
  z.object({ type: z.literal('send'), campaignId: z.string() }),
  z.object({ type: z.literal('message'), instance: z.string() }),
  /** The listener missed something and should read anew. */
  z.object({ type: z.literal('reset') }),
])
export type AppEvent = z.infer<typeof AppEvent>
