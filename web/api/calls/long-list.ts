import { z } from 'zod'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { strangeAnswer } from './call-error.ts'
import { read } from './client.ts'

/** Rows that are decoded at once: a few milliseconds on a slow machine. */
const ROWS_AT_ONCE = 200

/**
 * Reads a list that may have thousands of rows, and decodes them a part at a time: whoever types
 * meanwhile waits for one part only.
 */
export async function readLongList<Row>(
  endpoint: Endpoint & { readonly body?: undefined },
  schema: z.ZodType<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await read({ ...endpoint, answers: { 200: z.array(z.unknown()) } }, {})
  const decoded: Row[] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (from > 0) await othersHadTheirTurn()
    const part = schema.safeParse(rows.slice(from, from + ROWS_AT_ONCE))
    if (!part.success) throw strangeAnswer(200, part.error)
    decoded.push(...part.data)
  }
  return decoded
}

/** Yields by a message, since browsers delay timers, by a second each in a hidden tab. */
async function othersHadTheirTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const turn = new Promise((resolve) => {
    port1.onmessage = resolve
  })
  port2.postMessage(null)
  await turn
  port1.close()
}
