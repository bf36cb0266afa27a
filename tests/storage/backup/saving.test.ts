import {
  appendFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreBackup, verifyBackup } from '../../../src/storage/backup/restore-backup.ts'
import { saveBackup } from '../../../src/storage/backup/save-backup.ts'
import { stageFolder } from '../../../src/storage/backup/staging.ts'
import { openDataDir } from '../../../src/storage/lock/data-dir.ts'
import { copiesOfABackup, quietly, save, viewIn } from '../../support/storage/backup.ts'
import { storageOf, viewOf } from '../../support/storage/lived-in-folder.ts'
import { sending } from '../../support/storage/send-ledgers.ts'

const aBackup = copiesOfABackup()

test('what is appended, replaced and deleted while a backup is written changes nothing of it', async () => {
  const { folder, dir, target } = await aBackup()
  const storage = await storageOf(dir)
  const wanted = await viewOf(storage)
  const path = join(folder, 'outra.zip')
  await save(dir, path, async () => {
    const ledger = await storage.ledgers.open('7')
    for (const index of [3, 4, 5]) {
      await ledger.record(sending(index))
    }
    await ledger.compact()
    storage.ledgers.release('7')
    await storage.ledgers.remove('7')
    for (const { userId, record } of await storage.campaigns.listAll()) {
      await storage.campaigns.whole.remove(userId, record.id)
    }
    const [upload] = await storage.uploads.list('ana')
    await storage.uploads.remove('ana', upload?.name ?? '')
    await storage.lists.replace('ana', 'list-1', { name: 'Novos', contacts: [] })
  })
  await storage.close()
  await restoreBackup({ path, dir: target, ...quietly })
  const restored = await storageOf(target)
  expect(await viewOf(restored)).toEqual(wanted)
  await restored.close()
})

test('a list whose refused import is undone while it is read is taken as it then is', async () => {
  const { folder, dir, target } = await aBackup()
  const list = join(dir, 'lists', 'list-1.1.ndjson')
  const whole = await readFile(list)
  await appendFile(list, Buffer.alloc(900_000, 'x'))
  const path = join(folder, 'outra.zip')
  const saved = await save(dir, path, () => truncate(list, whole.length))
  expect(saved.files.find((file) => file.path === 'lists/list-1.1.ndjson')).toMatchObject({
    entry: 'dados/lists/list-1.1.ndjson~2',
    bytes: whole.length,
  })
  await restoreBackup({ path, dir: target, ...quietly })
  expect(await readFile(join(target, 'lists', 'list-1.1.ndjson'))).toEqual(whole)
})

test('a ledger that is being made, or that a crash left half made, keeps no backup from its end', async () => {
  const { folder, dir, target } = await aBackup()
  await writeFile(join(dir, 'sends', '99.0.ndjson'), 'x')
  const path = join(folder, 'outra.zip')
  await save(dir, path)
  await restoreBackup({ path, dir: target, ...quietly })
  expect((await readdir(join(target, 'sends'))).filter((name) => name.startsWith('99.'))).toEqual(
    [],
  )
})

test('neither lock nor signs of life, nor what is under way or was put aside for nobody, is in a backup', async () => {
  const { dir, path } = await aBackup()
  await mkdir(join(dir, 'strays', '2026-01-01'), { recursive: true })
  await writeFile(join(dir, 'strays', '2026-01-01', 'x'), 'x')
  await writeFile(join(dir, 'tmp', 'x'), 'x')
  await writeFile(join(dir, 'db', 'settings.json.1.tmp'), 'x')
  await save(dir, path)
  const { files } = await verifyBackup(path, quietly)
  const folders = new Set(files.map((file) => file.path.split('/')[0]))
  expect([...folders].sort()).toEqual([
    'db',
    'direct',
    'last-messages',
    'lists',
    'messages',
    'opt-outs',
    'outbox',
    'sends',
    'uploads',
  ])
  expect(files.filter((file) => file.path.endsWith('.tmp'))).toEqual([])
  expect(await readdir(join(dir, 'tmp'))).toEqual(['x'])
})

test('a backup of a folder whose restoration ended while its files moved up has all of them', async () => {
  const { folder, dir, path, target } = await aBackup()
  const wanted = await viewIn(dir)
  await mkdir(join(target, 'lost+found'), { recursive: true })
  await restoreBackup({ path, dir: target, ...quietly })
  await mkdir(join(target, '.restaurado'))
  await rename(join(target, 'sends'), join(target, '.restaurado', 'sends'))

  const { release } = await openDataDir(target)
  await expect(stageFolder(target)).rejects.toMatchObject({ reason: 'locked' })
  await release()
  await save(target, path)
  const again = join(folder, 'outra')
  await restoreBackup({ path, dir: again, ...quietly })
  expect(await viewIn(again)).toEqual(wanted)
})

test('a backup of a folder that no daemon has opened since its own restoration is as old as that', async () => {
  const { folder, path, target } = await aBackup()
  const { at, files } = await restoreBackup({ path, dir: target, ...quietly })
  await save(target, path)
  const again = await restoreBackup({ path, dir: join(folder, 'outra'), ...quietly })
  expect(again.at).toBe(at)
  expect(again.files).toHaveLength(files.length)
  const storage = await storageOf(join(folder, 'outra'))
  expect(storage.restored).toMatchObject({ from: at })
  await storage.close()
})

test('an older backup stays where the new one, read again from the disk, is not what was written', async () => {
  const { folder, dir, path } = await aBackup()
  const old = await readFile(path)
  const staging = await stageFolder(dir)
  const spoil = async () => {
    const draft = (await readdir(folder)).find((name) => name.includes('.parcial-')) ?? ''
    const file = await open(join(folder, draft), 'r+')
    await file.write(Buffer.alloc(64), 0, 64, 4_000)
    await file.close()
  }
  let spoilt: Promise<void> | undefined
  const saving = saveBackup({
    ...{ staging, path, program: '1.2.3', signal: quietly.signal },
    onWrite: ({ bytes, totalBytes }) => {
      if (bytes === totalBytes) spoilt = spoil()
    },
    onVerify: () => undefined,
  })
  await expect(saving).rejects.toMatchObject({ name: 'BrokenBackupError', reason: 'damaged' })
  await spoilt
  await staging.remove()
  expect(await readFile(path)).toEqual(old)
  expect((await readdir(folder)).sort()).toEqual(['copia.zip', 'data'])
})

test('what killed backups and restorations left is removed by the next, of those that run nothing', async () => {
  const { folder, dir, path, target } = await aBackup()
  const dead = String(2 ** 22 + 1)
  await writeFile(`${path}.parcial-${dead}`, 'x')
  await mkdir(`${target}.restaurando-${dead}`)
  await mkdir(join(dir, 'tmp', `backup-${dead}-1`, 'files'), { recursive: true })
  const running = await stageFolder(dir)
  await save(dir, path)
  expect((await readdir(join(dir, 'tmp'))).length).toBe(1)
  await running.remove()
  await mkdir(join(dir, 'tmp', `backup-${dead}-1`, 'files'), { recursive: true })
  await (await storageOf(dir)).close()
  expect(await readdir(join(dir, 'tmp'))).toEqual([])
  // In a container the next process mostly has the pid of the one that was killed.
  await mkdir(`${target}.restaurando-${process.pid}/lixo`, { recursive: true })
  await mkdir(target)
  await restoreBackup({ path, dir: target, ...quietly })
  expect((await readdir(folder)).sort()).toEqual(['copia.zip', 'data', 'nova'])
  expect(await readdir(target)).not.toContain('lixo')
})
