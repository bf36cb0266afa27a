import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { lidJid, userOfJid } from '../contract/jid.ts'
import { personKeys } from '../contract/phones/person.ts'
import { identityOf } from '../domain/contacts/phone-set.ts'
import {
  type IndexedCampaign,
  isPhone,
  type PersonIndexStore,
} from '../domain/people/person-index-store.ts'
import type { MessagePlace } from '../domain/sending/last-messages.ts'
import { asked, inTransaction } from './database.ts'
import { isWithin, type Scope } from './scope.ts'
import type { Tables } from './tables.ts'

/** Rows of one statement. */
const ROWS_AT_ONCE = 5_000
/** Rows that one statement deletes: many, since each statement searches for its rows anew. */
const DELETED_AT_ONCE = 20_000

/**
 * Which campaigns addressed a person: a row for each recipient, and one for each message that went
 * to a LID. A campaign's row says how much of it is indexed, and is written last.
 */
export function openPersonIndex({ db, ownerId }: Scope): PersonIndexStore {
  return {
    ...{ campaigns, campaign, add, addLids, remove, removeAll, find },
    dropDamaged: async () => undefined,
    whenDamaged: () => undefined,
  }

  async function campaigns(): Promise<ReadonlyMap<number, IndexedCampaign>> {
    const rows = await asked(() => indexed().selectAll().execute())
    return new Map(rows.map((row) => [row.campaign_number, toCampaign(row)]))
  }

  async function campaign(campaignNumber: number): Promise<IndexedCampaign | undefined> {
    const row = await asked(() =>
      indexed().where('campaign_number', '=', campaignNumber).selectAll().executeTakeFirst(),
    )
    return row && toCampaign(row)
  }

  function indexed() {
    return db.selectFrom('indexed_campaigns').where(isWithin({ ownerId }))
  }

  async function add(
    userId: string,
    campaignNumber: number,
    phones: AsyncIterable<readonly string[]>,
  ): Promise<void> {
    let people: number[] = []
    let indices: number[] = []
    let index = 0
    for await (const some of phones) {
      for (const phone of some) {
        const person = isPhone(phone) ? identityOf({ phone }) : undefined
        if (person !== undefined) {
          people.push(person)
          indices.push(index)
        }
        index += 1
        if (people.length === ROWS_AT_ONCE) await write()
      }
    }
    await write()
    const mark = { user_id: userId, attempts_read: 0, is_complete: false, last_place: -1 }
    await asked(() =>
      db
        .insertInto('indexed_campaigns')
        .values({ campaign_number: campaignNumber, ...mark })
        .onConflict((conflict) => conflict.column('campaign_number').doUpdateSet(mark))
        .execute(),
    )

    /** Leaves out rows that an earlier attempt wrote before it was cut off. */
    async function write(): Promise<void> {
      const rows = sql`select ${userId}::text, person, ${campaignNumber}::integer, index
        from unnest(${people}::bigint[], ${indices}::integer[]) as row (person, index)`
      people = []
      indices = []
      await asked(() =>
        db
          .insertInto('person_places')
          .columns(['user_id', 'person', 'campaign_number', 'index'])
          .expression(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    }
  }

  async function addLids(
    userId: string,
    campaignNumber: number,
    { pairs, ...read }: Parameters<PersonIndexStore['addLids']>[2],
  ): Promise<void> {
    const known = pairs
      .map(({ phone, lid }) => ({ phone, lid: Number(userOfJid(lid)) }))
      .filter(({ phone, lid }) => isPhone(phone) && Number.isSafeInteger(lid))
    await inTransaction(db, async (tx) => {
      const marked = await tx
        .updateTable('indexed_campaigns')
        .where('campaign_number', '=', campaignNumber)
        .where('user_id', '=', userId)
        .set({
          ...{ attempts_read: read.attemptsRead, is_complete: read.isComplete },
          last_place: read.lastPlace,
        })
        .returning('campaign_number')
        .executeTakeFirst()
      if (!marked) return
      for (let from = 0; from < known.length; from += ROWS_AT_ONCE) {
        await writeLids(tx, {
          userId,
          campaignNumber,
          pairs: known.slice(from, from + ROWS_AT_ONCE),
        })
      }
    })
  }

  async function remove(userId: string, campaignNumbers: readonly number[]): Promise<void> {
    const isGone = sql`campaign_number = any(${[...campaignNumbers]}::integer[])`
    await removeWhere(userId, isGone)
  }

  async function removeAll(userId: string): Promise<void> {
    await removeWhere(userId, sql`true`)
  }

  /**
   * Deletes some rows at a time. A campaign's own row goes last, so that a deletion that was cut
   * off is repeated.
   */
  async function removeWhere(userId: string, isGone: RawBuilder<unknown>): Promise<void> {
    for (const name of ['person_places', 'person_lids', 'indexed_campaigns']) {
      const table = sql.table(name)
      const some = sql`select ctid from ${table}
        where user_id = ${userId} and ${isGone} limit ${DELETED_AT_ONCE}`
      let deleted: number
      do {
        const deleting = sql`delete from ${table} where ctid = any(array(${some}))`
        deleted = Number((await asked(() => deleting.execute(db))).numAffectedRows)
      } while (deleted === DELETED_AT_ONCE)
    }
  }

  async function find(
    userId: string,
    names: Parameters<PersonIndexStore['find']>[1],
  ): ReturnType<PersonIndexStore['find']> {
    const keys = personKeys(names).map((key) => ({ key, isOfPhone: isPhone(key) }))
    const given = keys
      .map(({ key, isOfPhone }) => ({ isOfPhone, number: numberOf(key) }))
      .filter(({ number }) => Number.isSafeInteger(number) && number > 0)
    const [givenPhones, givenLids] = [true, false].map((isOfPhone) =>
      given.filter((each) => each.isOfPhone === isOfPhone).map(({ number }) => String(number)),
    )
    return asked(async () => {
      const phones = new Set(givenPhones)
      const lids = new Set(givenLids)
      for (const phone of await namesBy(userId, 'lid', lids)) phones.add(phone)
      for (const lid of await namesBy(userId, 'person', phones)) lids.add(lid)
      return {
        places: await placesOf(userId, [...phones]),
        phones: [...phones],
        lids: [...lids].map(lidJid),
      }
    })
  }

  /** Finds the phones of these LIDs, or the LIDs of these phones. */
  async function namesBy(
    userId: string,
    by: 'lid' | 'person',
    known: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    if (known.size === 0) return []
    const other = by === 'lid' ? 'person' : 'lid'
    const rows = await db
      .selectFrom('person_lids')
      .where('user_id', '=', userId)
      .where(by, 'in', [...known])
      .distinct()
      .select(`${other} as name`)
      .execute()
    return rows.map(({ name }) => name)
  }

  async function placesOf(
    userId: string,
    people: readonly string[],
  ): Promise<readonly MessagePlace[]> {
    if (people.length === 0) return []
    const rows = await db
      .selectFrom('person_places as place')
      .leftJoin('indexed_campaigns as campaign', (join) =>
        join
          .onRef('campaign.campaign_number', '=', 'place.campaign_number')
          .onRef('campaign.user_id', '=', 'place.user_id'),
      )
      .where('place.user_id', '=', userId)
      .where('place.person', 'in', people)
      .where(({ eb, or }) =>
        or([
          eb('campaign.campaign_number', 'is', null),
          eb('campaign.is_complete', '=', false),
          eb('place.index', '<=', eb.ref('campaign.last_place')),
        ]),
      )
      .orderBy('place.campaign_number', 'desc')
      .orderBy('place.index')
      .select(['place.campaign_number', 'place.index'])
      .execute()
    return rows.map(({ campaign_number: campaignNumber, index }) => ({ campaignNumber, index }))
  }
}

async function writeLids(
  tx: Transaction<Tables>,
  {
    userId,
    campaignNumber,
    pairs,
  }: {
    readonly userId: string
    readonly campaignNumber: number
    readonly pairs: readonly { readonly phone: string; readonly lid: number }[]
  },
): Promise<void> {
  await tx
    .insertInto('person_lids')
    .columns(['user_id', 'lid', 'person', 'campaign_number'])
    .expression(sql`select ${userId}::text, lid, person, ${campaignNumber}::integer
      from unnest(
        ${pairs.map(({ lid }) => lid)}::bigint[],
        ${pairs.map(({ phone }) => identityOf({ phone }))}::bigint[]
      ) as row (lid, person)`)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function toCampaign(row: Selectable<Tables['indexed_campaigns']>): IndexedCampaign {
  return {
    userId: row.user_id,
    attemptsRead: row.attempts_read,
    isComplete: row.is_complete,
    lastPlace: row.last_place,
  }
}

function numberOf(key: string): number {
  return isPhone(key) ? identityOf({ phone: key }) : Number(userOfJid(key))
}
