import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { ContactList } from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import { createSerial } from '../../domain/serial.ts'
import { asked, type Database, inTransaction } from '../database.ts'
import type { Tables } from '../tables.ts'
import { toColumn } from '../texts.ts'

/** A list without its contacts. */
export type ListHead = ContactList & {
  readonly userId: string
  /** Names the rows that belong to the list; a list that is replaced gets others. */
  readonly content: string
  /** Changes when existing contacts change or go; a cursor is good for one generation. */
  readonly generation: number
  /**
   * Changes with the list. Each contact's row names the versions from which and up to which it
   * counts.
   */
  readonly version: number
  /** Place of the contact that was added last. */
  readonly lastPlace: number
  readonly fieldNames: readonly string[]
}

type HeadRow = {
  readonly user_id: string
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly content: string
  readonly generation: string
  readonly version: string
  readonly last_place: string
  readonly total: string
  readonly field_names: string
}

const headColumns = [
  ...(['user_id', 'id', 'name', 'created_at', 'content', 'generation'] as const),
  ...(['version', 'last_place', 'total', 'field_names'] as const),
] as const

/**
 * Pause between two attempts to lock a list: another program may hold it long, for a million rows.
 */
const LOCKED_POLL_MS = 25
const FieldNames = z.array(z.string())

export type ListHeads = ReturnType<typeof createListHeads>

/** Finds lists, and runs the changes of one list one at a time, whichever program makes them. */
export function createListHeads(db: Database) {
  const serially = createSerial()
  const shown = () =>
    db.selectFrom('contact_lists').where('removed_at', 'is', null).select(headColumns)

  return { find, get, list, change }

  async function find(userId: string, id: string): Promise<ListHead | undefined> {
    const query = shown().where((list) => list.and({ user_id: userId, id: toColumn(id) }))
    const row = await asked(() => query.executeTakeFirst())
    return row && toHead(row)
  }

  /** @throws AppError `list_not_found` */
  async function get(userId: string, id: string): Promise<ListHead> {
    const head = await find(userId, id)
    if (!head) throw new AppError('list_not_found', id)
    return head
  }

  /** Newest first. */
  async function list(userId: string): Promise<readonly ListHead[]> {
    const query = shown().where('user_id', '=', userId).orderBy('position', 'desc')
    return (await asked(() => query.execute())).map(toHead)
  }

  /**
   * Runs `work` in one transaction while nobody else changes the list. Tries the lock again and
   * again instead of waiting for it: a waiting query would end at its time limit.
   * @throws AppError `list_not_found`
   */
  async function change<Result>(
    userId: string,
    id: string,
    work: (tx: Transaction<Tables>, head: ListHead) => Promise<Result>,
  ): Promise<Result> {
    return serially(JSON.stringify([userId, id]), async () => {
      for (;;) {
        const done = await inTransaction(db, async (tx) => {
          const row = await tx
            .selectFrom('contact_lists')
            .where((list) => list.and({ user_id: userId, id: toColumn(id) }))
            .where('removed_at', 'is', null)
            .select(headColumns)
            .forUpdate()
            .skipLocked()
            .executeTakeFirst()
          return row && { result: await work(tx, toHead(row)) }
        })
        if (done) return done.result
        await get(userId, id)
        await delay(LOCKED_POLL_MS)
      }
    })
  }
}

/** Writes the fields of a list that change with its contacts. */
export async function updateHead(
  tx: Transaction<Tables>,
  { userId, id }: Pick<ListHead, 'userId' | 'id'>,
  { fieldNames, name, lastPlace, ...same }: Partial<Omit<ListHead, 'userId' | 'id' | 'createdAt'>>,
): Promise<void> {
  await tx
    .updateTable('contact_lists')
    .set({
      ...same,
      ...(lastPlace !== undefined && { last_place: lastPlace }),
      ...(fieldNames && { field_names: JSON.stringify(fieldNames) }),
      ...(name !== undefined && { name: JSON.stringify(name) }),
    })
    .where((list) => list.and({ user_id: userId, id }))
    .execute()
}

export function toList({ id, name, createdAt, total }: ListHead): ContactList {
  return { id, name, createdAt, total }
}

function toHead(row: HeadRow): ListHead {
  return {
    ...{ userId: row.user_id, id: row.id, createdAt: row.created_at, content: row.content },
    name: z.string().parse(JSON.parse(row.name)),
    ...{ generation: Number(row.generation), version: Number(row.version) },
    ...{ lastPlace: Number(row.last_place), total: Number(row.total) },
    fieldNames: FieldNames.parse(JSON.parse(row.field_names)),
  }
}
