import { setTimeout as sleep } from 'node:timers/promises'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { serviceApi } from '../contract/api/service-api.ts'
import { AppEvent } from '../contract/events.ts'
import type { Client } from './client.ts'

const RECONNECT_DELAY_MS = 2_000
/** With the event stream open a poll only covers for lost events. */
const STREAM_POLL_INTERVAL_MS = 5_000
const POLL_INTERVAL_MS = 1_000

/** Events of the server to wait for; without a stream, waiting is polling. */
export type LiveEvents = {
  /** Resolves at the next wanted event, or when a poll is due. */
  readonly next: () => Promise<void>
  readonly stop: () => void
}

/** Listens to the event stream until stopped; `isWanted` says which events wake the waiter. */
export function listenForEvents(
  client: Client,
  signal: AbortSignal,
  isWanted: (event: AppEvent) => boolean,
): LiveEvents {
  const ending = new AbortController()
  const end = AbortSignal.any([signal, ending.signal])
  let isStreaming = false
  let isNew = false
  let wake: () => void = () => undefined
  end.addEventListener('abort', () => wake())

  void follow()
  return { next, stop: () => ending.abort() }

  async function next(): Promise<void> {
    if (!isNew && !end.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isStreaming ? STREAM_POLL_INTERVAL_MS : POLL_INTERVAL_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    isNew = false
    signal.throwIfAborted()
  }

  async function follow(): Promise<void> {
    while (!end.aborted) {
      await readStream().catch(() => {
        // Without the stream `next` polls, which reports a server that is away.
      })
      isStreaming = false
      await sleep(RECONNECT_DELAY_MS, undefined, { signal: end }).catch(() => undefined)
    }
  }

  async function readStream(): Promise<void> {
    const body = await client.until(end).open(serviceApi.events, {})
    isStreaming = true
    for await (const event of readEvents(body)) {
      if (event.type !== 'reset' && !isWanted(event)) continue
      isNew = true
      wake()
    }
  }
}

/** Parses server-sent events into the product's own; any others are skipped. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<AppEvent> {
  const decoder = new TextDecoder()
  const arrived: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => arrived.push(message) })
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    for (const { event, data } of arrived.splice(0)) {
      const parsed = AppEvent.safeParse({ type: event, ...parseObject(data) })
      if (parsed.success) yield parsed.data
    }
  }
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
