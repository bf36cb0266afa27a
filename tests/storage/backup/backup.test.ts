import { createHash } from 'node:crypto'
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZipWriter } from '@zip.js/zip.js/index-native.js'
import { beforeAll, expect, test } from 'vitest'
import { encodeManifest } from '../../../src/storage/backup/backup-file.ts'
import { restoreBackup, verifyBackup } from '../../../src/storage/backup/restore-backup.ts'
import { saveBackup } from '../../../src/storage/backup/save-backup.ts'
import { stageFolder } from '../../../src/storage/backup/staging.ts'
import { openDataDir } from '../../../src/storage/lock/data-dir.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { fillFolder, storageOf, viewOf } from '../../support/storage/lived-in-folder.ts'
import { sending } from '../../support/storage/send-ledgers.ts'

const quietly = { onProgress: () => undefined, signal: new AbortController().signal }

async function save(dir: string, path: string, meanwhile?: () => Promise<void>) {
  const staging = await stageFolder(dir)
  await meanwhile?.()
  const { signal } = quietly
  const watch = { onWrite: () => undefined, onVerify: () => undefined, signal }
  try {
    return await saveBackup({ staging, path, program: '1.2.3', ...watch })
  } finally {
    await staging.remove()
  }
}

/** A filled folder and its backup, made once: to copy them takes less than to make them. */
let original = ''

beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'disparo-'))
  await fillFolder(join(original, 'data'))
  await save(join(original, 'data'), join(original, 'copia.zip'))
  return () => rm(original, { recursive: true })
})

async function aBackup() {
  const folder = await aDataFolder()
  await cp(original, folder, { recursive: true, preserveTimestamps: true })
  const [dir, path] = [join(folder, 'data'), join(folder, 'copia.zip')]
  return { folder, dir, path, target: join(folder, 'nova') }
}

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

test('a backup that is cut off or changed anywhere is refused, and leaves nothing behind', async () => {
  const { folder, path, target } = await aBackup()
  const whole = await readFile(path)
  const places = Array.from({ length: 20 }, (_, place) => Math.floor((whole.length * place) / 20))
  for (const place of places.slice(1)) {
    await writeFile(path, whole.subarray(0, place))
    await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
      name: 'BrokenBackupError',
    })
  }
  for (const place of places) {
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ 0x55
    await writeFile(path, changed)
    // A byte that says nothing of the content, such as a date, may differ.
    const outcome = await restoreBackup({ path, dir: target, ...quietly }).then(
      () => 'whole',
      (error: Error) => error.name,
    )
    if (outcome === 'whole') {
      const storage = await storageOf(target)
      expect(storage.damages.list()).toEqual([])
      await storage.close()
      await rename(target, join(folder, `whole-${place}`))
    } else expect(outcome).toBe('BrokenBackupError')
  }
  expect((await readdir(folder)).filter((name) => !name.startsWith('whole-')).sort()).toEqual([
    'copia.zip',
    'data',
  ])
})

test('something else than a backup is told apart from a damaged one', async () => {
  const { path, target } = await aBackup()
  await writeFile(path, 'nome,telefone\n')
  await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
    reason: 'foreign',
  })
  await writeArchive(path, [['leia.txt', 'oi']])
  await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
    reason: 'foreign',
  })
})

test.each(['../fora', 'db/../../fora', '/etc/fora', '.lock', 'db//x', 'db/.', 'db\\..\\fora'])(
  'no file of a backup gets out of the folder, nor poses as one of the machine: %s',
  async (name) => {
    const { folder, path, target } = await aBackup()
    const content = 'oi'
    const sha256 = createHash('sha256').update(content).digest('hex')
    const file = { path: name, entry: 'dados/x', bytes: content.length, sha256, mtimeMs: 1 }
    const about = { program: '1', at: new Date().toISOString(), fileCount: 1 }
    const manifest = encodeManifest({ ...about, files: [file] })
    await writeArchive(path, [
      ['dados/x', content],
      ['disparo-backup.ndjson', manifest],
    ])
    await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
      reason: 'damaged',
    })
    expect((await readdir(folder)).sort()).toEqual(['copia.zip', 'data'])
  },
)

test.each([2, 300_000])(
  'a file that swells beyond the %i bytes that it promises is damaged',
  async (bytes) => {
    const { path, target } = await aBackup()
    const content = 'o'.repeat(400_000)
    const sha256 = createHash('sha256').update(content.slice(0, bytes)).digest('hex')
    const file = { path: 'db/x', entry: 'dados/x', bytes, sha256, mtimeMs: 1 }
    const about = { program: '1', at: new Date().toISOString(), fileCount: 1 }
    await writeArchive(path, [
      ['dados/x', content],
      ['disparo-backup.ndjson', encodeManifest({ ...about, files: [file] })],
    ])
    await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
      ...{ name: 'BrokenBackupError', reason: 'damaged' },
    })
  },
)

test('a backup of a newer program is refused as such', async () => {
  const { path, target } = await aBackup()
  const { crc32 } = await import('node:zlib')
  const json = JSON.stringify({ format: 'backup', version: 2 })
  const line = `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
  await writeArchive(path, [['disparo-backup.ndjson', line]])
  await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
    name: 'NewerFormatError',
  })
})

test('a backup is put only where nothing is', async () => {
  const { dir, path, target } = await aBackup()
  await expect(restoreBackup({ path, dir, ...quietly })).rejects.toMatchObject({
    name: 'TargetNotEmptyError',
  })
  await mkdir(target)
  await restoreBackup({ path, dir: target, ...quietly })
  await expect(restoreBackup({ path, dir: target, ...quietly })).rejects.toMatchObject({
    name: 'TargetNotEmptyError',
  })
})

test('a folder that cannot be replaced is filled, and a daemon in it is left alone', async () => {
  const { dir, path, target } = await aBackup()
  const wanted = await viewIn(dir)
  // A disk of its own, which brings this along, is never replaced by a rename.
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
  // What disks bring along is no data: nobody may read it.
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
  // In a container the next process mostly has the number of the one that was killed.
  await mkdir(`${target}.restaurando-${process.pid}/lixo`, { recursive: true })
  await mkdir(target)
  await restoreBackup({ path, dir: target, ...quietly })
  expect((await readdir(folder)).sort()).toEqual(['copia.zip', 'data', 'nova'])
  expect(await readdir(target)).not.toContain('lixo')
})

/** What a daemon that opens the folder, and leaves it again, finds there. */
async function viewIn(dir: string) {
  const storage = await storageOf(dir)
  const view = await viewOf(storage)
  await storage.close()
  return view
}

async function writeArchive(
  path: string,
  entries: readonly (readonly [string, string])[],
): Promise<void> {
  const file = await open(path, 'w')
  let position = 0
  const zip = new ZipWriter(
    new WritableStream<Uint8Array>({
      async write(piece) {
        await file.write(piece, 0, piece.length, position)
        position += piece.length
      },
    }),
    { useWebWorkers: false },
  )
  for (const [name, text] of entries) await zip.add(name, new Blob([text]).stream())
  await zip.close()
  await file.close()
}
