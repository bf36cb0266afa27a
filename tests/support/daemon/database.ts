import { dropDatabase, ownDatabaseUrl } from '../storage/postgres.ts'

export type OwnDatabase = {
  readonly url: string
  close(): Promise<void>
}

/** An empty database of its own for one daemon, which outlives the daemon's restarts. */
export async function aDatabase(): Promise<OwnDatabase> {
  const url = await ownDatabaseUrl()
  return { url, close: () => dropDatabase(url) }
}
