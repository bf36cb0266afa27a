import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { asked, type Database } from './database.ts'

/** Secrets that all programs share, and the numbers of campaigns. */
export function openSettings(db: Database) {
  return { key, nextCampaignNumber }

  /** Returns random bytes, made at the first call of any program and the same from then on. */
  async function key(name: string, byteCount: number): Promise<Uint8Array> {
    return asked(async () => {
      const value = randomBytes(byteCount).toString('base64')
      await db
        .insertInto('secrets')
        .values({ name, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const query = db.selectFrom('secrets').where('name', '=', name).select('value')
      return Buffer.from((await query.executeTakeFirstOrThrow()).value, 'base64')
    })
  }

  /** Counts from 1. A number is never handed out twice; one may be left out. */
  async function nextCampaignNumber(): Promise<number> {
    return asked(async () => {
      const next = sql<{ number: string }>`select nextval('campaign_numbers') as number`
      const { rows } = await next.execute(db)
      return Number(rows[0]?.number)
    })
  }
}
