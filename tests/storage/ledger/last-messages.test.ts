import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { NotedMessage } from '../../../src/domain/sending/last-messages.ts'
import { openLastMessages } from '../../../src/storage/ledger/last-messages.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const DAY_MS = 24 * 60 * 60_000
const START_MS = Date.UTC(2026, 0, 15, 12)

const message = (index: number, atMs = START_MS): NotedMessage => ({
  ...{ deviceKey: 'key', names: [5561999990001, -123], campaignNumber: 7, index, atMs },
})

async function loaded(options: Parameters<typeof openLastMessages>[0], sinceMs = 0) {
  const store = await openLastMessages(options)
  const found: NotedMessage[] = []
  await store.load({ sinceMs }, (each) => found.push(each))
  await store.close()
  return found
}

test('begins a file each day, and deletes those that no answer can come to', async () => {
  const dir = await aDataFolder()
  let nowMs = START_MS
  const store = await openLastMessages({ dir, now: () => nowMs })
  for (let day = 0; day < 20; day += 1) {
    await store.append(message(day, nowMs))
    await store.append(message(day, nowMs))
    nowMs += DAY_MS + 1
  }
  await store.close()
  expect((await readdir(join(dir, 'last-messages'))).length).toBeLessThanOrEqual(9)
  const found = await loaded({ dir, now: () => nowMs }, nowMs - 7 * DAY_MS)
  expect(found.map(({ index }) => index)).toEqual([14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19])
})

test('makes do with the whole lines of a damaged file', async () => {
  const dir = await aDataFolder()
  const now = () => START_MS
  const store = await openLastMessages({ dir, now })
  for (const index of [0, 1, 2]) await store.append(message(index))
  await store.close()
  const path = join(dir, 'last-messages', '1.ndjson')
  await writeFile(path, (await readFile(path, 'utf8')).replace('7,1,', '7,9,'))
  expect((await loaded({ dir, now })).map(({ index }) => index)).toEqual([0, 2])
})
