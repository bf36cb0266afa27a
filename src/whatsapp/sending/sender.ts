import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { isGroupJid } from '../../contract/jid.ts'
import type { SendOutcome, SendRequest } from '../../domain/messenger.ts'
import { createSerial } from '../../domain/serial.ts'
import {
  describe,
  isNotConnected,
  isRateLimited,
  isStorageFailure,
  readFailure,
} from '../connection/failure.ts'
import type { Acquaintances } from '../directory/acquaintances.ts'
import type { Addressing } from '../directory/addressing.ts'
import type { Directory } from '../directory/directory.ts'
import { personOf } from '../directory/people.ts'
import { readBusyUntil } from '../directory/usync.ts'
import { identityOf } from '../groups/group-data.ts'
import type { KnownGroups } from '../groups/known-groups.ts'
import type { MessengerTimings } from '../hosts/host-protocol.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import type { Receipt } from '../receiving/receipts.ts'
import { type Ack, createRepairs, readAck } from './acknowledgement.ts'
import { type Attempt, createAttempts } from './attempts.ts'
import {
  editOf,
  MediaError,
  type MessageContents,
  metaNodesOf,
  plainFilePart,
} from './message-content.ts'
import { rememberIssuedToken, tokensFor } from './privacy-token.ts'
import { createSendWindow } from './send-window.ts'

/** The parts of an open connection that sending needs. */
export type SendingSocket = {
  readonly sock: WASocket
  readonly directory: Directory
  readonly addressing: Addressing
  readonly store: AuthStore
  readonly acquaintances: Pick<Acquaintances, 'knows'>
  readonly groups: Pick<KnownGroups, 'get'>
}

export type SenderOptions = {
  readonly timings: MessengerTimings
  readonly contents: MessageContents
  /** Messages that may wait for their acknowledgement at once. */
  readonly sendWindow: number
  readonly onLateAck: (ack: { messageId: string; at: string; errorCode: number | null }) => void
  /** WhatsApp's server refused a message; the code may speak of the whole account. */
  readonly onRefused: (code: number) => void
  /** Whether WhatsApp has locked the account's first messages. */
  readonly isLocked: () => boolean
  /** Settles once it is known whether a recent refusal means a lock; null: nothing to find. */
  readonly findingLock: () => Promise<unknown> | null
}

/** Queries that may precede a send, to the directory and to the key server. */
const PREPARE_QUERIES = 3

/**
 * Sends the messages of one device. Only WhatsApp's own acknowledgement, by message id, counts as
 * success or refusal: Baileys' promise resolves as soon as the bytes are handed to the socket.
 */
