import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that is gone when the test is over. */
export async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'disparo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The time of the disk, by which files are dated, in milliseconds. */
export async function diskNowMs(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'disparo-'))
  const { mtimeMs } = await stat(folder)
  await rm(folder, { recursive: true })
  return Math.floor(mtimeMs)
}
