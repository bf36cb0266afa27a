import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export type HookReceiver = Awaited<ReturnType<typeof startHookReceiver>>

export const MESSAGE_ARRIVED = 'messages.upsert'

type Body = {
  /** Name of an event of an instance's webhook. */
  readonly event?: string
  readonly data?: {
    readonly key?: { readonly id?: string }
    readonly message?: { readonly conversation?: string }
    readonly campaign_id?: string
  }
  /** Name of an event of a user's webhook. */
  readonly type?: string
}

/** Receives the events of webhooks, and remembers their messages and campaigns. */
export async function startHookReceiver() {
  const heard = new Map<string, Set<string>>()
  /** By text: the message ids under which it came. */
  const texts = new Map<string, Set<string>>()
  let count = 0
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        take(JSON.parse(body))
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** The number of received events, repeated ones included. */
    count: () => count,
    /** The number of different events of each kind. */
    kinds: () => [...heard].map(([kind, ids]) => `${kind} ${ids.size}`),
    hasHeard: (kind: string, id: string) => heard.get(kind)?.has(id) ?? false,
    /** The number of ids under which a text has come. */
    timesHeard: (text: string) => texts.get(text)?.size ?? 0,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }

  function take({ event, type, data = {} }: Body): void {
    count += 1
    const kind = event ?? type ?? ''
    const id = data.key?.id ?? data.campaign_id ?? String(count)
    heard.set(kind, (heard.get(kind) ?? new Set()).add(id))
    const text = kind === MESSAGE_ARRIVED ? data.message?.conversation : undefined
    if (text !== undefined) texts.set(text, (texts.get(text) ?? new Set()).add(id))
  }
}
