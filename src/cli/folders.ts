import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { systemCode } from './terminal/outcome.ts'

/** Where a person's settings lie: `$XDG_CONFIG_HOME`, or `~/.config`. */
export function configFolder(environment: NodeJS.ProcessEnv): string {
  const given = environment.XDG_CONFIG_HOME
  return given && isAbsolute(given) ? given : join(homedir(), '.config')
}

/**
 * Makes a folder and those above it. Not with `recursive`: Node never comes back where the system
 * answers ENOENT below a folder that is there, as it does below /proc.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await makeOneFolder(path, mode)) return
  await makeFolder(dirname(path), mode)
  await mkdir(path, mode)
}

/** Makes one folder; false where the one above it is missing. */
async function makeOneFolder(path: string, mode?: number): Promise<boolean> {
  try {
    await mkdir(path, mode)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return true
    if (systemCode(error) === 'ENOENT' && dirname(path) !== path) return false
    throw error
  }
}
