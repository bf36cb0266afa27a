import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDirectSends } from '../../src/storage-postgres/direct-sends.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const DAY_MS = 24 * 60 * 60_000
const START_MS = 1_768_478_400_000

async function twoNodes() {
  const dir = await aDataFolder()
  let nowMs = START_MS
  const node = async () => {
    const db = await openTestDatabase(dir)
    onTestFinished(() => db.destroy())
    return { db, sends: openDirectSends({ db, now: () => nowMs }) }
  }
  const [a, b] = [await node(), await node()]
  const pass = (ms: number): void => {
    nowMs += ms
  }
  const record = (of: typeof a, text: string) =>
    of.sends.record({
      ...{ userId: 'ana', deviceKey: 'key', jid: '5511987654321@s.whatsapp.net' },
      ...{ text, media: null, atMs: nowMs },
    })
  return { a, b, pass, record }
}

test('two nodes give no index twice, and each finds the messages of the other', async () => {
  const { a, b, record } = await twoNodes()
  const given = await Promise.all(
    Array.from({ length: 60 }, async (_, place) => {
      const text = `text ${place}`
      return [await record(place % 2 === 0 ? a : b, text), text] as const
    }),
  )
  expect(new Map(given).size).toBe(60)
  for (const [index, text] of given) {
    expect(await a.sends.find(index)).toMatchObject({ text })
    expect(await b.sends.find(index)).toMatchObject({ text })
  }
  const [[index] = [-1]] = given
  const told = await Promise.all(
    [a, b].map(({ sends }) => sends.note({ type: 'accepted', index, atMs: START_MS })),
  )
  expect(told.toSorted()).toEqual([false, true])
})

test('what is older than phones ask for leaves the table with the messages that follow', async () => {
  const { a, b, pass, record } = await twoNodes()
  await Promise.all(Array.from({ length: 30 }, (_, place) => record(a, `${place}`)))
  pass(31 * DAY_MS)
  for (let place = 0; place < 20; place += 1) await record(place % 2 === 0 ? a : b, 'new')
  const rows = await a.db.selectFrom('direct_sends').select('index').execute()
  expect(rows).toHaveLength(20)
})

test('after the last index that a message id has room for they begin anew', async () => {
  const { a, record } = await twoNodes()
  await sql`select setval('direct_send_index', 268435455, false)`.execute(a.db)
  expect([await record(a, 'last'), await record(a, 'first')]).toEqual([268_435_455, 0])
  expect(await a.sends.find(0)).toMatchObject({ text: 'first' })
})
