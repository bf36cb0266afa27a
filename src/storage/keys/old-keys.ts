import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the folders that keys of a device were put aside in, which bear its name and a reason. */
export async function removeOldKeys(authDir: string, deviceKey: string): Promise<void> {
  const names = (await readdir(authDir)).filter((name) => name.startsWith(`${deviceKey}.`))
  for (const name of names) await rm(join(authDir, name), { recursive: true, force: true })
}
