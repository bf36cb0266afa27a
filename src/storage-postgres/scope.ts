import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'

/** Where a store looks. */
export type Scope = {
  readonly db: Database
  /** The account whose rows the store finds; without one it finds those of all accounts. */
  readonly ownerId?: string | undefined
}

/** Leaves out rows outside of the scope. */
export function isWithin({ ownerId }: Pick<Scope, 'ownerId'>, column = 'user_id') {
  const within: RawBuilder<SqlBool> =
    ownerId === undefined ? sql`true` : sql`${sql.ref(column)} = ${ownerId}`
  return within
}
