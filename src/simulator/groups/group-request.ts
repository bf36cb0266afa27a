import { z } from 'zod'

/** What is asked of the people in groups, and how a group stands then. */

const PhoneNumber = z.string().regex(/^\+?[1-9]\d{7,14}$/)
const Phones = z.array(PhoneNumber).exactOptional()

/** Without `group` one is made, of the people in `add`. */
export const GroupRequest = z.strictObject({
  by: PhoneNumber,
  group: z
    .string()
    .regex(/^\d+@g\.us$/)
    .exactOptional(),
  subject: z.string().min(1).exactOptional(),
  add: Phones,
  remove: Phones,
  promote: Phones,
  demote: Phones,
  leaves: z.boolean().exactOptional(),
})
export type GroupRequest = z.infer<typeof GroupRequest>

export const GroupState = z.object({
  jid: z.string(),
  subject: z.string(),
  description: z.string().nullable(),
  isAnnounced: z.boolean(),
  isLocked: z.boolean(),
  vanishSeconds: z.number(),
  inviteCode: z.string(),
  hasPicture: z.boolean(),
  /** By their phones. */
  members: z.record(z.string(), z.enum(['superadmin', 'admin', 'member'])),
})
export type GroupState = z.infer<typeof GroupState>
