import { describe, expect, onTestFinished, test } from 'vitest'
import type { LastMessageStore, NotedMessage } from '../../../src/domain/sending/last-messages.ts'
import { openLastMessages as openMessageFiles } from '../../../src/storage/ledger/last-messages.ts'
import { openLastMessages } from '../../../src/storage-postgres/last-messages.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `LastMessageStore` promises. */

const DAY_MS = 24 * 60 * 60_000
const START_MS = Date.UTC(2026, 0, 15, 12)

type OpenStore = (
  dir: string,
  now: () => number,
) => Promise<LastMessageStore & { close(): Promise<void> }>

const engines: Readonly<Record<string, OpenStore>> = {
  files: (dir, now) => openMessageFiles({ dir, now }),
  PostgreSQL: async (dir, now) => {
    const db = await openTestDatabase(dir)
    return { ...openLastMessages({ db, now }), close: () => db.destroy() }
  },
}

const message = (index: number, given: Partial<NotedMessage> = {}): NotedMessage => ({
  ...{ deviceKey: 'key', names: [5561999990001, -123], campaignNumber: 7, index, atMs: START_MS },
  ...given,
})

async function aStore(open: OpenStore) {
  const dir = await aDataFolder()
  let nowMs = START_MS
  const now = () => nowMs
  let store = await open(dir, now)
  onTestFinished(() => store.close())
  const loaded = async (...of: Parameters<LastMessageStore['load']>[0][]) => {
    const found: NotedMessage[] = []
    await store.load({ sinceMs: 0, ...of[0] }, (each) => found.push(each))
    return found
  }
  const reopen = async () => {
    await store.close()
    store = await open(dir, now)
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { store: () => store, loaded, reopen, pass, now }
}

describe.each(Object.entries(engines))('last messages in %s', (_, open) => {
  test('tell who was written to, in the order of the messages, as often as they are asked', async () => {
    const { store, loaded, reopen } = await aStore(open)
    const all = Array.from({ length: 4_500 }, (_, index) => message(index))
    await Promise.all(all.map((each) => store().append(each)))
    expect(await loaded()).toEqual(all)
    await reopen()
    expect(await loaded()).toEqual(all)
    await store().append(message(9_999))
    expect(await loaded()).toEqual([...all, message(9_999)])
  })

  test('tell those since a time, of one device or of all', async () => {
    const { store, loaded } = await aStore(open)
    const noted = [
      message(0, { deviceKey: 'a', names: [] }),
      message(1, { deviceKey: 'b', atMs: START_MS + 5, names: [-99_999_999_999_999] }),
      message(2, { deviceKey: 'a', atMs: START_MS + 7 }),
    ]
    for (const each of noted) await store().append(each)
    expect(await loaded({ sinceMs: 0 })).toEqual(noted)
    expect(await loaded({ sinceMs: START_MS + 5 })).toEqual(noted.slice(1))
    expect(await loaded({ sinceMs: START_MS + 8 })).toEqual([])
    expect(await loaded({ sinceMs: 0, deviceKey: 'a' })).toEqual([noted[0], noted[2]])
    expect(await loaded({ sinceMs: START_MS + 1, deviceKey: 'a' })).toEqual([noted[2]])
    expect(await loaded({ sinceMs: 0, deviceKey: 'c' })).toEqual([])
  })

  test('forget those that no answer can come to, and none of the week', async () => {
    const { store, loaded, pass, now } = await aStore(open)
    for (let day = 0; day < 20; day += 1) {
      await store().append(message(day, { atMs: now() }))
      await store().append(message(day, { atMs: now() }))
      pass(DAY_MS + 1)
    }
    const ofWeek = (await loaded({ sinceMs: now() - 7 * DAY_MS })).map(({ index }) => index)
    expect(ofWeek).toEqual([14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19])
    expect((await loaded()).length).toBeLessThanOrEqual(20)
  })
})
