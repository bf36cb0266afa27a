import type { proto } from '@whiskeysockets/baileys'
import type { SendOutcome, SendRequest } from '../../domain/messenger.ts'
import { createBoundedMap } from '../directory/bounded-map.ts'
import type { Recipient } from '../directory/directory.ts'
import { uploadTimeoutMs } from './message-content.ts'

/** One attempt to send a message, until its outcome is known. */
export type Attempt = {
  readonly request: SendRequest
  readonly outcome: Promise<SendOutcome>
  /** From here on the message may have been written. */
  take(): void
  settle(outcome: SendOutcome): void
  isTaken(): boolean
  isSettled(): boolean
  /** Starts the time for the preparation, when the message's turn has come. */
  begin(): void
  /** Restarts the wait for an acknowledgement: a refused message may be written once more. */
  again(): void
  /** What was written last; kept for as long as the attempt is. */
  written: Written | null
}

/** A message as it was written. */
export type Written = {
  readonly message: proto.Message
  /** Null: a group. */
  readonly recipient: Recipient | null
  /** How often it had been refused and written again by then. */
  readonly repairs: number
}

const GIVEN_UP_KEPT = 10_000

/** The open attempts of one device, and the ids of those given up as unknown. */
export function createAttempts(options: { ackTimeoutMs: number; prepareTimeoutMs: number }) {
  const open = new Map<string, Attempt>()
  const givenUp = createBoundedMap<true>(GIVEN_UP_KEPT)
  return {
    start,
    find: (messageId: string) => open.get(messageId),
    count: () => open.size,
    settleAll,
    takeGivenUp,
  }

  /** Returns undefined while an attempt under the same id is open. */
  function start(request: SendRequest, onTaken: () => void): Attempt | undefined {
    const { messageId } = request
    if (open.has(messageId)) return undefined
    givenUp.delete(messageId)
    const attempt = createAttempt({ request, onTaken, ...options, onSettled })
    open.set(messageId, attempt)
    return attempt
  }

  function onSettled(messageId: string, outcome: SendOutcome): void {
    open.delete(messageId)
    if (outcome.kind === 'unknown') givenUp.set(messageId, true)
  }

  /**
   * Settles all attempts of a lost connection: those taken are in doubt, the others were never
   * written.
   */
  function settleAll(detail: string): void {
    for (const attempt of [...open.values()]) {
      const kind = attempt.isTaken() ? 'unknown' : 'not_sent'
      attempt.settle({ kind, reason: 'closed', detail })
    }
  }

  /** Returns whether this id was given up as unknown, and forgets it. */
  function takeGivenUp(messageId: string): boolean {
    return givenUp.delete(messageId)
  }
}

function createAttempt(options: {
  request: SendRequest
  ackTimeoutMs: number
  prepareTimeoutMs: number
  onTaken: () => void
  onSettled: (messageId: string, outcome: SendOutcome) => void
}): Attempt {
  const { request, ackTimeoutMs, prepareTimeoutMs } = options
  const media = request.content.media ?? request.uploadFirst
  const uploadMs = media ? uploadTimeoutMs(media) : 0
  let isTaken = false
  let isSettled = false
  let resolve: (outcome: SendOutcome) => void
  const outcome = new Promise<SendOutcome>((onDone) => {
    resolve = onDone
  })
  let timer: NodeJS.Timeout | undefined
  return {
    request,
    outcome,
    take,
    settle,
    begin,
    again: waitForAck,
    isTaken: () => isTaken,
    isSettled: () => isSettled,
    written: null,
  }

  function begin(): void {
    if (isSettled) return
    timer = setTimeout(() => {
      settle({ kind: 'not_sent', reason: 'failed', detail: 'its preparation took too long' })
    }, prepareTimeoutMs + uploadMs)
  }

  function take(): void {
    if (isTaken) return
    isTaken = true
    options.onTaken()
    waitForAck()
  }

  function waitForAck(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      settle({ kind: 'unknown', reason: 'timeout', detail: 'no acknowledgement came' })
    }, ackTimeoutMs)
  }

  function settle(result: SendOutcome): void {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    options.onSettled(request.messageId, result)
    resolve(result)
  }
}
