import { sql } from 'kysely'
import { z } from 'zod'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import type { MovedList } from '../../domain/transfer/portions.ts'
import { type ContactCells, toContact } from '../contacts/contact-rows.ts'
import { createDrafts } from '../contacts/drafts.ts'
import { asked, type Database } from '../database.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'

type ListRow = {
  readonly user_id: string
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly content: string
  readonly total: string
  readonly field_names: string
  readonly removed_at: Date | null
}

/** Contact lists with their contacts, including removed lists that can still be brought back. */
export function portableLists(db: Database): Portable<MovedList, StoredContact> {
  const drafts = createDrafts(db)
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      const lists = sql<ListRow>`
        select user_id, id, name, created_at, content, total, field_names, removed_at
        from contact_lists order by user_id collate "C", position
      `
      for await (const rows of rowsOf(tx, lists)) {
        for (const row of rows) yield { head: toHead(row), rows: contactsOf(tx, row) }
      }
    })
  }

  async function fill(portions: AsyncIterable<Portion<MovedList, StoredContact>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const input = { contacts: rows, onDuplicate: 'keep' as const }
      const { content, lastPlace } = await drafts.fill(head.userId, input, head.total)
      await asked(() =>
        db
          .updateTable('contact_contents')
          .set({ is_used: true })
          .where('content', '=', content)
          .execute(),
      )
      const row = { ...toRow(head), content, last_place: lastPlace }
      await asked(() => db.insertInto('contact_lists').values(row).execute())
      await setRemoval(head)
    }
  }

  async function setRemoval({ userId, id, removedAt }: MovedList): Promise<void> {
    if (removedAt === null) return
    await asked(() =>
      db
        .updateTable('contact_lists')
        .set({ removed_at: new Date(removedAt) })
        .where((list) => list.and({ user_id: userId, id }))
        .execute(),
    )
  }
}

async function* contactsOf(
  tx: Reading,
  { content }: ListRow,
): AsyncGenerator<readonly StoredContact[]> {
  const contacts = sql<ContactCells>`
    select phone, name, headers, cells, created_at, origin from contacts
    where content = ${sql.lit(content)}::bigint and until is null order by place
  `
  for await (const rows of rowsOf(tx, contacts)) yield rows.map(toContact)
}

function toHead(row: ListRow): MovedList {
  return {
    ...{ userId: row.user_id, id: row.id, createdAt: row.created_at, total: Number(row.total) },
    name: z.string().parse(JSON.parse(row.name)),
    fieldNames: z.array(z.string()).parse(JSON.parse(row.field_names)),
    removedAt: row.removed_at?.toISOString() ?? null,
  }
}

function toRow({ userId, id, name, createdAt, total, fieldNames }: MovedList) {
  return {
    ...{ user_id: userId, id, name: JSON.stringify(name), created_at: createdAt, total },
    field_names: JSON.stringify(fieldNames),
  }
}
