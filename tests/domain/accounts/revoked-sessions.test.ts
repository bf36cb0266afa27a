import { expect, test } from 'vitest'
import {
  createRevokedSessions,
  type RevokedSession,
} from '../../../src/domain/accounts/revoked-sessions.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const HOUR_MS = 60 * 60_000
const iso = (ms: number) => new Date(ms).toISOString()

test('an ended session is refused, also after a restart', async () => {
  const needs = { store: createMemoryStore<RevokedSession>(), now: Date.now }
  const sessions = await createRevokedSessions(needs)
  await sessions.revoke('a', iso(Date.now() + HOUR_MS))
  expect(await sessions.isRevoked('a')).toBe(true)
  expect(await sessions.isRevoked('b')).toBe(false)
  expect(await (await createRevokedSessions(needs)).isRevoked('a')).toBe(true)
})

test('a session whose token is too old anyway is forgotten', async () => {
  const store = createMemoryStore<RevokedSession>()
  let nowMs = Date.parse('2026-11-21T13:00:00.000Z')
  const sessions = await createRevokedSessions({ store, now: () => nowMs })
  await sessions.revoke('short', iso(nowMs + HOUR_MS))
  await sessions.revoke('long', iso(nowMs + 100 * HOUR_MS))
  nowMs += 2 * HOUR_MS
  await sessions.revoke('later', iso(nowMs + 100 * HOUR_MS))
  expect(await sessions.isRevoked('long')).toBe(true)
  const kept = (await store.listAll()).map(({ record }) => record.id)
  expect(kept.sort()).toEqual(['later', 'long'])
})
