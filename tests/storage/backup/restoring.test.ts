import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreBackup } from '../../../src/storage/backup/restore-backup.ts'
import { openDataDir } from '../../../src/storage/lock/data-dir.ts'
import { copiesOfABackup, quietly, save, viewIn } from '../../support/storage/backup.ts'
import { storageOf, viewOf } from '../../support/storage/lived-in-folder.ts'

const aBackup = copiesOfABackup()

test('a restored folder holds everything that was backed up, for its owner alone', async () => {
  const { dir, path, target } = await aBackup()
  const before = await storageOf(dir)
  const wanted = await viewOf(before)
  await before.close()
  await restoreBackup({ path, dir: target, ...quietly })

  const entries = await readdir(target, { recursive: true, withFileTypes: true })
  const modes = await Promise.all(
    entries.map(async (entry) => [
      entry.isDirectory(),
      (await stat(join(entry.parentPath, entry.name))).mode & 0o777,
    ]),
  )
  expect(new Set(modes.map(String))).toEqual(new Set([`true,${0o700}`, `false,${0o600}`]))
  expect((await stat(target)).mode & 0o777).toBe(0o700)
  expect((await stat(path)).mode & 0o777).toBe(0o600)

  const storage = await storageOf(target)
  expect(await viewOf(storage)).toEqual(wanted)
  expect(storage.damages.list()).toEqual([])
  expect(storage.restored).toMatchObject({ from: expect.any(String) })
  await storage.close()
})

test('numbers of campaigns and of single messages go on some way further in a restored folder', async () => {
  const { path, target } = await aBackup()
  await restoreBackup({ path, dir: target, ...quietly })
  const storage = await storageOf(target)
  expect(await storage.settings.nextCampaignNumber()).toBeGreaterThan(1_000)
  const message = { userId: 'ana', deviceKey: 'key-1', jid: '5511@s.whatsapp.net', text: 'oi' }
  const index = await storage.directSends.record({ ...message, media: null, atMs: Date.now() })
  expect(index).toBeGreaterThan(5_000)
  await storage.close()
})

test('a folder that cannot be replaced is filled, and a daemon in it is left alone', async () => {
  const { dir, path, target } = await aBackup()
  const wanted = await viewIn(dir)
  // A disk of its own has a `lost+found`, and a rename cannot replace its root.
  await mkdir(join(target, 'lost+found'), { recursive: true })
  await mkdir(join(target, '.restaurando-1', 'db'), { recursive: true })
  const { release } = await openDataDir(target)
  await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
    ...{ name: 'DataDirError', reason: 'locked' },
  })
  await release()

  await restoreBackup({ path, dir: target, ...quietly })
  const names = await readdir(target)
  expect(names).toContain('.restored')
  expect(names.filter((name) => /^\.(?:lock|restaura(?:ndo|do))/.test(name))).toEqual([])
  expect(await viewIn(target)).toEqual(wanted)
  // `lost+found` is no data, and a backup does not read it.
  await save(target, path)
})

test('a daemon goes on with a restoration that ended while its files moved up', async () => {
  const { dir, path, target } = await aBackup()
  const wanted = await viewIn(dir)
  await mkdir(join(target, 'lost+found'), { recursive: true })
  await restoreBackup({ path, dir: target, ...quietly })
  await mkdir(join(target, '.restaurado'))
  await rename(join(target, 'db'), join(target, '.restaurado', 'db'))
  await rename(join(target, '.restored'), join(target, '.restaurado', '.restored'))
  await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
    name: 'TargetNotEmptyError',
  })

  const restored = await storageOf(target)
  expect(restored.restored).toMatchObject({ from: expect.any(String) })
  expect(await viewOf(restored)).toEqual(wanted)
  expect(await readdir(target)).not.toContain('.restaurado')
  await restored.close()
})
