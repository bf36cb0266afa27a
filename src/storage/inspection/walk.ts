import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { namesIn } from '../files/names-in.ts'
import { isMissing } from '../files/storage-errors.ts'

export type Seen = {
  /** Below the data folder, with slashes; empty for the folder itself. */
  readonly path: string
  readonly stats: Stats
}

/** Yields a folder and everything below it; entries that vanish meanwhile are left out. */
export async function* walk(
  dir: string,
  { isLeftOut }: { readonly isLeftOut: (path: string) => boolean },
  folder = dir,
): AsyncGenerator<Seen, void> {
  const stats = await lstatIfThere(folder)
  if (!stats) return
  yield { path: relative(dir, folder), stats }
  if (!stats.isDirectory()) return
  for (const name of (await namesIn(folder)).toSorted()) {
    const path = join(folder, name)
    if (!isLeftOut(relative(dir, path))) yield* walk(dir, { isLeftOut }, path)
  }
}

async function lstatIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
