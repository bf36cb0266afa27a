import type { CacheStore, WAMessage, WASocket } from '@whiskeysockets/baileys'
import type { WriteLog } from '../connection/baileys-log.ts'
import { readFailure } from '../connection/failure.ts'
import { createBoundedMap } from '../directory/bounded-map.ts'

export type PhoneCopies = ReturnType<typeof createPhoneCopies>

type AskingSocket = Pick<WASocket, 'requestPlaceholderResend'> & {
  readonly ws: Pick<WASocket['ws'], 'isOpen'>
}

/** Time that the sender has for a second copy; Baileys then waits another 2 s before it asks. */
const ASKED_AFTER_MS = 3_000
const MESSAGES_KEPT = 2_000

/**
 * Asks the account's own phone, which reads every message itself, for those that could not be
 * decrypted and that their sender has not sent again. Baileys asks the phone before it asks the
 * sender, waits for 2 s in between with everything else that came in, and asks no sender where the
 * phone cannot be asked.
 */
export function createPhoneCopies({
  log,
  askedAfterMs = ASKED_AFTER_MS,
}: {
  readonly log: WriteLog
  readonly askedAfterMs?: number
}) {
  /** By message id: what Baileys noted of its request to the phone; true: not asked yet. */
  const noted = createBoundedMap<unknown>(MESSAGES_KEPT)
  const asked = createBoundedMap<true>(MESSAGES_KEPT)
  /** Where Baileys looks up whether the phone was asked already. */
  const cache: CacheStore = {
    get: find,
    set: (id, value) => noted.set(id, value),
    del: (id) => noted.delete(id),
    flushAll: noted.clear,
  }
  return { cache, noteUnread, noteRead: noted.delete, askLater }

  /** Returns what Baileys has set, or `true`, which keeps it from asking the phone. */
  function find<Value>(messageId: string): Value | undefined {
    const found: object = { value: noted.get(messageId) }
    return Reflect.get(found, 'value')
  }

  /** Called before Baileys asks anybody for another copy. */
  function noteUnread(messageId: string): void {
    if (noted.get(messageId) === undefined) noted.set(messageId, true)
  }

  /** Asks for a message once, unless it was read in the meantime. */
  function askLater(sock: AskingSocket, message: WAMessage): void {
    const { id } = message.key
    if (!id || noted.get(id) !== true || asked.get(id)) return
    asked.set(id, true)
    setTimeout(() => {
      if (noted.get(id) !== true || !sock.ws.isOpen) return
      noted.delete(id)
      sock.requestPlaceholderResend(message.key, message).catch((error: unknown) => {
        log('warn', 'the phone could not be asked for a message', readFailure(error).message)
      })
    }, askedAfterMs)
  }
}
