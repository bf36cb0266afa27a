import { AppEvent } from '#contract/events.ts'
import { report } from '../../report.ts'
import { getSession, onSessionChange } from '../../session/session.ts'
import { refreshCampaign } from '../campaigns/campaign-cache.ts'
import { paced, publishAppEvent, refresh } from './app-events.ts'
import { followEvents } from './event-stream.ts'
import { doubts, wishes } from './reach.ts'
import { watchTabRest } from './tab-rest.ts'

/** How often a hidden tab asks for the number of unread messages, which its title has. */
const UNREAD_INTERVAL_MS = 60_000

/**
 * Keeps every screen up to date during a session, as long as the tab is seen. With
 * `hasMissedEvents`, data that the first screen has read by now are read again.
 */
export function startLive({ hasMissedEvents }: { readonly hasMissedEvents: boolean }): void {
  let isBehind = hasMissedEvents
  let connection: AbortController | null = null
  let token: string | null = null
  let isResting = false
  let asking: ReturnType<typeof setInterval> | undefined
  const rest = (isNow: boolean) => {
    isResting = isNow
    isBehind ||= isNow
    clearInterval(asking)
    if (isNow) asking = setInterval(() => refresh('/api/chats'), UNREAD_INTERVAL_MS)
  }
  rest(
    watchTabRest((isNow) => {
      rest(isNow)
      follow()
    }),
  )
  const follow = () => {
    const now = isResting ? null : (getSession()?.token ?? null)
    if (now === token) return
    token = now
    connection?.abort()
    connection = now === null ? null : new AbortController()
    if (connection) {
      listen(connection.signal, isBehind).catch((error: unknown) =>
        report('As novidades ao vivo pararam.', error),
      )
    }
    if (now !== null) isBehind = false
  }
  onSessionChange(follow)
  follow()
  // The browser's word that the network came or went is only a reason to check.
  addEventListener('offline', doubts.ring)
  addEventListener('online', wishes.ring)
}

async function listen(signal: AbortSignal, hasMissedEvents: boolean): Promise<void> {
  await followEvents({
    signal,
    hasMissedEvents,
    onData: (data) => {
      const event = AppEvent.safeParse(JSON.parse(data))
      if (event.success) take(event.data)
    },
    onSilence: () => take({ type: 'reset' }),
  })
}

function take(event: AppEvent): void {
  publishAppEvent(event)
  if (event.type === 'device') refresh('/api/whatsapp/')
  if (event.type === 'message') refresh('/api/webhook-messages')
  if (event.type === 'message') refresh('/api/chats')
  if (event.type === 'bot_reply') refresh('/api/bot-replies')
  if (event.type === 'send') refresh(`/api/campaigns/${event.campaignId}/sends`)
  if (event.type === 'contact_list') refresh('/api/contacts')
  if (event.type === 'campaign') {
    paced(`campaign ${event.id}`, () => refreshCampaign(event.id))
  }
  if (event.type === 'campaign' || event.type === 'contact_list') refresh('/api/dashboard/')
  if (event.type === 'reset') refresh('/')
}