export function createSender(options: SenderOptions) {
  const { timings, contents } = options
  const attempts = createAttempts({
    ackTimeoutMs: timings.ackTimeoutMs,
    prepareTimeoutMs: timings.queryTimeoutMs * PREPARE_QUERIES + timings.ackTimeoutMs,
  })
  const byMessage = new WeakMap<object, Attempt>()
  const window = createSendWindow(options.sendWindow)
  const repairs = createRepairs(options)
  const inTurn = createSerial()
  let socket: SendingSocket | null = null
  return { attach, detach, beforeWrite, send, withdraw, proved, count: attempts.count }

  function attach(next: SendingSocket): void {
    socket = next
    window.reset()
    next.sock.ws.on('CB:ack,class:message', (node: BinaryNode) => {
      void onAck(next, readAck(node))
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
    if (attempt.isSettled() && !repairs.isUnderWay(message)) {
      throw new Error('this attempt was given up')
    }
    attempt.take()
  }

  async function send(request: SendRequest, onTaken: () => void): Promise<SendOutcome> {
    if (!socket) return { kind: 'not_sent', reason: 'closed', detail: 'not connected' }
    const attempt = attempts.start(request, onTaken)
    if (!attempt) return { kind: 'not_sent', reason: 'failed', detail: 'already being sent' }
    void enter(socket, attempt)
    return attempt.outcome
  }

  /** Cancels a message that has not been written yet. */
  function withdraw(messageId: string): void {
    const attempt = attempts.find(messageId)
    if (!attempt || attempt.isTaken()) return
    attempt.settle({ kind: 'not_sent', reason: 'withdrawn', detail: 'no longer wanted' })
  }

  async function enter(current: SendingSocket, attempt: Attempt) {
    const { jid } = attempt.request
    const isStranger = !isGroupJid(jid) && !current.acquaintances.knows(jid)
    const wasLocked = options.isLocked()
    const leave = await turnOf(current, attempt, isStranger)
    if (isStranger && !wasLocked && options.isLocked()) {
      const detail = 'first messages were locked in the meantime'
      attempt.settle({ kind: 'not_sent', reason: 'locked', detail })
    } else {
      attempt.begin()
      write(current, attempt)
    }
    await attempt.outcome
    leave()
  }

  /**
   * Resolves to a function that gives the message's place back. Each message sent into a lock may
   * prolong it: messages to strangers wait until it is known whether there is one, and hold no
   * place meanwhile.
   */
  async function turnOf(
    { store }: SendingSocket,
    attempt: Attempt,
    isStranger: boolean,
  ): Promise<() => void> {
    const { jid, isUrgent } = attempt.request
    for (;;) {
      const leave = await window.enter(personOf(store, jid), isUrgent)
      const finding = isStranger && !attempt.isSettled() ? options.findingLock() : null
      if (!finding) return leave
      leave()
      await finding
    }
  }

  function write(current: SendingSocket, attempt: Attempt): void {
    // Serialised per recipient: two messages at once would collide when a session is rebuilt.
    const person = personOf(current.store, attempt.request.jid)
    inTurn(person, () => relay(current, attempt)).catch((error: unknown) => {
      // The keys failed after the message was written: its acknowledgement decides the outcome.
      if (isStorageFailure(error) && attempt.isTaken()) return
      attempt.settle(outcomeOf(error, attempt))
    })
  }

  /** Settles messages that got a receipt: WhatsApp accepted them, even if its answer was lost. */
  function proved({ messageIds, at }: Pick<Receipt, 'messageIds' | 'at'>): void {
    for (const messageId of messageIds) {
      const attempt = attempts.find(messageId)
      if (attempt?.isTaken()) attempt.settle({ kind: 'accepted', at, ...filePartOf(attempt) })
    }
  }

  async function relay(current: SendingSocket, attempt: Attempt) {
    const { jid, messageId, isRepeat, content, uploadFirst } = attempt.request
    if (attempt.isSettled()) return
    if (isGroupJid(jid)) return relayToGroup(current, attempt)
    const recipient = await current.directory.prepare(jid, { isRepeat })
    if (typeof recipient === 'string') {
      attempt.settle({ kind: 'not_sent', reason: recipient, detail: unreachable[recipient] })
      return
    }
    const { written } = attempt
    if (uploadFirst) await contents.prepare(current.sock, uploadFirst)
    const message = written?.message ?? (await contents.build(current.sock, content))
    if (attempt.isSettled()) return
    byMessage.set(message, attempt)
    attempt.written = { message, recipient, repairs: written ? written.repairs + 1 : 0 }
    const { address, person } = recipient
    await current.sock.relayMessage(address.jid, message, {
      messageId,
      additionalAttributes: { ...address.attributes, ...editOf(message) },
      additionalNodes: [...tokensFor(current, person.lid).additionalNodes, ...metaNodesOf(message)],
    })
    const name = person.lid ?? person.phoneJid
    if (current === socket && name) rememberIssuedToken(current.store, name)
  }

  /** Sends one message for the whole group; members who lack the sender key get it along. */
  async function relayToGroup(current: SendingSocket, attempt: Attempt): Promise<void> {
    const { jid, messageId, content } = attempt.request
    const { participants } = await current.groups.get(current.sock, jid)
    await current.directory.prepareAll(jid, participants.map(identityOf))
    const message = await contents.build(current.sock, content)
    if (attempt.isSettled()) return
    byMessage.set(message, attempt)
    attempt.written = { message, recipient: null, repairs: 0 }
    await current.sock.relayMessage(jid, message, {
      messageId,
      additionalAttributes: editOf(message),
      additionalNodes: metaNodesOf(message),
    })
  }

  async function onAck(current: SendingSocket, ack: Ack): Promise<void> {
    const attempt = attempts.find(ack.messageId)
    if (!attempt?.isTaken()) {
      if (attempts.takeGivenUp(ack.messageId)) options.onLateAck(ack)
      if (ack.errorCode !== null) options.onRefused(ack.errorCode)
      return
    }
    if (ack.errorCode === null) accepted(current, attempt, ack)
    else await refused(current, attempt, { ...ack, errorCode: ack.errorCode })
  }

  function accepted(current: SendingSocket, attempt: Attempt, ack: Ack): void {
    attempt.settle({ kind: 'accepted', at: ack.at, ...filePartOf(attempt) })
    window.accepted()
    const { written } = attempt
    if (!written?.recipient) return
    const { message, recipient } = written
    current.addressing.accepted(recipient.address)
    // In turn: another message to the same person must not use the sessions at the same time.
    const person = personOf(current.store, recipient.address.jid)
    const sent = { message, recipient }
    inTurn(person, () => repairs.afterAcceptance(current, sent, ack)).catch(() => undefined)
  }

  /** Writes the message once more where the refusal was not about the person. */
  async function refused(
    current: SendingSocket,
    attempt: Attempt,
    ack: Ack & { readonly errorCode: number },
  ): Promise<void> {
    window.refused()
    const { written } = attempt
    // Restarts the wait: the directory may be asked before it is known whether to write again.
    attempt.again()
    const isRepaired =
      written?.recipient &&
      (await repairs
        .afterRefusal(current, { ...written, recipient: written.recipient }, ack)
        .catch(() => false))
    if (attempt.isSettled()) return
    if (isRepaired && current === socket) {
      attempt.again()
      write(current, attempt)
      return
    }
    attempt.settle({ kind: 'refused', code: ack.errorCode })
    options.onRefused(ack.errorCode)
  }
}

const unreachable = {
  no_devices: 'no device to write to',
  no_lid: 'the account needs a LID, and the directory has none',
} as const

/** Returned only for an urgent message: for the thousands of a campaign nobody would read it. */
function filePartOf({ request, written }: Attempt) {
  const isAsked = request.isUrgent && request.content.media !== null
  return isAsked && written ? { filePart: plainFilePart(written.message) } : {}
}

/** Maps a send that threw to an outcome. In doubt it is unknown, never "not sent". */
function outcomeOf(error: unknown, attempt: Attempt): SendOutcome {
  const detail = describe(error)
  const failure = readFailure(error)
  if (error instanceof MediaError) return { kind: 'not_sent', reason: 'media', detail }
  if (isStorageFailure(error)) return { kind: 'not_sent', reason: 'storage', detail }
  if (isNotConnected(error)) return { kind: 'not_sent', reason: 'closed', detail }
  if (isRateLimited(failure)) {
    return { kind: 'not_sent', reason: 'rate_limited', detail, ...readBusyUntil(error) }
  }
  const isCertain = failure.serverCode !== null || failure.message === 'All encryptions failed'
  if (isCertain || !attempt.isTaken()) return { kind: 'not_sent', reason: 'failed', detail }
  return { kind: 'unknown', reason: 'closed', detail }
}
