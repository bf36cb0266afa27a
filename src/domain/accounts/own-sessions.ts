import { AppError } from '../../contract/errors.ts'
import { TOKEN_LIFETIME_SECONDS } from '../../contract/limits.ts'
import { type OpenSession, placeOf } from '../../contract/session.ts'
import { toIso } from '../clock.ts'
import { isStorageRefusal, type OwnedStore } from '../store.ts'
import type { RevokedSessions } from './revoked-sessions.ts'

/** A session that was recorded at its sign-in; those of earlier versions were not. */
export type KnownSession = {
  readonly id: string
  readonly userAgent: string
  readonly createdAt: string
  readonly expiresAt: string
}

export type KnownSessions = Pick<OwnedStore<KnownSession>, 'find' | 'list' | 'save' | 'remove'>

/**
 * Sessions recorded of one account; beyond this the oldest is forgotten, so that a program that
 * signs in each time it runs does not fill the disk.
 */
const KNOWN_AT_MOST = 100
const USER_AGENT_LENGTH = 300

/** Keeps the lists of accounts' open sessions. */
export function createOwnSessions({
  known,
  revoked,
  now,
}: {
  readonly known: KnownSessions
  readonly revoked: Pick<RevokedSessions, 'revoke'>
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  return { began, list, end, forgetAll }

  /** Records a new session. Where the disk is full, the session is valid and not listed. */
  async function began(userId: string, id: string, userAgent: string): Promise<void> {
    try {
      await note(userId, id, userAgent)
    } catch (error) {
      if (!isStorageRefusal(error)) throw error
    }
  }

  async function note(userId: string, id: string, userAgent: string): Promise<void> {
    const nowMs = now()
    const own = await known.list(userId)
    const spare = own.filter(
      (session, place) => isOver(session, nowMs) || place >= KNOWN_AT_MOST - 1,
    )
    for (const session of spare) await known.remove(userId, session.id)
    await known.save(userId, {
      id,
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
      createdAt: toIso(nowMs),
      expiresAt: toIso(nowMs + TOKEN_LIFETIME_SECONDS * 1000),
    })
  }

  /** Newest first. */
  async function list(
    userId: string,
    currentId: string | undefined,
  ): Promise<readonly OpenSession[]> {
    const nowMs = now()
    const own = await known.list(userId)
    return own
      .filter((session) => !isOver(session, nowMs))
      .map(({ id, userAgent, createdAt, expiresAt }) => ({
        ...{ id, createdAt, expiresAt },
        place: placeOf(userAgent),
        isCurrent: id === currentId,
      }))
  }

  /** @throws AppError `session_not_found` */
  async function end(userId: string, id: string): Promise<void> {
    const session = await known.find(userId, id)
    if (!session) throw new AppError('session_not_found', id)
    await revoked.revoke(id, session.expiresAt)
    await known.remove(userId, id)
  }

  /** Drops sessions from the list that have been ended in another way. */
  async function forgetAll(userId: string, keptId: string | null): Promise<void> {
    for (const { id } of await known.list(userId)) {
      if (id !== keptId) await known.remove(userId, id)
    }
  }
}

function isOver({ expiresAt }: KnownSession, nowMs: number): boolean {
  return Date.parse(expiresAt) <= nowMs
}
