import { sql } from 'kysely'
import { alone, type Portable } from '../../domain/transfer/portable.ts'
import type { MovedSettings } from '../../domain/transfer/portions.ts'
import { asked, type Database } from '../database.ts'

/** The secrets of all programs, and the number of the last campaign. */
export function portableSettings(db: Database): Portable<MovedSettings> {
  return { dump, fill }

  async function* dump() {
    const secrets = await asked(() =>
      db.selectFrom('secrets').orderBy(sql`name collate "C"`).selectAll().execute(),
    )
    const keys = Object.fromEntries(secrets.map(({ name, value }) => [name, value]))
    yield alone({ keys, lastCampaignNumber: await lastOf(db, 'campaign_numbers', 0) })
  }

  async function fill(portions: Parameters<Portable<MovedSettings>['fill']>[0]): Promise<void> {
    for await (const { head } of portions) {
      const rows = Object.entries(head.keys).map(([name, value]) => ({ name, value }))
      if (rows.length > 0) await asked(() => db.insertInto('secrets').values(rows).execute())
      await goOnAfter(db, 'campaign_numbers', { last: head.lastCampaignNumber, first: 1 })
    }
  }
}

type Sequence = 'campaign_numbers' | 'direct_send_index'

/** The last number that a sequence gave; `none` where it has given none. */
export async function lastOf(db: Database, name: Sequence, none: number): Promise<number> {
  const query = sql<{ last_value: string; is_called: boolean }>`
    select last_value, is_called from ${sql.table(name)}
  `
  const { rows } = await asked(() => query.execute(db))
  return rows[0]?.is_called ? Number(rows[0].last_value) : none
}

/** Sets a sequence to go on after `last`, or to begin with `first`. */
export async function goOnAfter(
  db: Database,
  name: Sequence,
  { last, first }: { readonly last: number; readonly first: number },
): Promise<void> {
  const isCalled = last >= first
  const value = isCalled ? last : first
  await asked(() => sql`select setval(${name}::regclass, ${value}, ${isCalled})`.execute(db))
}
