import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ZipWriter } from '@zip.js/zip.js/index-native.js'
import { expect, test } from 'vitest'
import { encodeManifest } from '../../../src/storage/backup/backup-file.ts'
import { restoreBackup } from '../../../src/storage/backup/restore-backup.ts'
import { copiesOfABackup, quietly } from '../../support/storage/backup.ts'
import { storageOf } from '../../support/storage/lived-in-folder.ts'

const aBackup = copiesOfABackup()

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
