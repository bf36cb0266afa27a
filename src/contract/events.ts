import { z } from 'zod'

/**
 * An event for a user's screens. It says what changed and carries ids and counters, never message
 * texts: a screen that wants the new value reads it.
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
  /** Sends of one campaign changed; changes within a quarter of a second are one event. */
  z.object({ type: z.literal('send'), campaignId: z.string() }),
  z.object({ type: z.literal('message'), instance: z.string() }),
  /** A chatbot or an assistant of an instance answered, or was silent. */
  z.object({ type: z.literal('bot_reply'), instance: z.string() }),
  /** A contact list was created, changed or deleted. */
  z.object({ type: z.literal('contact_list'), id: z.string() }),
  /** Somebody came onto the opt-out list, or left it. */
  z.object({ type: z.literal('opt_out') }),
  /** What is kept about some person was changed: a note, or an opt-out that has ended. */
  z.object({ type: z.literal('person') }),
  /** The listener may have missed an event and should read everything again. */
  z.object({ type: z.literal('reset') }),
])
export type AppEvent = z.infer<typeof AppEvent>
