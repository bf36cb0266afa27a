import { z } from 'zod'
import { WebhookEventName } from '../../contract/gateways/delivery.ts'
import type { FedEvent } from '../../domain/webhooks/instance-feed.ts'

/** An item of the feed that the home of an account sends. */
export type FeedItem =
  | { readonly event: FedEvent; readonly isChosen: boolean }
  | { readonly gone: string }

const FedEventJson = z
  .object({
    event: WebhookEventName,
    instance: z.string(),
    data: z.unknown(),
    server_url: z.string(),
    date_time: z.string(),
    sender: z.string().optional(),
    apikey: z.string(),
  })
  .transform(({ sender, ...event }) => ({ ...event, ...(sender !== undefined && { sender }) }))

const FeedItemJson = z.union([
  z.object({ event: FedEventJson, isChosen: z.boolean() }),
  z.object({ gone: z.string() }),
])

/** Says that the feed is open, and that its home is still there. */
export const FEED_SIGN = ': feed\n\n'
const DATA = 'data: '

export function feedText(item: FeedItem): string {
  return `${DATA}${JSON.stringify(item)}\n\n`
}

/** Returns null for a sign of life, and for an item that only a later version knows. */
export function readFeedLine(line: string): FeedItem | null {
  if (!line.startsWith(DATA)) return null
  return FeedItemJson.safeParse(JSON.parse(line.slice(DATA.length))).data ?? null
}

/** The lines of a text that comes in pieces, without those that are empty. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let begun: string[] = []
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n')
    begun.push(first)
    for (const next of others) {
      // Joined once, however many pieces a long line has.
      const line = begun.join('')
      begun = [next]
      if (line !== '') yield line
    }
  }
}
