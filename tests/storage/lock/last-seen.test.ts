import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { headerOf } from '../../../src/storage/files/file-format.ts'
import { decodeLines, encodeLines } from '../../../src/storage/files/whole-lines.ts'
import { checkLastSeen, format, openLastSeen as open } from '../../../src/storage/lock/last-seen.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const HOUR_MS = 60 * 60_000
const Sign = z.looseObject({ at: z.string(), diskAt: z.string() })
const formats = { 'last-seen': 3, contacts: 2 }
const later = () => Date.now() + 12 * HOUR_MS

/** Opens the sign as a program that knows these formats. */
const openLastSeen = (dir: string, options: { readonly now?: () => number } = {}) =>
  open(dir, { formats, ...options })

async function seenIn(dir: string, { isClosed }: { readonly isClosed: boolean }) {
  const seen = await openLastSeen(dir)
  await seen.begin()
  if (isClosed) await seen.end()
}

/** The last sign of life of a folder's daemon. */
async function signOf(dir: string) {
  return Sign.parse(decodeLines(await readFile(join(dir, '.seen')))[1])
}

async function writeSign(dir: string, sign: object): Promise<void> {
  await writeFile(join(dir, '.seen'), encodeLines([headerOf(format), sign]))
}

test('a folder that was closed is known, however long ago that was', async () => {
  const dir = await aDataFolder()
  await seenIn(dir, { isClosed: true })
  expect((await openLastSeen(dir)).mayBeOlder).toBe(false)
  expect((await openLastSeen(dir, { now: later })).mayBeOlder).toBe(false)
})

test('a folder whose daemon crashed is known a moment later, but not hours later', async () => {
  const dir = await aDataFolder()
  await seenIn(dir, { isClosed: false })
  expect((await openLastSeen(dir)).mayBeOlder).toBe(false)
  const silent = { mayBeOlder: true, isCopy: false }
  expect(await openLastSeen(dir, { now: later })).toMatchObject(silent)
})

test('a folder on a disk whose clock is another one is known', async () => {
  const dir = await aDataFolder()
  const tomorrow = { now: () => Date.now() + 24 * HOUR_MS }
  const before = await openLastSeen(dir, tomorrow)
  await before.begin()
  await before.end()
  expect((await openLastSeen(dir, tomorrow)).mayBeOlder).toBe(false)
})

test('a folder that an earlier version has closed is known', async () => {
  const dir = await aDataFolder()
  await seenIn(dir, { isClosed: true })
  const { diskAt, ...rest } = await signOf(dir)
  await writeSign(dir, { ...rest, at: diskAt })
  expect((await openLastSeen(dir)).mayBeOlder).toBe(false)
})

const putBack = { mayBeOlder: true, isCopy: true }

test('a folder without a sign is not known, nor is a copy of one', async () => {
  const dir = await aDataFolder()
  expect(await openLastSeen(dir)).toMatchObject(putBack)
  await seenIn(dir, { isClosed: true })
  const copy = join(await aDataFolder(), 'copy')
  await cp(dir, copy, { recursive: true, preserveTimestamps: true })
  expect(await openLastSeen(copy)).toMatchObject(putBack)
})

test('a sign that was put back, over the file or beside it, is not known', async () => {
  const dir = await aDataFolder()
  const path = join(dir, '.seen')
  const backup = join(await aDataFolder(), 'backup')
  await seenIn(dir, { isClosed: true })
  const hourAgo = new Date(Date.now() - HOUR_MS).toISOString()
  await writeSign(dir, { ...(await signOf(dir)), at: hourAgo, diskAt: hourAgo })
  await copyFile(path, backup)
  await seenIn(dir, { isClosed: true })
  await copyFile(backup, path)
  expect(await openLastSeen(dir)).toMatchObject(putBack)
  await rm(path)
  await copyFile(backup, path)
  expect(await openLastSeen(dir)).toMatchObject(putBack)
})

test('what a power cut left of a sign, which a copy may be of, is not known', async () => {
  const dir = await aDataFolder()
  await seenIn(dir, { isClosed: false })
  await writeFile(join(dir, '.seen'), '')
  expect(await openLastSeen(dir)).toMatchObject(putBack)
})

test('refuses a folder that a later program has used, whatever that changed in it', async () => {
  const dir = await aDataFolder()
  await seenIn(dir, { isClosed: true })
  await expect(openLastSeen(dir)).resolves.toBeDefined()
  const newer = { name: 'NewerFormatError', path: join(dir, '.seen') }
  const older = { formats: { ...formats, contacts: 1 } }
  await expect(open(dir, older)).rejects.toMatchObject(newer)
  await expect(checkLastSeen(join(dir, '.seen'), { 'last-seen': 3 })).rejects.toMatchObject(newer)
  // The refusal did not change the sign.
  expect((await openLastSeen(dir)).mayBeOlder).toBe(false)
})

test('opens a folder of a program that named no formats yet', async () => {
  const dir = await aDataFolder()
  await seenIn(dir, { isClosed: true })
  const { formats: _, ...before } = await signOf(dir)
  await writeSign(dir, before)
  await expect(openLastSeen(dir)).resolves.toBeDefined()
})
