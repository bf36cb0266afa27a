import { sql } from 'kysely'
import { z } from 'zod'
import type { DistinctPhones } from '../../domain/contacts/contact-list-store.ts'
import { createSerial } from '../../domain/serial.ts'
import { asked, type Database } from '../database.ts'
import type { ListHead, ListHeads } from './list-heads.ts'

/** A list as far as its contacts were counted. */
const CountedList = z.object({
  content: z.string(),
  generation: z.int(),
  version: z.int(),
  lastPlace: z.int(),
})
type CountedList = z.infer<typeof CountedList>

type Count = { readonly lists: readonly CountedList[]; readonly phones: DistinctPhones }
type HourRow = { readonly hour: string; readonly count: string }

const Kept = z.object({
  lists: z.array(CountedList),
  hours: z.array(z.tuple([z.string(), z.int()])),
  count: z.int(),
})

/** From here on a recount takes long: a dashboard gets the last answer while it runs. */
const MANY_PHONES = 100_000
/** More than the days that a dashboard compares. */
const HOURS_KEPT = 2_400
/** Phones that one statement counts: well below a query's time limit. */
const PEOPLE_AT_ONCE = 200_000

/**
 * Counts the distinct phones in a user's lists. The last count is stored for all programs: as long
 * as contacts were only added since, only the new ones are read.
 */
