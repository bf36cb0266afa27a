import type { Finding } from './finding.ts'
import { inspectFiles } from './inspect-files.ts'
import { inspectDaemon, judgeClock, judgeDisk, readDiskSpace } from './inspect-machine.ts'
import { inspectRecords, lastSeenMs } from './inspect-records.ts'
import { inspectRestoration } from './inspect-restoration.ts'

/**
 * Inspects a data folder and its machine, and changes nothing; a daemon may use the folder
 * meanwhile.
 */
export async function inspectFolder(
  dataDir: string,
  {
    version,
    setVersion,
    zone,
    nowMs,
    onFile,
    signal,
  }: {
    /** Version of the program. */
    readonly version: string
    /** WhatsApp's version as the settings name it. */
    readonly setVersion: Parameters<typeof inspectRecords>[1]['setVersion']
    /** Name of the time zone from the environment. */
    readonly zone: string | undefined
    readonly nowMs: number
    readonly onFile: (bytes: number) => void
    readonly signal: AbortSignal
  },
): Promise<readonly Finding[]> {
  const daemon = await inspectDaemon(dataDir)
  const isRunning = daemon.code.startsWith('running')
  const { findings, fileCount, byteCount } = await inspectFiles(dataDir, { onFile, signal })
  const records = await inspectRecords(dataDir, { nowMs, isRunning, setVersion })
  const about = { bytes: byteCount }
  const found = [...(await inspectRestoration(dataDir)), ...findings, ...records]
  const orSound = (sound: Finding) =>
    found.some(({ check }) => check === sound.check) ? [] : [sound]
  return [
    daemon,
    ...orSound({ check: 'files', code: 'files', level: 'ok', count: fileCount, about }),
    judgeDisk(await readDiskSpace(dataDir)),
    judgeClock(nowMs, { seenAtMs: await lastSeenMs(dataDir), zone }),
    ...found,
    ...orSound({ check: 'stuck', code: 'none_stuck', level: 'ok' }),
    ...orSound({ check: 'program', code: 'program', level: 'ok', about: { version } }),
  ]
}
