import type { OwnedStore } from '../store.ts'

/** A session that was ended before its token expires. */
export type RevokedSession = {
  readonly id: string
  /** ISO; the token is refused as expired from then on. */
  readonly expiresAt: string
}

export type RevokedSessions = Awaited<ReturnType<typeof createRevokedSessions>>

/** Sessions have no owner here: their ids are unguessable and looked up without one. */
const OWNER = 'sessions'
const PRUNE_INTERVAL_MS = 60 * 60_000

/** Keeps which sessions were ended, each until its token has expired anyway. */
export async function createRevokedSessions({
  store,
  now,
}: {
  readonly store: OwnedStore<RevokedSession>
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  let prunedAtMs = 0
  await prune()

  return { isRevoked, revoke }

  async function isRevoked(sessionId: string): Promise<boolean> {
    return (await store.find(OWNER, sessionId)) !== undefined
  }

  /** Durable when it resolves. */
  async function revoke(sessionId: string, expiresAt: string): Promise<void> {
    await store.save(OWNER, { id: sessionId, expiresAt })
    await prune()
  }

  async function prune(): Promise<void> {
    if (now() - prunedAtMs < PRUNE_INTERVAL_MS) return
    prunedAtMs = now()
    const all = await store.list(OWNER)
    const expired = all.filter(({ expiresAt }) => Date.parse(expiresAt) <= now())
    await Promise.all(expired.map(({ id }) => store.remove(OWNER, id)))
  }
}
