import { fileURLToPath } from 'node:url'

const isBuilt = import.meta.url.includes('/dist/')

/** A file of the package, whether this runs from the sources or from `dist`. */
export function packagePath(path: string): string {
  return fileURLToPath(new URL(`${isBuilt ? '../../..' : '../..'}/${path}`, import.meta.url))
}
