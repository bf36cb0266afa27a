import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export type HookReceiver = Awaited<ReturnType<typeof startHookReceiver>>

export const MESSAGE_ARRIVED = 'messages.upsert'

type Body = {
  /** Of an instance's webhook. */
  readonly event?: string
  readonly data?: {
    readonly key?: { readonly id?: string }
    readonly message?: { readonly conversation?: string }
    readonly campaign_id?: string
  }
  /** Of a user's webhook. */
  readonly type?: string
}

/** Takes what webhooks are told, and remembers which messages and campaigns it was about. */
export async function startHookReceiver() {
  const heard = new Map<string, Set<string>>()
  /** The ids that came with a text. */
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
    /** How many events have come, repeated ones too. */
    count: () => count,
    /** How many different ones of a kind. */
    kinds: () => [...heard].map(([kind, ids]) => `${kind} ${ids.size}`),
    hasHeard: (kind: string, id: string) => heard.get(kind)?.has(id) ?? false,
    /** Under how many ids a text has come. */
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
