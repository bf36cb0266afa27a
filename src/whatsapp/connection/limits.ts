import { setTimeout as delay } from 'node:timers/promises'
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { MAX_TIMER_MS } from '../../contract/limits.ts'
import {
  FIRST_MESSAGE_REFUSED,
  type LockState,
  NEW_CHATS_USED_UP,
  type TimeLock,
} from '../../domain/account-limits.ts'
import type { DeviceKey, MessengerEvent, SendOutcome } from '../../domain/messenger.ts'
import type { MessengerTimings } from '../hosts/host-protocol.ts'
import type { WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'
import { askNewChatCap, askTimeLock, readLimitNotification } from './limit-answers.ts'

/** A lock without an end is asked about ever less often, and this often at least. */
const LAST_RECHECK_MS = 15 * 60_000
/** WhatsApp's own client asks for the cap of new chats this often. */
const CAP_RECHECK_MS = 60 * 60_000

type Refusal = Extract<SendOutcome, { kind: 'refused' }>

/**
 * Emits what WhatsApp says about whom this account may write to first: asks with each connection,
 * after refusals and when a lock should be over, and takes its notifications.
 */
export function createLimits({
  key,
  timings,
  emit,
  log,
}: {
  readonly key: DeviceKey
  readonly timings: Pick<
    MessengerTimings,
    'queryTimeoutMs' | 'limitIntervalMs' | 'lockMarginMs' | 'lockRecheckMs'
  >
  readonly emit: (event: MessengerEvent) => void
  readonly log: WriteLog
}) {
  const { queryTimeoutMs: timeoutMs, limitIntervalMs, lockMarginMs } = timings
  let socket: WASocket | null = null
  let lockState: LockState = 'unknown'
  let lockedUntilMs = Number.POSITIVE_INFINITY
  let lockAskedAtMs = Number.NEGATIVE_INFINITY
  let capAskedAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  let noticeCount = 0
  let answerCount = 0
  let resolveAnswer: () => void = () => undefined
  let finding: Promise<LockState> | null = null
  let recheckMs = timings.lockRecheckMs
  let lockTimer: NodeJS.Timeout | undefined
  let capTimer: NodeJS.Timeout | undefined
  return { listen, begin, end, explain, isLocked, refused, finding: () => finding }

  /** Called before the first byte: nothing that the server sends at the login must be missed. */
  function listen(sock: WASocket): void {
    sock.ws.on('CB:notification,type:mex', (node: BinaryNode) => {
      const { lock, cap } = readLimitNotification(node)
      if (lock) {
        noticeCount += 1
        takeLock(lock)
        askCap(sock)
      }
      if (cap) emit({ type: 'new_chat_cap', key, cap })
    })
  }

  /** Called when the connection is open. */
  function begin(sock: WASocket): void {
    socket = sock
    lockState = 'unknown'
    capAskedAtMs = Number.NEGATIVE_INFINITY
    askLock(sock)
    askCap(sock)
  }

  function end(): void {
    socket = null
    clearTimeout(lockTimer)
    clearTimeout(capTimer)
  }

  /** Adds to a refused first message whether a lock is behind it: then others are refused too. */
  async function explain(refusal: Refusal): Promise<Refusal> {
    if (refusal.code !== FIRST_MESSAGE_REFUSED) return refusal
    return { ...refusal, lock: await findLock() }
  }

  /**
   * Whether a lock is in force, by an answer that is newer than the refusal: an older one would
   * only cover the time before. Refusals that come together share one query.
   */
  function findLock(): Promise<LockState> {
    if (isLocked()) return Promise.resolve('active')
    finding ??= findNewLock().finally(() => {
      finding = null
    })
    return finding
  }

  async function findNewLock(): Promise<LockState> {
    await asking
    const answersBefore = answerCount
    const sinceMs = performance.now() - lockAskedAtMs
    if (sinceMs < limitIntervalMs) {
      // A notification may say so in the meantime, or the answer that each connection begins with.
      const answer = new Promise<void>((resolve) => {
        resolveAnswer = resolve
      })
      await Promise.race([answer, delay(limitIntervalMs - sinceMs, undefined, { ref: false })])
    }
    if (answerCount === answersBefore && socket) askLock(socket)
    await asking
    return answerCount === answersBefore ? 'unknown' : lockState
  }

  /** Asks about limits after a refusal whose code may concern the whole account. */
  async function refused(code: number): Promise<void> {
    if (code === FIRST_MESSAGE_REFUSED) await findLock()
    const isCapQuestion = code === NEW_CHATS_USED_UP || code === FIRST_MESSAGE_REFUSED
    if (socket && isCapQuestion) askCap(socket)
  }

  function isLocked(): boolean {
    return lockState === 'active' && lockedUntilMs > Date.now()
  }

  function askLock(sock: WASocket): void {
    lockAskedAtMs = performance.now()
    const noticesBefore = noticeCount
    const answer = askTimeLock(sock, timeoutMs)
      .then((lock) => {
        // A notification that came meanwhile may be handled first, and be the newer of the two.
        if (sock === socket && noticesBefore === noticeCount) takeLock(lock)
      })
      .catch((error: unknown) => {
        if (sock !== socket) return
        // What it said before may be over: unknown is neither locked nor free.
        lockState = 'unknown'
        log('warn', 'the lock on first messages is not known', readFailure(error).message)
      })
      .finally(() => {
        if (asking === answer) asking = null
      })
    asking = answer
  }

  function takeLock(lock: TimeLock): void {
    lockState = lock.isActive ? 'active' : 'inactive'
    answerCount += 1
    resolveAnswer()
    emit({ type: 'time_lock', key, lock })
    clearTimeout(lockTimer)
    if (!lock.isActive) {
      recheckMs = timings.lockRecheckMs
      return
    }
    const untilMs = lock.until === null ? null : Date.parse(lock.until)
    lockedUntilMs = untilMs ?? Number.POSITIVE_INFINITY
    const waitMs = untilMs === null ? recheckMs : untilMs - Date.now() + lockMarginMs
    if (untilMs === null) recheckMs = Math.min(2 * recheckMs, LAST_RECHECK_MS)
    lockTimer = setTimeout(
      () => {
        if (socket) askLock(socket)
      },
      Math.min(Math.max(waitMs, lockMarginMs), MAX_TIMER_MS),
    )
  }

  function askCap(sock: WASocket): void {
    if (performance.now() - capAskedAtMs < limitIntervalMs && sock === socket) return
    capAskedAtMs = performance.now()
    askNewChatCap(sock, timeoutMs)
      .then((cap) => {
        if (sock !== socket) return
        emit({ type: 'new_chat_cap', key, cap })
        clearTimeout(capTimer)
        capTimer = setTimeout(() => socket && askCap(socket), CAP_RECHECK_MS)
      })
      .catch((error: unknown) => {
        log('debug', 'the cap of new chats is not known', readFailure(error).message)
      })
  }
}
