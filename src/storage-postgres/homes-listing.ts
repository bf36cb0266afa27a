import { sql } from 'kysely'
import { asked, type Database } from './database.ts'

/** An account, and the node that is its home. */
export type ListedHome = {
  readonly userId: string
  readonly email: string
  /** Null where it has no home at the moment. */
  readonly nodeId: string | null
  readonly deviceCount: number
}

type Row = {
  readonly user_id: string
  readonly body: object
  readonly node_id: string | null
  readonly device_count: string
}

/** All accounts by their e-mail, with the number of their devices. */
export async function listHomes(db: Database): Promise<readonly ListedHome[]> {
  const { rows } = await asked(() =>
    sql<Row>`
      select account.user_id, account.body, node.id as node_id,
        coalesce(device.count, 0) as device_count
      from records account
      left join leases lease on lease.user_id = account.user_id
      left join nodes node on node.term = lease.term and node.until > clock_timestamp()
      left join (
        select user_id, count(*) as count from records where kind = 'devices' group by user_id
      ) device on device.user_id = account.user_id
      where account.kind = 'users'
    `.execute(db),
  )
  return rows
    .map((row) => ({
      ...{ userId: row.user_id, email: emailOf(row.body), nodeId: row.node_id },
      deviceCount: Number(row.device_count),
    }))
    .sort((one, other) => one.email.localeCompare(other.email))
}

function emailOf(body: object): string {
  return 'email' in body && typeof body.email === 'string' ? body.email : ''
}
