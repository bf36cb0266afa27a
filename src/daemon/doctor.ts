import type { Config } from '../config.ts'
import type { Finding } from '../storage/inspection/finding.ts'
import { inspectFolder } from '../storage/inspection/inspect-folder.ts'
import { clock } from './clock.ts'

export type { Finding } from '../storage/inspection/finding.ts'

/** Looks at a data folder and its machine, and changes nothing; a daemon may go on meanwhile. */
export function examine(
  { dataDir, version, whatsapp }: Pick<Config, 'dataDir' | 'version' | 'whatsapp'>,
  needs: Pick<Parameters<typeof inspectFolder>[1], 'onFile' | 'signal' | 'zone'>,
): Promise<readonly Finding[]> {
  const setVersion = whatsapp.version
  return inspectFolder(dataDir, { ...needs, version, setVersion, nowMs: clock.now() })
}
