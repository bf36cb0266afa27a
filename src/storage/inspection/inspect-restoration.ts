import { isUnfinished } from '../backup/fill-folder.ts'
import type { Finding } from './finding.ts'

/** Finds a restoration that a crash cut off before its files had moved up. */
export async function inspectRestoration(dir: string): Promise<readonly Finding[]> {
  if (!(await isUnfinished(dir))) return []
  return [{ check: 'files', code: 'restoration_unfinished', level: 'problem' }]
}
