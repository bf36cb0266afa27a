import { useEffect, useRef, useState } from 'react'
import { CHAT_MESSAGES_LIMIT } from '#contract/limits.ts'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { type ChatPlace, type Placed, readBeside } from '../../../api/chat.ts'
import { messages } from '../../../messages.ts'
import {
  around,
  lastBy,
  newestOnly,
  type ThreadWindow,
  withNewer,
  withNewest,
  withOlder,
} from './thread-window.ts'

type ChatName = { readonly place: ChatPlace; readonly remoteJid: string }
type Live = readonly WebhookMessage[]

/** What is being read beyond what is shown, and what came of it. */
export type Reading = {
  readonly side: 'before' | 'after' | 'around' | 'moment'
  /** Why it failed; null while it is under way. */
  readonly failure: string | null
}

const nothing: Live = []

/**
 * The part of a thread that is shown: the newest messages as they come, or an earlier part that the
 * reader went to. @param isFollowed the reader is at the end
 */
export function useThreadWindow(
  chat: ChatName,
  live: Live | undefined,
  { isFollowed }: { readonly isFollowed: boolean },
) {
  const [shown, setShown] = useState<{ readonly window: ThreadWindow; readonly live: Live }>()
  const [reading, setReading] = useState<Reading | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const current = live && shown?.live !== live ? nextOf(shown?.window, live, isFollowed) : shown
  // New messages are taken over at once, so that no drawing shows the old window with them.
  if (current !== shown) setShown(current)
  const window = current?.window

  const read = async (
    side: Reading['side'],
    work: (signal: AbortSignal) => Promise<(window: ThreadWindow, live: Live) => ThreadWindow>,
  ): Promise<boolean> => {
    running.current?.abort()
    const reading = new AbortController()
    running.current = reading
    const { signal } = reading
    setReading({ side, failure: null })
    try {
      const change = await work(signal)
      if (signal.aborted) return false
      setShown((now) => now && { ...now, window: change(now.window, now.live) })
      setReading(null)
      return true
    } catch (error) {
      if (signal.aborted) return false
      setReading({ side, failure: sentenceOf(error, messages.request.strange) })
      return false
    }
  }
  const beside = (side: 'before' | 'after', message: Placed, signal: AbortSignal) =>
    readBeside(chat, { side, message, limit: CHAT_MESSAGES_LIMIT }, signal)

  /** Reads the page before; whether it came. */
  const readOlder = async () => {
    const first = window?.messages[0]
    if (!first) return false
    return read('before', async (signal) => {
      const page = await beside('before', first, signal)
      return (now) => withOlder(now, page)
    })
  }
  const readNewer = async () => {
    const last = window?.messages.at(-1)
    if (!last) return false
    return read('after', async (signal) => {
      const page = await beside('after', last, signal)
      return (now, newest) => withNewer(now, page, newest)
    })
  }
  /** Shows a message of the thread with what was said around it. */
  const showMessage = async (message: WebhookMessage) => {
    if (window?.messages.some(({ id }) => id === message.id)) return true
    return read('around', async (signal) => {
      const [before, after] = await Promise.all([
        beside('before', message, signal),
        beside('after', message, signal),
      ])
      return (_, newest) => around(message, { before, after }, newest)
    })
  }
  /** Shows what was said at a moment, or last before it. @param onFound called before it shows */
  const showMoment = async (
    sentAtSeconds: number,
    onFound: (message: WebhookMessage) => void,
  ): Promise<boolean> => {
    const known = lastBy(window?.messages ?? nothing, sentAtSeconds)
    if (known && window?.isLive) {
      onFound(known)
      return true
    }
    const moment = { id: null, sentAtSeconds }
    return read('moment', async (signal) => {
      const before = await beside('before', moment, signal)
      const message = before.at(-1) ?? (await beside('after', moment, signal))[0]
      if (!message) return (now) => now
      const after = await beside('after', message, signal)
      if (!signal.aborted) onFound(message)
      return (_, newest) => around(message, { before, after }, newest)
    })
  }
  const showNewest = () => {
    running.current?.abort()
    setReading(null)
    setShown((now) => now && { ...now, window: newestOnly(now.live) })
  }

  return {
    messages: window?.messages ?? nothing,
    hasOlder: window?.hasOlder ?? false,
    isLive: window?.isLive ?? true,
    reading,
    ...{ readOlder, readNewer, showMessage, showMoment, showNewest },
  }
}

function nextOf(window: ThreadWindow | undefined, live: Live, isFollowed: boolean) {
  return { live, window: window ? withNewest(window, live, { isFollowed }) : newestOnly(live) }
}
