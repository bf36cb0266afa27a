import { expect, test } from 'vitest'
import type { Storage } from '../../src/daemon/storage/storage.ts'
import { aUser } from '../support/domain/builders.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { fill, viewOf } from '../support/storage/lived-in-folder.ts'
import { aNodeOver } from '../support/storage/nodes.ts'
import { dropDatabasesAfterwards } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const START_MS = Date.now()

/** Everything that a storage finds where it lists all records. */
async function allOf(storage: Storage): Promise<Readonly<Record<string, unknown>>> {
  const { answering, presets } = storage
  const owned = {
    ...{ users: storage.users, stats: storage.stats, devices: storage.devices },
    ...{ standings: storage.standings, knownSessions: storage.knownSessions, ...presets },
    ...{ webhooks: storage.webhooks, reportedConnections: storage.reportedConnections },
    ...{ keptAnswers: storage.keptAnswers, campaigns: storage.campaigns.whole },
    ...{ shown: storage.campaigns, optOuts: storage.optOuts },
    ...{ gateways: answering.gateways, instances: answering.instances, agents: answering.agents },
    ...{ links: answering.links, replyCounts: answering.replyCounts },
    ...{ chatbots: answering.chatbots, chatSettings: answering.chatSettings },
    personCards: storage.personCards,
  }
  const messages: unknown[] = []
  await storage.lastMessages.load({ sinceMs: 0 }, (message) => messages.push(message))
  return {
    ...Object.fromEntries(
      await Promise.all(
        Object.entries(owned).map(async ([name, store]) => [name, await store.listAll()] as const),
      ),
    ),
    ledgers: await storage.ledgers.ids(),
    people: await storage.people.campaigns(),
    waiting: await storage.outbox.waiting(),
    images: await storage.directSends.imageNames(),
    due: await storage.campaigns.due({ nowMs: Date.parse('2100-01-01'), limit: 100 }),
    messages,
    view: await viewOf(storage),
  }
}

/** Adds what `fill` leaves out and another account could find. */
async function fillFurther(
  storage: Storage,
  { userId, number }: { readonly userId: string; readonly number: number },
): Promise<void> {
  const phones = async function* () {
    yield ['5561999990001']
  }
  const names = { email: `${userId}@example.com`, apiKey: `key of ${userId}`, instanceName: userId }
  await storage.users.create(userId, aUser({ id: userId, ...names }))
  await storage.people.add(userId, number, phones())
  const at = '2026-01-15T12:00:00.000Z'
  await storage.personCards.create(userId, {
    id: '5561999990001',
    notes: [
      {
        id: 'n1',
        text: 'Prefere manhã',
        createdAt: at,
        editedAt: null,
        pinnedAt: null,
        removedAt: null,
      },
    ],
    pastOptOuts: [
      {
        ...{ source: 'resposta', reason: 'SAIR', campaignId: null, leftAt: at },
        ...{ returnedAt: at, returnedBy: 'manual' },
      },
    ],
  })
  const [device] = await storage.devices.list(userId)
  await storage.lastMessages.append({
    ...{
      deviceKey: device?.key ?? '',
      names: [1],
      campaignNumber: number,
      index: 0,
      atMs: START_MS,
    },
  })
  const media = { name: `${userId}.png`, kind: 'image' as const, fileName: null }
  await storage.directSends.record({
    ...{ userId, deviceKey: 'k', jid: 'j', text: 'oi', media, atMs: START_MS },
  })
}

test('two accounts in one database see nothing of each other', async () => {
  const { front, accountOf } = await aNodeOver(await aDataFolder())
  const ana = await accountOf('ana')
  await fill(ana)
  await fillFurther(ana, { userId: 'ana', number: 7 })
  const before = await allOf(ana)
  const bia = await accountOf('bia')
  await fill(bia, { userId: 'bia', campaignId: '8' })
  await fillFurther(bia, { userId: 'bia', number: 8 })
  expect(await allOf(ana)).toEqual(before)

  expect(before).toMatchObject({ ledgers: ['7'], images: new Set(['ana.png']) })
  expect(await allOf(bia)).toMatchObject({ ledgers: ['8'], images: new Set(['bia.png']) })
  expect(await ana.ledgers.exists('8')).toBe(false)
  await expect(ana.ledgers.open('8')).rejects.toMatchObject({ code: 'campaign_not_found' })
  expect(await ana.people.campaign(8)).toBeUndefined()
  expect(await ana.answering.gateways.findBy('webhookToken', 'token of bia')).toEqual([])
  expect(await bia.answering.gateways.findBy('webhookToken', 'token of bia')).toHaveLength(3)
  expect(await ana.users.findBy('email', 'bia@example.com')).toEqual([])
  // Counts of values and taken values are common to all accounts.
  expect(await ana.users.count('email')).toBe(2)
  const taken = aUser({ id: 'ana2', email: 'bia@example.com', apiKey: 'x', instanceName: 'x' })
  await expect(ana.users.create('ana', taken)).rejects.toMatchObject({ key: 'email' })
  const [first, last] = [await ana.directSends.find(0), await ana.directSends.find(7)]
  expect([first?.userId, last]).toEqual(['ana', undefined])
  expect(await ana.directSends.note({ type: 'accepted', index: 7, atMs: 1 })).toBe(false)
  expect(await front.directSends.note({ type: 'accepted', index: 7, atMs: 1 })).toBe(true)
  expect(await front.ledgers.ids()).toHaveLength(2)
})
