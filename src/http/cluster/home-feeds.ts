import type { Clock } from '../../domain/clock.ts'
import { followSignal } from '../../domain/followed-signal.ts'
import type { HomeFeed } from '../../domain/webhooks/instance-feed.ts'
import type { Log } from '../services.ts'
import type { FeedListener, OpenFeed } from '../sockets/feed.ts'
import { createFeedCalls, type FeedCallNeeds } from './feed-call.ts'
import { createHomeWatch } from './home-watch.ts'
import type { Homes } from './homes.ts'
import { pauseMs } from './pauses.ts'

/** How long a client waits to be let in while its account has no home; it gets what comes later. */
const OPEN_WITHIN_MS = 5_000

type Needs = FeedCallNeeds & {
  readonly homes: Homes
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

type Follower = {
  readonly userId: string
  readonly listener: FeedListener
  readonly leaving: AbortSignal
  /** Called when the feed begins: nothing is missed from then on, until it breaks off. */
  readonly begun: () => void
}

/**
 * Brings the events of an account's instances from its home, in one feed for all clients that
 * listen to it at this node. A feed follows its account. Events from before it reaches the new
 * home, some seconds where a node died, are lost here, as they are while a daemon that is alone
 * restarts.
 */
export function createHomeFeeds(needs: Needs): OpenFeed {
  const { homes, clock, log } = needs
  const watchHome = createHomeWatch(needs)
  const callFeed = createFeedCalls(needs)

  return (userId, listener) => {
    const leaving = new AbortController()
    const door = createDoor(clock)
    void follow({ userId, listener, leaving: leaving.signal, begun: door.open }, door.shut)
    return {
      opened: door.opened,
      close() {
        leaving.abort()
        door.remove()
      },
    }
  }

  async function follow(follower: Follower, broken: () => void): Promise<void> {
    const { userId, leaving } = follower
    let tried = 0
    let isLogged = false
    const begun = () => {
      tried = 0
      isLogged = false
      follower.begun()
    }
    while (!leaving.aborted) {
      try {
        await bring({ ...follower, begun })
      } catch (error) {
        if (!isLogged && !leaving.aborted) log.warn({ userId, err: error }, 'a feed broke off')
        isLogged = true
      }
      broken()
      await pause(pauseMs(tried), leaving)
      tried += 1
    }
  }

  /** Resolves once the account is no longer at home where it was. */
  async function bring(follower: Follower): Promise<void> {
    const home = await homes.find(follower.userId)
    if (follower.leaving.aborted) return
    if (home.kind === 'here') return bringFromHere(home.engine.feed, follower)
    return bringFrom(home.node.url, follower)
  }

  async function bringFromHere(
    feed: HomeFeed,
    { userId, listener, leaving, begun }: Follower,
  ): Promise<void> {
    await listener.checks(userId)
    const { signal, abort, release } = followSignal(feed.ended)
    leaving.addEventListener('abort', abort)
    const leave = feed.join(listener)
    if (leaving.aborted) abort()
    else begun()
    await aborted(signal)
    leave()
    leaving.removeEventListener('abort', abort)
    release()
  }

  async function bringFrom(
    url: string,
    { userId, listener, leaving, begun }: Follower,
  ): Promise<void> {
    const { signal, abort, release } = followSignal(leaving)
    const end = watchHome(userId, url, abort)
    let isBegun = false
    try {
      for await (const item of callFeed({ url, userId, signal })) {
        if (!isBegun) await listener.checks(userId)
        if (signal.aborted) return
        if (!isBegun) begun()
        isBegun = true
        if (!item) continue
        if ('gone' in item) listener.gone({ userId, instance: item.gone })
        else listener.take({ userId, instance: item.event.instance }, item.event, item.isChosen)
      }
      homes.forget(userId)
    } catch (error) {
      if (signal.aborted) return
      homes.forget(userId)
      throw error
    } finally {
      end()
      release()
    }
  }

  function pause(ms: number, leaving: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel()
        leaving.removeEventListener('abort', end)
        resolve()
      }
      const cancel = clock.after(ms, end)
      leaving.addEventListener('abort', end)
      if (leaving.aborted) end()
    })
  }
}

/** Makes clients wait that come before a feed has begun, or while it is broken. */
function createDoor({ after }: Pick<Clock, 'after'>) {
  const waiting = new Set<() => void>()
  let isOpen = false
  return {
    open() {
      isOpen = true
      letIn()
    },
    shut() {
      isOpen = false
    },
    /** Lets all waiting clients in, and those that come later. */
    remove() {
      isOpen = true
      letIn()
    },
    async opened(): Promise<void> {
      if (isOpen) return
      await new Promise<void>((resolve) => {
        const enter = () => {
          cancel()
          waiting.delete(enter)
          resolve()
        }
        const cancel = after(OPEN_WITHIN_MS, enter)
        waiting.add(enter)
      })
    },
  }

  function letIn(): void {
    for (const enter of [...waiting]) enter()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
