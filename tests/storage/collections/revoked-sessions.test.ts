import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRevokedSessions } from '../../../src/storage/collections/revoked-sessions.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const HOUR_MS = 60 * 60_000
const iso = (ms: number) => new Date(ms).toISOString()

test('refuses an ended session, also after a restart', async () => {
  const dir = await aDataFolder()
  const sessions = await openRevokedSessions({ dir })
  await sessions.revoke('a', iso(Date.now() + HOUR_MS))
  expect(await sessions.isRevoked('a')).toBe(true)
  expect(await sessions.isRevoked('b')).toBe(false)
  expect(await (await openRevokedSessions({ dir })).isRevoked('a')).toBe(true)
})

test('forgets sessions whose token is too old anyway', async () => {
  const dir = await aDataFolder()
  let nowMs = Date.parse('2026-11-21T13:00:00.000Z')
  const sessions = await openRevokedSessions({ dir, now: () => nowMs })
  await sessions.revoke('short', iso(nowMs + HOUR_MS))
  await sessions.revoke('long', iso(nowMs + 100 * HOUR_MS))
  nowMs += 2 * HOUR_MS
  await sessions.revoke('later', iso(nowMs + 100 * HOUR_MS))
  expect(await sessions.isRevoked('long')).toBe(true)
  const text = await readFile(join(dir, 'db', 'revoked-sessions', '1.json'), 'utf8')
  expect(text).not.toContain('short')
})
