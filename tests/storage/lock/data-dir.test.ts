import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDataDir } from '../../../src/storage/lock/data-dir.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { startStorageChild } from '../../support/storage/storage-child.ts'

const lockOf = (dir: string) => join(dir, '.lock')

async function ownIdentity(dir: string) {
  const data = await openDataDir(dir)
  const identity = JSON.parse(await readFile(lockOf(dir), 'utf8'))
  await data.release()
  return identity
}

test('makes the folder for its own account only, whatever the umask', async () => {
  const dir = join(await aDataFolder(), 'a', 'b')
  const before = process.umask(0o777)
  try {
    const data = await openDataDir(dir)
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
    expect((await stat(lockOf(dir))).mode & 0o777).toBe(0o600)
    expect(await data.canWrite()).toBe(true)
    await data.release()
  } finally {
    process.umask(before)
  }
})

test('lets a second daemon in only after the first has gone, and names the first', async () => {
  const dir = await aDataFolder()
  const first = await openDataDir(dir)
  await expect(openDataDir(dir)).rejects.toMatchObject({ reason: 'locked', pid: process.pid })
  const child = startStorageChild(['lock', dir])
  expect(await child.heard('refused')).toEqual(['refused', 'locked', String(process.pid)])
  await first.release()
  const second = await openDataDir(dir)
  await second.release()
})

test('takes over the lock of a daemon that was killed', async () => {
  const dir = await aDataFolder()
  const child = startStorageChild(['lock', dir])
  const [, pid] = await child.heard('ready')
  await expect(openDataDir(dir)).rejects.toMatchObject({ reason: 'locked', pid: Number(pid) })
  await child.kill()
  const data = await openDataDir(dir)
  await data.release()
})

test('lets only one of many daemons take an abandoned lock over', async () => {
  const dir = await aDataFolder()
  const gone = { ...(await ownIdentity(dir)), pid: 2 ** 22 - 1 }
  await writeFile(lockOf(dir), JSON.stringify(gone))
  const children = [1, 2, 3, 4].map(() => startStorageChild(['lock', dir]))
  const words = await Promise.all(
    children.map((child) => Promise.race([child.heard('ready'), child.heard('refused')])),
  )
  expect(words.map(([word]) => word).sort()).toEqual(['ready', 'refused', 'refused', 'refused'])
})

test('takes a lock over whose last taker was killed while it did', async () => {
  const dir = await aDataFolder()
  const self = await ownIdentity(dir)
  const gone = JSON.stringify({ ...self, pid: 2 ** 22 - 1 })
  await writeFile(lockOf(dir), gone)
  const claim = `${lockOf(dir)}.${createHash('sha256').update(gone).digest('hex').slice(0, 16)}`
  await writeFile(claim, JSON.stringify({ ...self, pid: 2 ** 22 - 2 }))
  const data = await openDataDir(dir)
  expect(JSON.parse(await readFile(lockOf(dir), 'utf8'))).toEqual(self)
  await data.release()
  expect(await readdir(dir)).toEqual([])
})

test.each([
  ['whose number another process has now', { startTicks: 1 }],
  ['of before a restart of the machine', { bootId: 'another boot', pid: 1 }],
])('takes over the lock of a process %s', async (_, change) => {
  const dir = await aDataFolder()
  await writeFile(lockOf(dir), JSON.stringify({ ...(await ownIdentity(dir)), ...change }))
  const data = await openDataDir(dir)
  await data.release()
})

test.each(['', '{"pid":'])('takes over a lock that was never written whole (%j)', async (text) => {
  const dir = await aDataFolder()
  await writeFile(lockOf(dir), text)
  const data = await openDataDir(dir)
  await data.release()
})

test('leaves the lock of another container alone while its heart beats', async () => {
  const dir = await aDataFolder()
  const other = { ...(await ownIdentity(dir)), hostname: `not-${hostname()}`, pid: 1 }
  await writeFile(lockOf(dir), JSON.stringify(other))
  let beats = 0
  const beating = setInterval(() => {
    beats += 1
    void utimes(lockOf(dir), new Date(), new Date(1_000_000 * beats))
  }, 50)
  try {
    await expect(openDataDir(dir, { silenceMs: 5_000 })).rejects.toMatchObject({
      reason: 'locked',
      pid: 1,
    })
  } finally {
    clearInterval(beating)
  }
  const data = await openDataDir(dir, { silenceMs: 300 })
  await data.release()
})

test('says what is wrong with a folder that cannot be one', async () => {
  const dir = await aDataFolder()
  const file = join(dir, 'file')
  await writeFile(file, '')
  await expect(openDataDir(file)).rejects.toMatchObject({ reason: 'not_a_folder' })
  await expect(openDataDir(join(file, 'below'))).rejects.toMatchObject({ reason: 'not_a_folder' })
  await symlink(join(dir, 'nowhere'), join(dir, 'dangling'))
  await expect(openDataDir(join(dir, 'dangling', 'data'))).rejects.toMatchObject({
    name: 'DataDirError',
  })
})

test('notices that nothing can be written any more', async () => {
  const dir = await aDataFolder()
  const data = await openDataDir(dir)
  await mkdir(join(dir, '.probe'))
  expect(await data.canWrite()).toBe(false)
  await data.release()
})
