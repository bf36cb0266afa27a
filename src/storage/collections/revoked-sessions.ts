import { z } from 'zod'
import type { SessionStore } from '../../domain/accounts/session-store.ts'
import type { Damages } from '../damage/damages.ts'
import { openCollection } from './collection.ts'

const RevokedSession = z.object({ id: z.string(), expiresAt: z.iso.datetime() })

/** Sessions have no owner here: their ids are unguessable and looked up without one. */
const OWNER = 'sessions'
const PRUNE_INTERVAL_MS = 60 * 60_000

/**
 * Sessions that were ended before their time. They are deleted once their token has expired anyway.
 */
export async function openRevokedSessions({
  dir,
  damages,
  now = Date.now,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
  /** Epoch milliseconds. */
  readonly now?: () => number
}): Promise<SessionStore> {
  const records = await openCollection({
    dir,
    name: 'revoked-sessions',
    schema: RevokedSession,
    ...(damages && { damages }),
  })
  let prunedAtMs = 0
  await prune()

  return { isRevoked, revoke }

  async function isRevoked(sessionId: string): Promise<boolean> {
    return (await records.find(OWNER, sessionId)) !== undefined
  }

  async function revoke(sessionId: string, expiresAt: string): Promise<void> {
    await records.save(OWNER, { id: sessionId, expiresAt })
    await prune()
  }

  async function prune(): Promise<void> {
    if (now() - prunedAtMs < PRUNE_INTERVAL_MS) return
    prunedAtMs = now()
    const all = await records.list(OWNER)
    const expired = all.filter(({ expiresAt }) => Date.parse(expiresAt) <= now())
    await Promise.all(expired.map(({ id }) => records.remove(OWNER, id)))
  }
}
