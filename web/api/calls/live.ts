import { EventSourceParserStream } from 'eventsource-parser/stream'
import { mutate } from 'swr'
import { serviceApi } from '#contract/api/service-api.ts'
import { AppEvent } from '#contract/events.ts'
import { READ_MS_AGO_MAX } from '#contract/limits.ts'
import { getSession, onSessionChange } from '../../session/session.ts'
import { refreshCampaign } from '../campaign-cache.ts'
import { open } from './client.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** Events of one kind come in bursts: the data they touch is read again at most this often. */
const REFRESH_INTERVAL_MS = 1_000
/** As the id of the last event, this makes the server request that everything be read again. */
const NOTHING_HEARD = '0'

/** Listeners to the events themselves, besides the refreshed data. */
const listeners = new Set<(event: AppEvent) => void>()

/** Calls back with every event; returns how to stop that. */
export function onAppEvent(listener: (event: AppEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Keeps every screen up to date during a session. With `hasMissedEvents`, data that the first
 * screen has read by now are read again.
 */
export function startLive({ hasMissedEvents }: { readonly hasMissedEvents: boolean }): void {
  let lastHeardId = hasMissedEvents ? NOTHING_HEARD : ''
  let connection: AbortController | null = null
  let token: string | null = null
  const follow = () => {
    const now = getSession()?.token ?? null
    if (now === token) return
    token = now
    connection?.abort()
    connection = now === null ? null : new AbortController()
    if (connection) listen(connection.signal, lastHeardId).catch(() => undefined)
    lastHeardId = ''
  }
  onSessionChange(follow)
  follow()
}

/** Reads the stream, and opens it again whenever it ends, until the session does. */
async function listen(signal: AbortSignal, lastHeardId: string): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  let lastEventId = lastHeardId
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = lastEventId ? { 'last-event-id': lastEventId } : {}
      // The screens' data may have changed before the stream was open.
      const query = { read_ms_ago: Math.min(Math.ceil(performance.now()), READ_MS_AGO_MAX) }
      const response = await open(serviceApi.events, { query }, { signal, headers })
      retryMs = FIRST_RETRY_MS
      for await (const { id, data } of readEvents(response)) {
        lastEventId = id ?? lastEventId
        const event = AppEvent.safeParse(JSON.parse(data))
        if (event.success) take(event.data)
      }
    } catch {
      // The server is away or restarting: everything is read again once the stream is back.
    }
    await pause(retryMs, signal)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    // Events since then were missed.
    lastEventId ||= NOTHING_HEARD
  }
}

async function* readEvents(response: Response) {
  if (!response.body) return
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    reader.releaseLock()
  }
}

function take(event: AppEvent): void {
  for (const listener of listeners) listener(event)
  if (event.type === 'device') refresh('/api/whatsapp/')
  if (event.type === 'message') refresh('/api/webhook-messages')
  if (event.type === 'send') refresh(`/api/campaigns/${event.campaignId}/sends`)
  if (event.type === 'contact_list') refresh('/api/contacts')
  if (event.type === 'campaign') {
    paced(`campaign ${event.id}`, () => refreshCampaign(event.id))
  }
  if (event.type === 'campaign' || event.type === 'contact_list') refresh('/api/dashboard/')
  if (event.type === 'reset') refresh('/')
}

/** Reads all data again whose address begins with `prefix`; frequent calls are throttled. */
export function refresh(prefix: string): void {
  paced(prefix, () =>
    // SWR passes paged answers over here: their hooks listen to the events themselves.
    mutate((key) => typeof key === 'string' && key.startsWith(prefix)),
  )
}

const waiting = new Map<string, { isWanted: boolean }>()

/**
 * Throttles `act`: runs it at once, and once more when it was called again meanwhile: at the end of
 * the interval, but not before the first run is done. A reading that was restarted before it ended
 * would never end.
 */
export function paced(name: string, act: () => Promise<unknown>): void {
  const known = waiting.get(name)
  if (known) {
    known.isWanted = true
    return
  }
  const entry = { isWanted: false }
  waiting.set(name, entry)
  const interval = new Promise((resolve) => setTimeout(resolve, REFRESH_INTERVAL_MS))
  // A failure is shown by the screen with the data: it reads them with its own error state.
  void Promise.allSettled([act(), interval]).then(() => {
    waiting.delete(name)
    if (entry.isWanted) paced(name, act)
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
