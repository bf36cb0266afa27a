import { isUnfinished } from '../backup/fill-folder.ts'
import type { Finding } from './finding.ts'

/** Whether a crash has left a restoration whose files are yet to move up. */
export async function inspectRestoration(dir: string): Promise<readonly Finding[]> {
  if (!(await isUnfinished(dir))) return []
  return [{ check: 'files', code: 'restoration_unfinished', level: 'problem' }]
}
