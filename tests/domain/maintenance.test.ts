import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { REMOVED_KEPT_MS } from '../../src/domain/bin.ts'
import { aCampaign, aUser } from '../support/domain/builders.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'
import { someParts } from '../support/domain/parts.ts'
import { passes } from '../support/eventually.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

async function aHouse() {
  const dir = await aDataFolder()
  const clock = createFakeClock()
  const { storage, parts, stats } = await someParts({ clock, dir })
  const { uploads, ledgers, users } = storage
  const { records, activity } = parts
  await users.save('ana', aUser({ id: 'ana' }))

  return {
    ...stats,
    ...storage,
    records,
    activity,
    dir,
    clock,
    image,
    sent,
    deleteCampaign,
    folder: join(dir, 'sends'),
  }

  async function image(userId = 'ana', bytes = 10): Promise<string> {
    const made = await uploads.save(userId, {
      bytes: new Uint8Array(bytes),
      extension: 'png',
      mimeType: 'image/png',
    })
    return made.name
  }

  /** A campaign that has started, and its ledger. */
  async function sent(id: string, imageName: string | null = null, userId = 'ana'): Promise<void> {
    const medium = imageName === null ? null : { kind: 'imagem' as const, url: '', name: imageName }
    await records.store.save(userId, {
      ...aCampaign({ id, medium }),
      isSettled: true,
      startTries: 0,
    })
    await ledgers.create(
      {
        campaignId: id,
        campaignNumber: Number(id),
        userId,
        deviceKey: 'key',
        deviceId: '5561999990000',
        text: 'Olá',
        imageName,
        knownFields: [],
        startedAt: new Date(clock.now()).toISOString(),
      },
      [{ name: 'Ana', phone: '5511999990001' }],
    )
    ledgers.release(id)
  }

  async function deleteCampaign(id: string): Promise<void> {
    await records.store.remove('ana', id)
  }
}

test('unused images are deleted after a day, and only the user’s own', async () => {
  const { maintenance, image, clock, uploads } = await aHouse()
  await image('ana', 10)
  await image('bia', 20)
  clock.advance(23 * HOUR_MS)
  const fresh = await image('ana', 30)
  expect(await maintenance.cleanUp('ana')).toEqual({ removed: 0, bytes: 0 })
  clock.advance(2 * HOUR_MS)
  expect(await maintenance.cleanUp('ana')).toEqual({ removed: 1, bytes: 10 })
  expect((await uploads.list('ana')).map(({ name }) => name)).toEqual([fresh])
  expect(await uploads.list('bia')).toHaveLength(1)
})

test('an image stays while a draft, a deleted campaign, one that may come back or a single message has it', async () => {
  const { maintenance, image, clock, records, sent, deleteCampaign, directSends } = await aHouse()
  const [ofDraft, ofDeleted, ofMessage] = [await image(), await image(), await image()]
  const medium = { kind: 'imagem' as const, url: '', name: ofDraft }
  await records.store.save('ana', {
    ...aCampaign({ id: '1', medium }),
    isSettled: true,
    startTries: 0,
  })
  await sent('2', ofDeleted)
  await deleteCampaign('2')
  await directSends.record({
    userId: 'ana',
    deviceKey: 'key',
    jid: 'a',
    text: '',
    media: { name: ofMessage, kind: 'image', fileName: null },
    atMs: clock.now(),
  })
  clock.advance(25 * HOUR_MS)
  expect(await maintenance.cleanUp('ana')).toEqual({ removed: 0, bytes: 0 })
  await deleteCampaign('1')
  expect(await maintenance.cleanUp('ana')).toEqual({ removed: 0, bytes: 0 })
  clock.advance(REMOVED_KEPT_MS)
  await passes(async () =>
    expect(await maintenance.cleanUp('ana')).toEqual({ removed: 1, bytes: 10 }),
  )
})

