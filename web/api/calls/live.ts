import { AppEvent } from '#contract/events.ts'
import { report } from '../../report.ts'
import { getSession, onSessionChange } from '../../session/session.ts'
import { refreshCampaign } from '../campaigns/campaign-cache.ts'
import { paced, refresh, tellAppEvent } from './app-events.ts'
import { followEvents } from './event-stream.ts'
import { doubts, wishes } from './reach.ts'

/**
 * Keeps every screen up to date during a session. With `hasMissedEvents`, data that the first
 * screen has read by now are read again.
 */
export function startLive({ hasMissedEvents }: { readonly hasMissedEvents: boolean }): void {
  let isBehind = hasMissedEvents
  let connection: AbortController | null = null
  let token: string | null = null
  const follow = () => {
    const now = getSession()?.token ?? null
    if (now === token) return
    token = now
    connection?.abort()
    connection = now === null ? null : new AbortController()
    if (connection) {
      listen(connection.signal, isBehind).catch((error: unknown) =>
        report('As novidades ao vivo pararam.', error),
      )
    }
    isBehind = false
  }
  onSessionChange(follow)
  follow()
  // A network that comes or goes: what the browser knows is only a reason to look.
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
  })
}

function take(event: AppEvent): void {
  tellAppEvent(event)
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
