import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { saveBackup } from '../../../src/storage/backup/save-backup.ts'
import { stageFolder } from '../../../src/storage/backup/staging.ts'
import { aDataFolder } from './data-folder.ts'
import { fillFolder, storageOf, viewOf } from './lived-in-folder.ts'

export const quietly = { onProgress: () => undefined, signal: new AbortController().signal }

export async function save(dir: string, path: string, meanwhile?: () => Promise<void>) {
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

/** A filled folder and its backup for each test: made once, since copying them is faster. */
export function copiesOfABackup() {
  let original = ''

  beforeAll(async () => {
    original = await mkdtemp(join(tmpdir(), 'disparo-'))
    await fillFolder(join(original, 'data'))
    await save(join(original, 'data'), join(original, 'copia.zip'))
    return () => rm(original, { recursive: true })
  })

  return async () => {
    const folder = await aDataFolder()
    await cp(original, folder, { recursive: true, preserveTimestamps: true })
    const [dir, path] = [join(folder, 'data'), join(folder, 'copia.zip')]
    return { folder, dir, path, target: join(folder, 'nova') }
  }
}

/** What a daemon that opens and closes the folder finds there. */
export async function viewIn(dir: string) {
  const storage = await storageOf(dir)
  const view = await viewOf(storage)
  await storage.close()
  return view
}