test('campaigns are not read anew for each unused image; one that begins to use an image meanwhile keeps it', async () => {
  const { maintenance, image, clock, records, uploads, campaigns } = await aHouse()
  // The images that were uploaded last go first.
  const oldest = await image()
  for (let count = 0; count < 100; count += 1) await image()
  clock.advance(25 * HOUR_MS)
  const { remove } = uploads
  vi.spyOn(uploads, 'remove').mockImplementationOnce(async (...given) => {
    const medium = { kind: 'imagem' as const, url: '', name: oldest }
    await records.store.save('ana', {
      ...aCampaign({ id: '1', medium }),
      ...{ isSettled: true, startTries: 0 },
    })
    return remove(...given)
  })
  const list = vi.spyOn(campaigns.whole, 'list')
  expect(await maintenance.cleanUp('ana')).toEqual({ removed: 100, bytes: 1_000 })
  expect((await uploads.list('ana')).map(({ name }) => name)).toEqual([oldest])
  expect(list).toHaveBeenCalledTimes(3)
})

test('texts of deleted campaigns go 30 days after the last send, with their images', async () => {
  const { maintenance, image, clock, sent, deleteCampaign, ledgers, uploads } = await aHouse()
  await sent('1', await image())
  await sent('2', await image())
  await deleteCampaign('1')
  clock.advance(29 * DAY_MS)
  await maintenance.runAll()
  expect(await ledgers.exists('1')).toBe(true)
  clock.advance(2 * DAY_MS)
  const { removed, bytes } = await maintenance.runAll()
  expect(removed).toBe(2)
  expect(bytes).toBeGreaterThan(10)
  expect([await ledgers.exists('1'), await ledgers.exists('2')]).toEqual([false, true])
  expect(await uploads.list('ana')).toHaveLength(1)
})

test('the last send counts, not the start', async () => {
  const { maintenance, clock, sent, deleteCampaign, ledgers, activity } = await aHouse()
  await sent('1')
  const ledger = await ledgers.open('1')
  activity.begin(ledger, 'loja')
  const atMs = clock.now() + 10 * DAY_MS
  activity.note(ledger, await ledger.record({ type: 'accepted', index: 0, atMs }))
  ledgers.release('1')
  await deleteCampaign('1')
  clock.advance(31 * DAY_MS)
  await maintenance.runAll()
  expect(await ledgers.exists('1')).toBe(true)
  clock.advance(10 * DAY_MS)
  await maintenance.runAll()
  expect(await ledgers.exists('1')).toBe(false)
})

test('parts of journals that a snapshot covers go, of the own ledgers at rest', async () => {
  const { maintenance, sent, folder, ledgers } = await aHouse()
  await sent('1')
  await sent('2', null, 'bia')
  await ledgers.close()
  for (const name of ['1.0.ndjson', '1.7.ndjson', '1.snap.ndjson.tmp', '2.0.ndjson']) {
    await writeFile(join(folder, name), '12345')
  }
  expect(await maintenance.cleanUp('ana')).toEqual({ removed: 3, bytes: 15 })
  expect((await readdir(folder)).sort()).toEqual([
    '1.1.ndjson',
    '1.snap.ndjson',
    '2.0.ndjson',
    '2.1.ndjson',
    '2.snap.ndjson',
  ])
  const ledger = await ledgers.open('1')
  expect(ledger.recipientCount).toBe(1)
})

test('a ledger that cannot be read is left as it is', async () => {
  const { maintenance, sent, folder, ledgers, deleteCampaign, clock } = await aHouse()
  await sent('1')
  await deleteCampaign('1')
  await ledgers.close()
  await writeFile(join(folder, '1.snap.ndjson'), 'nothing of ours\n')
  await writeFile(join(folder, '1.0.ndjson'), '12345')
  clock.advance(60 * DAY_MS)
  expect(await maintenance.runAll()).toEqual({ removed: 0, bytes: 0 })
})

test('what is held in memory is counted for its owner', async () => {
  const { maintenance, sent, image } = await aHouse()
  await sent('1')
  await image()
  const own = await maintenance.caches('ana')
  expect(own).toMatchObject({
    campaigns: { count: 1 },
    sends: { count: 1 },
    uploads: { count: 1 },
    total: { count: 3 },
  })
  expect(own.total.bytes).toBeGreaterThan(0)
  expect((await maintenance.caches('bia')).total).toEqual({ count: 0, bytes: 0 })
})

test('what is held in memory is counted without looking at each campaign', async () => {
  const { maintenance, sent, campaigns } = await aHouse()
  await sent('1')
  const list = vi.spyOn(campaigns.whole, 'list')
  expect((await maintenance.caches('ana')).campaigns.count).toBe(1)
  expect(list).not.toHaveBeenCalled()
})
