import { copyFile, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLastSeen } from '../../../src/storage/lock/last-seen.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const HOUR_MS = 60 * 60_000
const later = () => Date.now() + 12 * HOUR_MS

async function seenIn(dir: string, { isClosed }: { readonly isClosed: boolean }) {
  const seen = await openLastSeen(dir)
  await seen.begin()
  if (isClosed) await seen.end()
}

test('knows a folder that was closed, however long ago', async () => {
  const dir = await aDataFolder()
  await seenIn(dir, { isClosed: true })
  expect((await openLastSeen(dir)).mayBeOlder).toBe(false)
  expect((await openLastSeen(dir, { now: later })).mayBeOlder).toBe(false)
})

test('knows a folder whose daemon crashed a moment ago, but not hours ago', async () => {
  const dir = await aDataFolder()
  await seenIn(dir, { isClosed: false })
  expect((await openLastSeen(dir)).mayBeOlder).toBe(false)
  expect((await openLastSeen(dir, { now: later })).mayBeOlder).toBe(true)
})

test('does not know a folder without a sign, nor a copy of one', async () => {
  const dir = await aDataFolder()
  expect((await openLastSeen(dir)).mayBeOlder).toBe(true)
  await seenIn(dir, { isClosed: true })
  const copy = join(await aDataFolder(), 'copy')
  await cp(dir, copy, { recursive: true, preserveTimestamps: true })
  expect((await openLastSeen(copy)).mayBeOlder).toBe(true)
})

test('does not know a sign that was put back, over the file or beside it', async () => {
  const dir = await aDataFolder()
  const path = join(dir, '.seen')
  const backup = join(await aDataFolder(), 'backup')
  const hoursAgo = { now: () => Date.now() - HOUR_MS }
  const before = await openLastSeen(dir, hoursAgo)
  await before.begin()
  await before.end()
  await copyFile(path, backup)
  await seenIn(dir, { isClosed: true })
  await copyFile(backup, path)
  expect((await openLastSeen(dir)).mayBeOlder).toBe(true)
  await rm(path)
  await copyFile(backup, path)
  expect((await openLastSeen(dir)).mayBeOlder).toBe(true)
})
