import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BEAT_MS, TERM_MS } from '../../src/domain/cluster/leases.ts'
import { openAccountSigns } from '../../src/storage-postgres/account-signs.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { aLineTo } from '../support/storage/database-line.ts'
import { aNodeOver } from '../support/storage/nodes.ts'
import { databaseUrlOf, dropDatabasesAfterwards } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const LONG_AGO = new Date('2026-01-15T12:00:00.000Z')
const message = { userId: 'ana', deviceKey: 'k', jid: 'j', text: 'oi', media: null }

test('an account’s storage knows when the home before it gave its last sign of life', async () => {
  const dir = await aDataFolder()
  const node = await aNodeOver(dir)
  const first = await node.accountOf('ana')
  expect(first.seenAtMs).toBeNull()
  await first.close()
  const ended = (await node.accountOf('ana')).seenAtMs
  expect(ended).toBeGreaterThan(LONG_AGO.getTime())

  // A node that died leaves its last sign of life alone.
  await node.db.updateTable('account_signs').set({ seen_at: LONG_AGO }).execute()
  expect((await node.accountOf('ana')).seenAtMs).toBe(LONG_AGO.getTime())
  expect((await node.accountOf('bia')).seenAtMs).toBeNull()
})

test('a node gives signs of life for its own accounts, and leaves none of those that are gone', async () => {
  const dir = await aDataFolder()
  const [one, two] = [await aNodeOver(dir), await aNodeOver(dir)]
  await one.driverOf('ana')
  await two.driverOf('bia')
  const { sign, seenAtMs, forgetGone } = openAccountSigns(one.db)
  await sign(['ana', 'bia', 'caio'], one.nodeId)
  expect(await seenAtMs('ana')).toBeGreaterThan(LONG_AGO.getTime())
  expect(await seenAtMs('bia')).toBeNull()
  expect(await seenAtMs('caio')).toBeNull()
  await forgetGone()
  expect(await seenAtMs('ana')).toBeNull()
})

test('hands out no number that a database put back from a backup has forgotten', async () => {
  const [dir, dataDir] = [await aDataFolder(), await aDataFolder()]
  const node = await aNodeOver(dir, { dataDir })
  const { settings, directSends } = node.front
  for (let count = 0; count < 5; count += 1) await settings.nextCampaignNumber()
  const atMs = Date.now()
  for (let count = 0; count < 5; count += 1) await directSends.record({ ...message, atMs })
  await node.close()

  const again = await aNodeOver(dir, { dataDir })
  expect(await again.front.settings.nextCampaignNumber()).toBe(6)
  expect(await again.front.directSends.record({ ...message, atMs })).toBe(5)
  await again.close()
  await sql`select setval('campaign_numbers', 3)`.execute((await aNodeOver(dir)).db)

  const restored = await aNodeOver(dir, { dataDir })
  expect(await restored.front.settings.nextCampaignNumber()).toBeGreaterThan(1_000)
  expect(await restored.front.directSends.record({ ...message, atMs })).toBeGreaterThan(5_000)
  const number = await restored.front.settings.nextCampaignNumber()
  await restored.close()
  const later = await aNodeOver(dir, { dataDir })
  expect(await later.front.settings.nextCampaignNumber()).toBe(number + 1)
})

test('closing an account’s storage leaves others, and the node, at work', async () => {
  const node = await aNodeOver(await aDataFolder())
  const [ana, bia] = [await node.accountOf('ana'), await node.accountOf('bia')]
  await ana.close()
  await bia.settings.nextCampaignNumber()
  expect(await bia.lists.list('bia')).toEqual([])
  expect(await node.front.lists.list('ana')).toEqual([])
})

test('a node keeps its accounts through a silence of all connections, since it notices that of its leases first', async () => {
  const dir = await aDataFolder()
  const line = await aLineTo(await databaseUrlOf(dir))
  const { database, front } = await aNodeOver(dir, { url: line.url })
  const node = { id: 'n', url: 'http://n', load: 0, isLeaving: false }
  const term = await database.leases.enter(node, { termMs: TERM_MS })
  const stay = () => database.leases.stay(node, { term, termMs: TERM_MS })
  await Promise.all([stay(), stay(), front.lists.list('ana')])

  line.silence()
  let isFrontHeard = false
  const others = front.lists.list('ana').catch(() => undefined)
  void others.then(() => (isFrontHeard = true))
  await expect.poll(() => stay().catch(() => undefined), { interval: BEAT_MS }).toEqual([])
  expect(isFrontHeard).toBe(false)
  await others
})
