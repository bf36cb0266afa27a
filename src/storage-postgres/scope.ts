import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'

/** Where a store looks. */
export type Scope = {
  readonly db: Database
  /** Whose rows there are for it; everybody's where none is named. */
  readonly ownerId?: string | undefined
}

/** Leaves out what is not the scope's. */
export function isWithin({ ownerId }: Pick<Scope, 'ownerId'>, column = 'user_id') {
  const within: RawBuilder<SqlBool> =
    ownerId === undefined ? sql`true` : sql`${sql.ref(column)} = ${ownerId}`
  return within
}
