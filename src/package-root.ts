import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where `bin` lies, whether this runs from the sources or from a build of them. */
export const packageDir = findPackageDir(import.meta.dirname)

/** A file of the package. */
export function packagePath(path: string): string {
  return join(packageDir, path)
}

function findPackageDir(folder: string): string {
  return existsSync(join(folder, 'bin/disparo.js')) ? folder : findPackageDir(dirname(folder))
}
