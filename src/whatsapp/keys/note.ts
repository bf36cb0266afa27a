import type { z } from 'zod'

/**
 * Reads a note that is kept beside a device's keys. A note of another shape counts as none, so that
 * the device can connect; it is written anew when it is learned again.
 */
export function readJson<Schema extends z.ZodType>(
  text: string | undefined,
  schema: Schema,
): z.output<Schema> | undefined {
  return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data
}