export function createPhoneCounts({
  db,
  heads,
  onFault,
}: {
  readonly db: Database
  readonly heads: Pick<ListHeads, 'list'>
  readonly onFault: (error: unknown) => void
}) {
  const serially = createSerial()
  const underWay = new Map<string, Promise<unknown>>()

  return { count, forget, settled }

  async function count(userId: string): Promise<DistinctPhones> {
    const lists = (await heads.list(userId)).toReversed()
    const last = await recall(userId)
    const isQuick = !last || last.phones.count < MANY_PHONES || covers(last.lists, lists)
    if (isQuick) return serially(userId, () => bringUpToDate(userId))
    if (!underWay.has(userId)) {
      const counting = serially(userId, () => bringUpToDate(userId))
      const ended = counting.catch(onFault).finally(() => underWay.delete(userId))
      underWay.set(userId, ended)
    }
    return last.phones
  }

  /** Waits for the recounts that run in the background. */
  async function settled(): Promise<void> {
    await Promise.all(underWay.values())
  }

  async function bringUpToDate(userId: string): Promise<DistinctPhones> {
    // Oldest list first, so that a phone in several lists counts for the hour it was new.
    const current = (await heads.list(userId)).toReversed()
    const last = await recall(userId)
    const lists = current.map(({ content, generation, version, lastPlace }) => ({
      ...{ content, generation, version, lastPlace },
    }))
    if (last && JSON.stringify(last.lists) === JSON.stringify(lists)) return last.phones
    const before = last && covers(last.lists, current) ? last : null
    const hours = new Map(before?.phones.addedByHour)
    let found = before?.phones.count ?? 0
    const rows = before ? await countNew(userId, lists, before.lists) : countAll(userId, lists)
    for await (const { hour, count: added } of rows) {
      hours.set(hour, (hours.get(hour) ?? 0) + Number(added))
      found += Number(added)
    }
    const phones = { count: found, addedByHour: hours }
    await keep(userId, { lists, phones })
    return phones
  }

  /** The phones that no counted list has. */
  async function countNew(
    userId: string,
    lists: readonly CountedList[],
    seen: readonly CountedList[],
  ): Promise<readonly HourRow[]> {
    const seenPlaces = new Map(seen.map(({ content, lastPlace }) => [content, lastPlace]))
    const grown = lists.filter(({ content, lastPlace }) => seenPlaces.get(content) !== lastPlace)
    const { rows } = await asked(() =>
      sql<HourRow>`
        with fresh as (
          select distinct on (contact.person, contact.phone)
            contact.person, contact.phone, left(contact.created_at, 13) as hour
          from unnest(
            ${grown.map(({ content }) => content)}::bigint[],
            ${grown.map(({ lastPlace }) => lastPlace)}::bigint[],
            ${grown.map(({ content }) => seenPlaces.get(content) ?? 0)}::bigint[]
          ) with ordinality as list (content, last_place, seen_place, nth)
          join contacts contact on contact.content = list.content
            and contact.place > list.seen_place and contact.place <= list.last_place
            and contact.user_id || '' = ${userId}::text and contact.until is null
          order by contact.person, contact.phone, list.nth, contact.place
        )
        select hour, count(*) as count from fresh
        where not exists (
          select from contacts known
          join unnest(
            ${seen.map(({ content }) => content)}::bigint[],
            ${seen.map(({ version }) => version)}::bigint[]
          ) as counted (content, version) on counted.content = known.content + 0
          where known.user_id = ${userId}::text and known.person = fresh.person
            and known.phone = fresh.phone and known.until is null
            and known.since <= counted.version
        )
        group by hour
      `.execute(db),
    )
    return rows
  }

  /** Counts in the order of the index by person, in statements of bounded length. */
  async function* countAll(userId: string, lists: readonly CountedList[]): AsyncGenerator<HourRow> {
    for (let from = '-1'; ; ) {
      const to = await personAfter(userId, from)
      const { rows } = await asked(() =>
        sql<HourRow>`
          with first as (
            select distinct on (contact.person, contact.phone) left(contact.created_at, 13) as hour
            from contacts contact
            join unnest(
              ${lists.map(({ content }) => content)}::bigint[],
              ${lists.map(({ version }) => version)}::bigint[]
            ) with ordinality as list (content, version, nth) on list.content = contact.content + 0
            where contact.user_id = ${userId}::text and contact.until is null
              and contact.person > ${from}::bigint
              and (${to}::bigint is null or contact.person <= ${to}::bigint)
              and contact.since <= list.version
            order by contact.person, contact.phone, list.nth, contact.place
          )
          select hour, count(*) as count from first group by hour
        `.execute(db),
      )
      yield* rows
      if (to === null) return
      from = to
    }
  }

  async function personAfter(userId: string, from: string): Promise<string | null> {
    const query = db
      .selectFrom('contacts')
      .where('user_id', '=', userId)
      .where('until', 'is', null)
      .where('person', '>', from)
      .orderBy('person')
      .select('person')
      .offset(PEOPLE_AT_ONCE)
      .limit(1)
    return (await asked(() => query.executeTakeFirst()))?.person ?? null
  }

  async function recall(userId: string): Promise<Count | undefined> {
    const query = db.selectFrom('contact_counts').where('user_id', '=', userId).select('counted')
    const row = await asked(() => query.executeTakeFirst())
    if (!row) return undefined
    const { lists, hours, count: found } = Kept.parse(row.counted)
    return { lists, phones: { count: found, addedByHour: new Map(hours) } }
  }

  async function keep(userId: string, { lists, phones }: Count): Promise<void> {
    const hours = [...phones.addedByHour].sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, HOURS_KEPT)
    const counted = JSON.stringify({ lists, hours, count: phones.count })
    await asked(() =>
      db
        .insertInto('contact_counts')
        .values({ user_id: userId, counted })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ counted }))
        .execute(),
    )
  }

  async function forget(userId: string): Promise<void> {
    await asked(() => db.deleteFrom('contact_counts').where('user_id', '=', userId).execute())
  }
}

/** Whether everything that was counted still exists, because contacts were only added. */
function covers(
  counted: readonly CountedList[],
  lists: readonly Pick<ListHead, 'content' | 'generation' | 'version'>[],
): boolean {
  const current = new Map(lists.map((list) => [list.content, list]))
  return counted.every(({ content, generation, version }) => {
    const list = current.get(content)
    return list?.generation === generation && list.version >= version
  })
}
