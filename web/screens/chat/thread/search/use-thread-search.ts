import { useEffect, useState } from 'react'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import { sentenceOf } from '../../../../api/calls/call-error.ts'
import { type ChatFound, type ChatPlace, searchChat } from '../../../../api/chat.ts'
import { messages } from '../../../../messages.ts'

type ChatName = { readonly place: ChatPlace; readonly remoteJid: string }

/** Found so far, the newest first. */
type Found = {
  readonly text: string
  readonly hits: readonly WebhookMessage[]
  readonly searched: number
  /** Where the search goes on; null: the whole chat was looked through. */
  readonly next: ChatFound['next']
  readonly isSearching: boolean
  readonly failure: string | null
}

/** A pause in typing after which it is searched. */
const TYPING_MS = 250
/** Found messages after which the search waits until its reader comes to the last of them. */
const FOUND_AT_ONCE = 100

const nothing = { text: '', hits: [], searched: 0, next: null, failure: null, isSearching: false }

/** Looks through all of a chat, part by part, for what is typed. */
export function useThreadSearch({ place: { gatewayId, instance }, remoteJid }: ChatName) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>(nothing)
  const [at, setAt] = useState(0)
  const [goal, setGoal] = useState(FOUND_AT_ONCE)
  const [tries, setTries] = useState(0)
  const text = typed.trim()

  useEffect(() => {
    if (text === '') {
      setFound(nothing)
      return
    }
    const timer = setTimeout(() => {
      setAt(0)
      setGoal(FOUND_AT_ONCE)
      setFound({ ...nothing, text, isSearching: true })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])

  const { next, isSearching, searched, text: wanted } = found
  const beforeId = next?.before_id
  const beforeTimestamp = next?.before_timestamp
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part that failed is read again when it is asked for
  useEffect(() => {
    if (!isSearching) return
    const reading = new AbortController()
    const from =
      beforeId === undefined || beforeTimestamp === undefined
        ? null
        : { before_id: beforeId, before_timestamp: beforeTimestamp }
    searchChat(
      { place: { gatewayId, instance }, remoteJid },
      { text: wanted, from },
      reading.signal,
    ).then(
      (part) => {
        if (reading.signal.aborted) return
        setFound((now) => {
          const hits = [...now.hits, ...part.messages]
          const isDone = part.next === null || hits.length >= goal
          const count = now.searched + part.searched
          return { ...now, hits, searched: count, next: part.next, isSearching: !isDone }
        })
      },
      (error) => {
        if (reading.signal.aborted) return
        const failure = sentenceOf(error, messages.request.strange)
        setFound((now) => ({ ...now, isSearching: false, failure }))
      },
    )
    return () => reading.abort()
  }, [
    isSearching,
    searched,
    wanted,
    beforeId,
    beforeTimestamp,
    gatewayId,
    instance,
    remoteJid,
    tries,
  ])

  const goOn = () => {
    setGoal(found.hits.length + FOUND_AT_ONCE)
    setTries(tries + 1)
    setFound({ ...found, isSearching: true, failure: null })
  }
  /** To the one before in time. */
  const older = () => {
    if (at + 1 < found.hits.length) setAt(at + 1)
    // The last that is known: there may be more before it.
    if (at + 2 >= found.hits.length && found.next !== null && !isSearching) goOn()
  }
  const newer = () => {
    if (at > 0) setAt(at - 1)
  }

  return {
    ...{ typed, setTyped, found, at, older, newer, retry: goOn },
    hit: found.hits[at],
    /** It is known how many there are. */
    isWhole: found.next === null && !isSearching && found.failure === null,
    isPending: text !== found.text,
  }
}
