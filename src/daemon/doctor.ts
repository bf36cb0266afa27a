import type { Config } from '../config.ts'
import type { Finding } from '../storage/inspection/finding.ts'
import { inspectFiles } from '../storage/inspection/inspect-files.ts'
import {
  inspectDaemon,
  judgeClock,
  judgeDisk,
  readDiskSpace,
} from '../storage/inspection/inspect-machine.ts'
import { inspectRecords, lastSeenMs } from '../storage/inspection/inspect-records.ts'
import { inspectRestoration } from '../storage/inspection/inspect-restoration.ts'

export type { Finding } from '../storage/inspection/finding.ts'

/** Looks at a data folder and its machine, and changes nothing; a daemon may go on meanwhile. */
export async function examine(
  { dataDir, version, whatsapp }: Pick<Config, 'dataDir' | 'version' | 'whatsapp'>,
  {
    zone,
    onFile,
    signal,
  }: {
    /** Name of the time zone from the environment. */
    readonly zone: string | undefined
    readonly onFile: (bytes: number) => void
    readonly signal: AbortSignal
  },
): Promise<readonly Finding[]> {
  const nowMs = Date.now()
  const daemon = await inspectDaemon(dataDir)
  const isRunning = daemon.code.startsWith('running')
  const { findings, fileCount, byteCount } = await inspectFiles(dataDir, { onFile, signal })
  const records = await inspectRecords(dataDir, {
    ...{ nowMs, isRunning },
    setVersion: whatsapp.version,
  })
  const found = [...(await inspectRestoration(dataDir)), ...findings, ...records]
  const about = { bytes: byteCount }
  return [
    daemon,
    ...(found.some(({ check }) => check === 'files')
      ? []
      : [{ check: 'files', code: 'files', level: 'ok', count: fileCount, about } as const]),
    judgeDisk(await readDiskSpace(dataDir)),
    judgeClock(nowMs, { seenAtMs: await lastSeenMs(dataDir), zone }),
    ...found,
    ...(found.some(({ check }) => check === 'stuck')
      ? []
      : [{ check: 'stuck', code: 'none_stuck', level: 'ok' } as const]),
    ...(found.some(({ check }) => check === 'program')
      ? []
      : [{ check: 'program', code: 'program', level: 'ok', about: { version } } as const]),
  ]
}
