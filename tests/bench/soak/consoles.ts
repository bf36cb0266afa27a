import { setTimeout as pause } from 'node:timers/promises'
import { firstPaths } from '../../../src/contract/api/first-paths.ts'
import type { AppEvent } from '../../../src/contract/events.ts'
import { DEVICES_REFRESH_INTERVAL_MS } from '../../../src/contract/limits.ts'
import type { User } from '../../support/daemon/user.ts'
import type { Calls } from './calls.ts'

/** As in the console: what events concern is read again at most this often. */
const REFRESH_INTERVAL_MS = 1_000

/** What a page reads when it opens, and again after an event. */
type Page = {
  readonly opening: readonly string[]
  readonly refreshed: (event: AppEvent) => readonly string[]
}

const campaignOf = (event: AppEvent) =>
  event.type === 'campaign' ? [`/api/campaigns/${event.id}`] : []

const dashboard: Page = {
  opening: [firstPaths.dashboard, firstPaths.campaigns, '/api/whatsapp/devices'],
  refreshed: (event) => [
    ...campaignOf(event),
    ...(event.type === 'campaign' || event.type === 'contact_list' ? [firstPaths.dashboard] : []),
  ],
}

const chats: Page = {
  opening: ['/api/chats', '/api/whatsapp/devices'],
  refreshed: (event) => [...campaignOf(event), ...(event.type === 'message' ? ['/api/chats'] : [])],
}

/** The page of the campaign that sends now; its user opens the next one in turn. */
const sends: Page = {
  opening: [firstPaths.campaigns],
  refreshed: (event) => [
    ...campaignOf(event),
    ...(event.type === 'send' && Number(event.campaignId) % 20 === 0
      ? [`/api/campaigns/${event.campaignId}/sends?limit=100`]
      : []),
  ],
}

/** Three consoles of one user, each with its event stream, reading what the real one reads. */
export function openConsoles(user: User, calls: Calls) {
  const ending = new AbortController()
  const counts = { streams: 0 }
  const running = [dashboard, chats, sends].map(show)

  return {
    counts,
    async close(): Promise<void> {
      ending.abort()
      await Promise.all(running)
    },
  }

  async function show(page: Page): Promise<void> {
    const refresh = refresher()
    for (const path of page.opening) refresh(path)
    const polling = setInterval(() => refresh('/api/whatsapp/devices'), DEVICES_REFRESH_INTERVAL_MS)
    while (!ending.signal.aborted) {
      await follow((event) => page.refreshed(event).forEach(refresh)).catch(() => undefined)
      if (!ending.signal.aborted) await pause(REFRESH_INTERVAL_MS)
    }
    clearInterval(polling)
  }

  async function follow(take: (event: AppEvent) => void): Promise<void> {
    counts.streams += 1
    const response = await user.raw('/api/events', { signal: ending.signal })
    let rest = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = `${rest}${piece}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) take(JSON.parse(line.slice(6)))
    }
  }

  /** Reads at once, and once more where it was called meanwhile. */
  function refresher() {
    const waiting = new Map<string, { isWanted: boolean }>()
    return function refresh(path: string): void {
      const known = waiting.get(path)
      if (known) {
        known.isWanted = true
        return
      }
      const entry = { isWanted: false }
      waiting.set(path, entry)
      void Promise.all([calls.once(path), pause(REFRESH_INTERVAL_MS)]).then(() => {
        waiting.delete(path)
        if (entry.isWanted && !ending.signal.aborted) refresh(path)
      })
    }
  }
}
