import { sql } from 'kysely'
import type { ContactLists } from '../../domain/contacts/contact-lists.ts'
import { identityOf } from '../../domain/contacts/phone-set.ts'
import { asked, type Database } from '../database.ts'
import { isPhone } from './list-changes.ts'
import { type ListHeads, toList } from './list-heads.ts'

type Listed = { readonly person: string; readonly name: string; readonly id: string }

/** Finds names and lists of people by an index, at a cost that does not grow with the lists. */
export function createListedPeople({
  db,
  heads,
}: {
  readonly db: Database
  readonly heads: Pick<ListHeads, 'list'>
}): Pick<ContactLists, 'findNames' | 'findLists'> {
  return { findNames, findLists }

  async function findNames(
    userId: string,
    phones: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>()
    // The newest list comes last, so that its names stay.
    for (const { person, name } of await listed(userId, phones)) {
      const written: unknown = JSON.parse(name)
      if (typeof written === 'string' && written !== '') names.set(person, written)
    }
    return new Map(
      phones.flatMap((phone) => {
        const name = isPhone(phone) ? names.get(String(identityOf({ phone }))) : undefined
        return name === undefined ? [] : [[phone, name]]
      }),
    )
  }

  async function findLists(userId: string, phones: readonly string[]) {
    const ids = new Set((await listed(userId, phones)).map(({ id }) => id))
    if (ids.size === 0) return []
    return (await heads.list(userId)).filter(({ id }) => ids.has(id)).map(toList)
  }

  async function listed(userId: string, phones: readonly string[]): Promise<readonly Listed[]> {
    const people = new Set(phones.filter(isPhone).map((phone) => identityOf({ phone })))
    if (people.size === 0) return []
    const { rows } = await asked(() =>
      sql<Listed>`
        select contact.person, contact.name, list.id
        from contacts contact
        join contact_lists list on list.user_id = contact.user_id
          and list.content = contact.content + 0 and list.removed_at is null
        where contact.user_id = ${userId}::text and contact.until is null
          and contact.person = any (${[...people]}::bigint[])
        order by list.position, contact.place
      `.execute(db),
    )
    return rows
  }
}
