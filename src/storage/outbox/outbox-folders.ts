import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '../files/durable-file.ts'
import { makeFolder, replaceFile } from '../files/durable-write.ts'
import { isSafeName } from '../files/safe-name.ts'
import { isMissing } from '../files/storage-errors.ts'

/**
 * Folders of outboxes: named after their instance where its name is fit for a folder, else by its
 * hash, with the name in a file.
 */

const NAME_FILE = 'name'
const HASH_MARK = '~'
const HASH_LENGTH = 40

export function outboxFolder(instance: string): string {
  if (isSafeName(instance)) return instance
  return `${HASH_MARK}${createHash('sha256').update(instance).digest('hex').slice(0, HASH_LENGTH)}`
}

/**
 * Makes the folder of an instance's outbox; a hashed one gets the file with the instance's name.
 */
export async function makeOutboxFolder(folder: string, instance: string): Promise<void> {
  await makeFolder(folder)
  if (isSafeName(instance)) return
  const path = join(folder, NAME_FILE)
  if ((await readText(path)) === instance) return
  await replaceFile({
    path,
    temporaryPath: `${path}.tmp`,
    fill: async (file) => {
      await file.writeFile(instance)
    },
  })
}

/** The instances with an outbox below a user's folder. */
export async function outboxesIn(folder: string): Promise<readonly string[]> {
  const names = await foldersIn(folder)
  const instances = await Promise.all(
    names.map((name) =>
      // A crash may have come before the name was written: nothing is in such a folder.
      name.startsWith(HASH_MARK) ? readText(join(folder, name, NAME_FILE)) : name,
    ),
  )
  return instances.filter((instance) => instance !== undefined)
}

export async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
