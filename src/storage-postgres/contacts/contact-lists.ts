import { sql, type Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { REMOVED_KEPT_MS } from '../../domain/bin.ts'
import type { Clock } from '../../domain/clock.ts'
import type {
  AppendInput,
  AppendResult,
  ContactListStore,
  ReadOptions,
  StoredContact,
} from '../../domain/contacts/contact-list-store.ts'
import type { ContactLists } from '../../domain/contacts/contact-lists.ts'
import { isFound } from '../../domain/contacts/contact-search.ts'
import { asked, type Database, inTransaction, ownWork } from '../database.ts'
import type { Tables } from '../tables.ts'
import { toColumn } from '../texts.ts'
import { createDrafts, type Draft, requireDraft } from './drafts.ts'
import { amendRows, mergeDraft, replaceAll } from './list-changes.ts'
import { createListHeads, toList } from './list-heads.ts'
import { createListViews, createViewOrders, type ViewOrders } from './list-views.ts'
import { checkKept, readWindows, SEARCHED_ROWS, WINDOW_ROWS } from './list-windows.ts'
import { createListedPeople } from './listed-people.ts'
import { createPhoneCounts } from './phone-counts.ts'

type NewList = Parameters<ContactListStore['create']>[1]

const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/
const nobody: AppendInput = { contacts: [], onDuplicate: 'keep' }

/**
 * Keeps contact lists: a row for each list, and a row for each contact. A changed contact gets
 * another row, and a replaced list gets all rows anew, so that a reader goes on with what it began
 * with.
 */
export function openContactListRows({
  db,
  clock,
  maxContacts = Number.POSITIVE_INFINITY,
  maxLists = Number.POSITIVE_INFINITY,
  orders = createViewOrders(),
  onFault,
}: {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  /** How many contacts a list may have. */
  readonly maxContacts?: number
  /** How many lists a user may have. */
  readonly maxLists?: number
  readonly orders?: ViewOrders
  /** Called when a recount in the background failed; a later question counts again. */
  readonly onFault: (error: unknown) => void
}): ContactLists & { close(): Promise<void> } {
  const heads = createListHeads(db)
  const drafts = createDrafts(db)
  const counts = createPhoneCounts({ db, heads, onFault })

  return {
    create,
    find: async (userId, id) => {
      const head = await heads.find(userId, id)
      return head && toList(head)
    },
    list: async (userId) => (await heads.list(userId)).map(toList),
    append,
    replace: (userId, id, input) =>
      heads.change(userId, id, (tx, head) => replaceAll({ tx, head }, input, maxContacts)),
    read,
    ...createListViews({ db, heads, orders }),
    amend: (userId, id, phones, decide) =>
      heads.change(userId, id, (tx, head) => amendRows({ tx, head }, phones, decide)),
    remove,
    restore,
    removeAll,
    fieldNames: async (userId, id) => (await heads.get(userId, id)).fieldNames,
    countDistinctPhones: counts.count,
    ...createListedPeople({ db, heads }),
    phonesHeld: async () => 0,
    /** Waits for the recounts that run in the background. */
    close: counts.settled,
  }

  async function create(
    userId: string,
    list: NewList,
    input: AppendInput = nobody,
  ): Promise<AppendResult> {
    if (!ID_PATTERN.test(list.id)) throw new RangeError('an unusual id of a list')
    if ((await heads.list(userId)).length >= maxLists) throw quotaReached()
    const draft = await drafts.fill(userId, input, maxContacts)
    try {
      await inTransaction(db, (tx) => show(tx, userId, list, draft))
    } catch (error) {
      await drafts.discard(userId, draft.content).catch(() => undefined)
      throw error
    }
    const known = draft.givenCount - draft.size
    const counted = { added: draft.size, total: draft.size }
    return input.onDuplicate === 'update'
      ? { ...counted, updated: known, duplicates: 0 }
      : { ...counted, updated: 0, duplicates: known }
  }

  /** Makes a list of a draft, unless the user has as many as they may. */
  async function show(
    tx: Transaction<Tables>,
    userId: string,
    { id, name, createdAt }: NewList,
    { content, size, lastPlace, fieldNames }: Draft,
  ): Promise<void> {
    const lock = JSON.stringify(['contact_lists', userId])
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx)
    const { count } = await tx
      .selectFrom('contact_lists')
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    ownWork(() => {
      if (Number(count) >= maxLists) throw quotaReached()
    })
    await requireDraft(tx, userId, { content })
    await tx
      .updateTable('contact_contents')
      .set({ is_used: true })
      .where((row) => row.and({ user_id: userId, content }))
      .execute()
    await tx
      .insertInto('contact_lists')
      .values({
        ...{ user_id: userId, id, name: JSON.stringify(name), created_at: createdAt, content },
        ...{ last_place: lastPlace, total: size, field_names: JSON.stringify(fieldNames) },
      })
      .execute()
  }

  async function append(userId: string, id: string, input: AppendInput): Promise<AppendResult> {
    await heads.get(userId, id)
    const draft = await drafts.fill(userId, input, Number.POSITIVE_INFINITY)
    const options = { onDuplicate: input.onDuplicate, maxContacts }
    try {
      return await heads.change(userId, id, (tx, head) => mergeDraft({ tx, head }, draft, options))
    } finally {
      await drafts.discard(userId, draft.content).catch(onFault)
    }
  }

  async function* read(
    userId: string,
    id: string,
    { limit = Number.POSITIVE_INFINITY, search, signal }: ReadOptions = {},
  ): AsyncGenerator<StoredContact, void, undefined> {
    if (limit <= 0) return
    const head = await heads.get(userId, id)
    const size = search ? SEARCHED_ROWS : Math.min(limit, WINDOW_ROWS)
    let left = limit
    for await (const { rows } of readWindows(db, head, { size, search, signal })) {
      for (const { contact } of rows) {
        if (search && !isFound(contact, search)) continue
        yield contact
        left -= 1
        if (left <= 0) break
      }
      if (left <= 0) break
    }
    await checkKept(db, head)
  }

  async function remove(userId: string, id: string): Promise<boolean> {
    if (!(await heads.find(userId, id))) return false
    return heads
      .change(userId, id, async (tx) => {
        await tx
          .updateTable('contact_lists')
          .set({ removed_at: new Date(clock.now()) })
          .where((list) => list.and({ user_id: userId, id }))
          .execute()
        return true
      })
      .catch(falseWhereNone)
  }

  async function restore(userId: string, id: string): Promise<boolean> {
    const restored = await asked(() =>
      db
        .updateTable('contact_lists')
        .set({ removed_at: null })
        .where((list) => list.and({ user_id: userId, id: toColumn(id) }))
        .where('removed_at', '>', new Date(clock.now() - REMOVED_KEPT_MS))
        .returning('id')
        .executeTakeFirst(),
    )
    return restored !== undefined
  }

  async function removeAll(userId: string): Promise<void> {
    await asked(() => db.deleteFrom('contact_lists').where('user_id', '=', userId).execute())
    const contents = await asked(() =>
      db.selectFrom('contact_contents').where('user_id', '=', userId).select('content').execute(),
    )
    for (const { content } of contents) await drafts.discard(userId, content)
    await counts.forget(userId)
  }
}

function quotaReached(): AppError {
  return new AppError('list_quota', 'as many lists as the user may have')
}

function falseWhereNone(error: unknown): false {
  if (error instanceof AppError && error.code === 'list_not_found') return false
  throw error
}
