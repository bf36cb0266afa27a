import { sql } from 'kysely'
import { type Recipient, RecipientStatus } from '../../domain/sending/recipient.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byCampaign, type MovedLedger } from '../../domain/transfer/portions.ts'
import { asked, type Database } from '../database.ts'
import { toRow } from '../ledger/loaded-journal.ts'
import {
  decodeHeader,
  decodeRecipient,
  encodeAddressee,
  type StoredRecipient,
} from '../ledger/recipient-rows.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'

/** Bytes that a recipient's row takes beside its text. */
const ROW_BYTES = 60

/** Ledgers: the recipients of campaigns, and their progress. */
export function portableLedgers(db: Database): Portable<MovedLedger, Recipient> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      const found = await asked(() =>
        tx
          .selectFrom('ledgers')
          .where('is_live', '=', true)
          .select(['id', 'campaign_id', 'header', 'recipient_count'])
          .execute(),
      )
      found.sort((one, other) => byCampaign(one.campaign_id, other.campaign_id))
      for (const { id, header, recipient_count: recipientCount } of found) {
        const inFlight = await inFlightOf(tx, id)
        const head = { header: decodeHeader(header), recipientCount, inFlight }
        yield { head, rows: recipientsOf(tx, id) }
      }
    })
  }

  async function fill(portions: AsyncIterable<Portion<MovedLedger, Recipient>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const id = await begin(head)
      const handedOver = new Map(head.inFlight.map((index, order) => [index, order]))
      let [count, bytes] = [0, 0]
      for await (const recipients of rows) {
        bytes += await write(id, { first: count, recipients, handedOver })
        count += recipients.length
      }
      await asked(() =>
        db
          .updateTable('ledgers')
          .set({ recipient_count: count, bytes: String(bytes), is_live: true })
          .where('id', '=', id)
          .execute(),
      )
    }
  }

  async function begin({ header }: MovedLedger): Promise<string> {
    const { campaignId, userId } = header
    const row = {
      ...{ campaign_id: campaignId, user_id: userId, header: JSON.stringify(header) },
      ...{ recipient_count: 0, bytes: '0', is_live: false },
      changed_at: sql<Date>`clock_timestamp()`,
    }
    const { id } = await asked(() =>
      db.insertInto('ledgers').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    return id
  }

  /** @returns the bytes of the audience's rows */
  async function write(
    id: string,
    given: {
      readonly first: number
      readonly recipients: readonly Recipient[]
      readonly handedOver: ReadonlyMap<number, number>
    },
  ): Promise<number> {
    const { first, recipients, handedOver } = given
    const addressees = recipients.map(encodeAddressee)
    await asked(() =>
      sql`
        insert into recipients (ledger_id, index, addressee)
        select ${id}::bigint, ${first}::integer + place - 1, addressee::json
        from unnest(${addressees}::text[]) with ordinality as row (addressee, place)
      `.execute(db),
    )
    const states = recipients
      .map((row, at) => toRow(first + at, row, handedOver.get(first + at)))
      .filter(({ place, state }) => place !== null || state !== '{}')
    if (states.length > 0) {
      await asked(() =>
        sql`
          insert into recipient_states (ledger_id, index, place, handed_over, state)
          select ${id}::bigint, given.* from unnest(
            ${states.map(({ index }) => index)}::integer[],
            ${states.map(({ place }) => place)}::integer[],
            ${states.map((state) => state.handedOver)}::integer[],
            ${states.map(({ state }) => state)}::json[]
          ) as given
        `.execute(db),
      )
    }
    return addressees.reduce((sum, text) => sum + text.length + ROW_BYTES, 0)
  }
}

/**
 * Recipients in flight, in the order they were handed over; those without a number come in the
 * order of the list. Compares the state as text, which begins with the status, since it may hold
 * what the server cannot take out of JSON.
 */
async function inFlightOf(tx: Reading, id: string): Promise<readonly number[]> {
  const { rows } = await asked(() =>
    sql<{ readonly index: number }>`
      select index from recipient_states
      where ledger_id = ${id}::bigint and state::text like ${`{"status":"${RecipientStatus.sending}"%`}
      order by handed_over nulls first, index
    `.execute(tx),
  )
  return rows.map(({ index }) => index)
}

async function* recipientsOf(tx: Reading, id: string): AsyncGenerator<readonly Recipient[]> {
  const recipients = sql<StoredRecipient>`
    select frozen.addressee, now.place, now.state from recipients frozen
    left join recipient_states now
      on now.ledger_id = frozen.ledger_id and now.index = frozen.index
    where frozen.ledger_id = ${sql.lit(id)}::bigint order by frozen.index
  `
  for await (const rows of rowsOf(tx, recipients)) yield rows.map(decodeRecipient)
}
