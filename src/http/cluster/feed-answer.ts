import { EVENT_HEARTBEAT_MS } from '../../contract/limits.ts'
import { followSignal } from '../../domain/followed-signal.ts'
import type { HomeFeed } from '../../domain/webhooks/instance-feed.ts'
import { pushedText } from '../answers/pushed-text.ts'
import type { Log } from '../services.ts'
import { FEED_SIGN, type FeedItem, feedText } from './feed-lines.ts'

/** The path in the pass of a node that asks for a feed, which no client's call has. */
export const FEED_PATH = '/cluster/feed'

/**
 * Characters that may wait for a node. Beyond them its feed is ended: it asks for another once it
 * keeps up.
 */
const MAX_WAITING_LENGTH = 16 * 1024 * 1024

/** Streams the events of an account's instances to a node where clients listen to them. */
export function feedAnswer({
  userId,
  feed,
  gone,
  log,
}: {
  readonly userId: string
  readonly feed: HomeFeed
  /** Aborted when the node's connection closes. */
  readonly gone: AbortSignal
  readonly log: Log
}): Response {
  const stream = pushedText(({ push, waiting, takeBack, end }) => {
    let length = 0
    const { signal, release } = followSignal(feed.ended)
    if (signal.aborted || gone.aborted) {
      release()
      end()
      return () => undefined
    }
    const leave = feed.join({
      wants: () => true,
      take: (_place, event, isChosen) => send({ event, isChosen }),
      gone: ({ instance }) => send({ gone: instance }),
    })
    push(FEED_SIGN)
    const heartbeat = setInterval(() => {
      if (waiting().length === 0) push(FEED_SIGN)
    }, EVENT_HEARTBEAT_MS)
    for (const ending of [signal, gone]) ending.addEventListener('abort', end, { once: true })
    return () => {
      leave()
      clearInterval(heartbeat)
      release()
      gone.removeEventListener('abort', end)
    }

    function send(item: FeedItem): void {
      if (waiting().length === 0) length = 0
      if (length < MAX_WAITING_LENGTH) {
        const text = feedText(item)
        length += text.length
        push(text)
        return
      }
      log.warn({ userId, length }, 'the feed of a node that does not keep up is ended')
      takeBack()
      end()
    }
  })
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  })
}
