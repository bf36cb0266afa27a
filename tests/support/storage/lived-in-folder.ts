import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { openStorage, type Storage } from '../../../src/daemon/storage/storage.ts'
import { noReason, noTraffic } from '../../../src/domain/devices/device-record.ts'
import { aCampaign } from '../domain/builders.ts'
import { header, people, sending } from './send-ledgers.ts'

/** A data folder with something of every kind in it, written by the real storage. */

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }
const at = '2026-01-15T12:00:00.000Z'
const atMs = Date.now()
const ANA = 'ana'
const INSTANCE = { gatewayId: 'g1', instance: 'loja' }

export function storageOf(
  dataDir: string,
  openDriver?: Parameters<typeof openStorage>[2],
): Promise<Storage> {
  return openStorage(readConfig({}, { dataDir }), log, openDriver)
}

export async function fillFolder(dataDir: string): Promise<void> {
  const storage = await storageOf(dataDir)
  await fill(storage)
  await storage.close()
  await touch(dataDir)
}

/** Puts a user's records of every kind into a storage. */
export async function fill(
  storage: Storage,
  {
    userId = ANA,
    campaignId = '7',
  }: { readonly userId?: string; readonly campaignId?: string } = {},
): Promise<void> {
  const { answering } = storage
  const keys = userId === ANA ? 'key' : `key-of-${userId}`
  for (const id of ['1', '2', '3']) {
    await storage.campaigns.save(userId, { ...aCampaign(), id, isSettled: true, startTries: 0 })
    const hour = { hour: 1, acceptedCount: 1, deliveredCount: 0, firstMs: 1, lastMs: 1 }
    await storage.stats.save(userId, { id, instanceName: 'x', isSettled: true, hours: [hour] })
    await storage.devices.save(userId, {
      ...{ id, key: `${keys}-${id}`, connectionName: 'Loja', phone: null, createdAt: at },
      ...{ lastSeenAt: null, ...noTraffic, shouldBeConnected: false, ...noReason },
    })
    await storage.lists.create(userId, { id: `list-${id}`, name: 'Clientes', createdAt: at })
    const contacts = people(50).map((person) => ({
      ...person,
      createdAt: at,
      origin: 'csv' as const,
    }))
    await storage.lists.append(userId, `list-${id}`, { contacts, onDuplicate: 'keep' })
    await storage.uploads.save(userId, {
      ...{ bytes: Buffer.alloc(300, id), extension: 'png', mimeType: 'image/png' },
    })
    await storage.directSends.record({
      ...{ userId, deviceKey: `${keys}-1`, jid: '5511@s.whatsapp.net', text: `oi ${id}` },
      ...{ media: null, atMs },
    })
    await storage.sessions.revoke(`session-${id}`, '2099-01-01T00:00:00.000Z')
    await answering.gateways.create(userId, {
      ...{ id: `g${id}`, url: null, apiKey: null, webhookToken: `token of ${userId}` },
      ...{ createdAt: at, lastEventAt: null },
    })
    await answering.agents.save(userId, {
      ...{ id, name: 'Ajudante', instructions: 'Ajude.', model: 'm', createdAt: at },
      serviceId: null,
    })
    await answering.messages.add(userId, INSTANCE, [
      {
        ...{ id: `m${id}`, remoteJid: '5511@s.whatsapp.net', lid: null, pushName: null },
        ...{ content: 'oi', type: 'conversation', isFromMe: false, sentAtSeconds: 1 },
        ...{ status: null, thumbnail: null },
      },
    ])
    await storage.outbox.add(
      { userId, instance: 'loja' },
      { id: `e${id}`, event: 'messages.upsert', createdAt: at, data: { id }, media: null },
      'full',
    )
  }
  for (let number = 0; number < 7; number += 1) await storage.settings.nextCampaignNumber()
  const own = { ...header, userId, campaignId, campaignNumber: Number(campaignId) }
  const ledger = await storage.ledgers.create(own, people(50))
  for (const index of [0, 1, 2]) await ledger.record(sending(index))
}

/** Gives files the tests' time, which the disk may not have. */
export async function touch(dir: string): Promise<void> {
  const now = new Date()
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), now, now)
  }
}

/** All users' data in the folder, by the part of it that holds them. */
export async function viewOf(storage: Storage): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const { answering, lists } = storage
  const view = new Map<string, readonly unknown[]>()
  const see = async (part: string, look: () => Promise<readonly unknown[]>) => {
    view.set(part, await look().catch((error: unknown) => [String(error)]))
  }
  await see('db/campaigns', () => storage.campaigns.listAll())
  await see('db/campaign-sums', () => storage.stats.listAll())
  await see('db/devices', () => storage.devices.listAll())
  await see('db/gateways', () => answering.gateways.listAll())
  await see('db/agents', () => answering.agents.listAll())
  await see('db/lists', () => lists.list(ANA))
  await see('db/uploads', async () => (await storage.uploads.list(ANA)).map(({ name }) => name))
  await see('db/revoked-sessions', () =>
    Promise.all(['1', '2', '3'].map((id) => storage.sessions.isRevoked(`session-${id}`))),
  )
  await see('db/settings.json', async () => [
    await storage.settings.key('tokens', 48),
    await storage.settings.key('message-ids', 32),
  ])
  for (const id of ['1', '2', '3']) {
    await see(`lists/list-${id}`, () => all(lists.read(ANA, `list-${id}`)))
  }
  await see('direct', () => Promise.all([0, 1, 2].map((index) => storage.directSends.find(index))))
  await see('messages', () =>
    answering.messages.list(ANA, { ...INSTANCE, remoteJid: undefined, limit: 10 }),
  )
  await see('outbox', async () => {
    const found = await storage.outbox.search({ userId: ANA, instance: 'loja' }, { limit: 10 })
    return found.deliveries
  })
  await see('sends', async () => {
    const ledger = await storage.ledgers.open('7')
    return [ledger.header, ...people(50).map((_, index) => ledger.get(index))]
  })
  return view
}

async function all<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const found: Value[] = []
  for await (const value of values) found.push(value)
  return found
}
