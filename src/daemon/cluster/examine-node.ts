import type { Config } from '../../config.ts'
import { AppError } from '../../contract/errors.ts'
import type { Finding } from '../../storage/inspection/finding.ts'
import {
  inspectDaemon,
  judgeClock,
  judgeDisk,
  readDiskSpace,
} from '../../storage/inspection/inspect-machine.ts'
import { readCluster } from '../nodes.ts'
import { TransferError } from '../transfer/transfer-error.ts'

/**
 * Looks at what a node stands on, its machine and the database, and changes nothing. What is kept in
 * the database is the database's to look after.
 */
export async function examineNode(
  { dataDir, version }: Pick<Config, 'dataDir' | 'version'>,
  { databaseUrl, zone }: { readonly databaseUrl: string; readonly zone: string | undefined },
): Promise<readonly Finding[]> {
  const { finding, seenAtMs } = await inspectDatabase(databaseUrl)
  return [
    await inspectDaemon(dataDir),
    finding,
    judgeDisk(await readDiskSpace(dataDir)),
    judgeClock(Date.now(), { seenAtMs, zone }),
    { check: 'program', code: 'program_of_node', level: 'ok', about: { version } },
  ]
}

/** Examines the database; also returns the last sign of a node, by the database's clock. */
async function inspectDatabase(
  url: string,
): Promise<{ readonly finding: Finding; readonly seenAtMs: number | null }> {
  try {
    const { nodes } = await readCluster(url)
    const signs = nodes.map(({ seenAt }) => Date.parse(seenAt))
    const count = nodes.filter(({ isAlive }) => isAlive).length
    return {
      finding: { check: 'database', code: 'database', level: 'ok', count },
      seenAtMs: signs.length === 0 ? null : Math.max(...signs),
    }
  } catch (error) {
    const code = troubleOf(error)
    if (code === undefined) throw error
    return { finding: { check: 'database', code, level: 'problem' }, seenAtMs: null }
  }
}

function troubleOf(error: unknown): string | undefined {
  if (error instanceof TransferError) return error.problem
  if (error instanceof AppError && error.code === 'storage_unavailable') return 'database_away'
  if (error instanceof AppError && error.code === 'newer_format') return 'database_newer'
  return undefined
}
