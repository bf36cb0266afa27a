import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import type { SendOutcome, SendRequest } from '../../domain/messenger.ts'
import { createSerial } from '../../domain/serial.ts'
import {
  isNotConnected,
  isRateLimited,
  isStorageFailure,
  readFailure,
} from '../connection/failure.ts'
import { type Directory, describe } from '../directory/directory.ts'
import { userOf } from '../directory/people.ts'
import type { MessengerTimings } from '../hosts/host-protocol.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import type { Receipt } from '../receiving/receipts.ts'
import { type Attempt, createAttempts } from './attempts.ts'
import { MediaError, type MessageContents } from './message-content.ts'
import { rememberIssuedToken } from './privacy-token.ts'

/** The parts of an open connection that sending needs. */
export type SendingSocket = {
  readonly sock: WASocket
  readonly directory: Directory
  readonly store: AuthStore
}

export type SenderOptions = {
  readonly timings: MessengerTimings
  readonly contents: MessageContents
  readonly onLateAck: (ack: { messageId: string; at: string; errorCode: number | null }) => void
  /** WhatsApp's server refused a message; the code may speak of the whole account. */
  readonly onRefused: (code: number) => void
}

/** Queries that may precede a send, to the directory and to the key server. */
const PREPARE_QUERIES = 3

/**
 * Sends the messages of one device. Only WhatsApp's own acknowledgement, by message id, counts as
 * success or refusal: Baileys' promise resolves as soon as the bytes are handed to the socket.
 */
export function createSender({ timings, contents, onLateAck, onRefused }: SenderOptions) {
  const attempts = createAttempts({
    ackTimeoutMs: timings.ackTimeoutMs,
    prepareTimeoutMs: timings.queryTimeoutMs * PREPARE_QUERIES + timings.ackTimeoutMs,
  })
  const byMessage = new WeakMap<object, Attempt>()
  const inTurn = createSerial()
  let socket: SendingSocket | null = null
  return { attach, detach, beforeWrite, send, proved, count: attempts.count }

  function attach(next: SendingSocket): void {
    socket = next
    next.sock.ws.on('CB:ack,class:message', (node: BinaryNode) => {
      void onAck(next, node)
    })
  }

  /**
   * Detaches the lost connection. Messages that were taken stay in doubt until they are sent again.
   */
  function detach(detail: string): void {
    socket = null
    attempts.settleAll(detail)
  }

  /** Baileys' last call before it encrypts a message: throwing here keeps it from leaving. */
  function beforeWrite(message: object): void {
    const attempt = byMessage.get(message)
    if (!attempt) return
    if (attempt.isSettled()) throw new Error('this attempt was given up')
    attempt.take()
  }

  async function send(request: SendRequest, onTaken: () => void): Promise<SendOutcome> {
    if (!socket) return { kind: 'not_sent', reason: 'closed', detail: 'not connected' }
    const attempt = attempts.start(request.messageId, onTaken)
    if (!attempt) return { kind: 'not_sent', reason: 'failed', detail: 'already being sent' }
    const current = socket
    // Serialised per recipient: two messages at once would collide when a session is rebuilt.
    inTurn(userOf(request.jid), () => relay(current, request, attempt)).catch((error: unknown) => {
      // The keys failed after the message was written: its acknowledgement decides the outcome.
      if (isStorageFailure(error) && attempt.isTaken()) return
      attempt.settle(outcomeOf(error, attempt))
    })
    return attempt.outcome
  }

  /** A receipt came: WhatsApp has accepted these messages, whatever became of its answer. */
  function proved({ messageIds, at }: Pick<Receipt, 'messageIds' | 'at'>): void {
    for (const messageId of messageIds) {
      const attempt = attempts.find(messageId)
      if (attempt?.isTaken()) attempt.settle({ kind: 'accepted', at })
    }
  }

  async function relay(current: SendingSocket, request: SendRequest, attempt: Attempt) {
    const { jid, messageId, isRepeat, content } = request
    if (attempt.isSettled()) return
    const person = await current.directory.prepare(jid, { isRepeat })
    if (!person) {
      attempt.settle({ kind: 'not_sent', reason: 'no_devices', detail: 'no device to write to' })
      return
    }
    const message = await contents.build(current.sock, content)
    if (attempt.isSettled()) return
    byMessage.set(message, attempt)
    await current.sock.relayMessage(jid, message, { messageId })
    if (current === socket) rememberIssuedToken(current.store, person.lid)
  }

  async function onAck({ directory }: SendingSocket, { attrs }: BinaryNode): Promise<void> {
    const messageId = attrs.id ?? ''
    const errorCode = attrs.error === undefined ? null : Number(attrs.error)
    const at = new Date(attrs.t ? Number(attrs.t) * 1000 : Date.now()).toISOString()
    const attempt = attempts.find(messageId)
    if (attempt?.isTaken()) {
      attempt.settle(
        errorCode === null ? { kind: 'accepted', at } : { kind: 'refused', code: errorCode },
      )
    } else if (attempts.takeGivenUp(messageId)) {
      onLateAck({ messageId, at, errorCode })
    }
    if (errorCode !== null) onRefused(errorCode)
    // The server knows other devices of this recipient than those the message was encrypted for.
    if (attrs.phash && attrs.from) await directory.doubt(attrs.from)
  }
}

/** Maps a send that threw to an outcome. In doubt it is unknown, never "not sent". */
function outcomeOf(error: unknown, attempt: Attempt): SendOutcome {
  const detail = describe(error)
  const failure = readFailure(error)
  if (error instanceof MediaError) return { kind: 'not_sent', reason: 'media', detail }
  if (isStorageFailure(error)) return { kind: 'not_sent', reason: 'storage', detail }
  if (isNotConnected(error)) return { kind: 'not_sent', reason: 'closed', detail }
  if (isRateLimited(failure)) return { kind: 'not_sent', reason: 'rate_limited', detail }
  const isCertain = failure.serverCode !== null || failure.message === 'All encryptions failed'
  if (isCertain || !attempt.isTaken()) return { kind: 'not_sent', reason: 'failed', detail }
  return { kind: 'unknown', reason: 'closed', detail }
}
