import { z } from 'zod'

/** What a login or a living stream may end with, as the control names it. */

/** The attributes of `<failure>`, as the server writes them. */
export const LoginFailure = z.strictObject({
  reason: z.int().min(400).max(599),
  /** Of a suspension: 101 to 106. */
  code: z.int().exactOptional(),
  /** Seconds from now until the end of a suspension. */
  expire: z.int().exactOptional(),
  message: z.string().exactOptional(),
  url: z.string().exactOptional(),
  /** What the phone's owner is to read. */
  texts: z
    .strictObject({ header: z.string(), subtext: z.string(), locale: z.string() })
    .exactOptional(),
  appealToken: z.string().exactOptional(),
  violationReason: z.string().exactOptional(),
})
export type LoginFailure = z.infer<typeof LoginFailure>

/** A code of `<stream:error>`, or one of the ends that have none. */
export const StreamEnd = z.union([
  z.int().min(400).max(599),
  z.enum(['replaced', 'device_removed', 'ack', 'not_well_formed', 'end', 'downgrade']),
])
export type StreamEnd = z.infer<typeof StreamEnd>

/** Three numbers with dots between them. */
export const ClientVersion = z.string().regex(/^\d+\.\d+\.\d+$/)
