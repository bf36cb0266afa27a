import { expect, test } from 'vitest'
import { phoneJid } from '../../../src/contract/jid.ts'
import { createInstanceEvents } from '../../../src/domain/webhooks/instance-events.ts'
import { aPromise } from '../../support/promise.ts'

const ANA = '5561988880001'

test('messages of one chat are published in the order in which they came, whatever is looked up for the first', async () => {
  const told: unknown[] = []
  const lookedUp = aPromise()
  let lookups = 0
  const events = createInstanceEvents({
    findOwner: () => ({ userId: 'ana', deviceId: 'loja' }),
    keep: async () => ({ stored: 1 }),
    mark: async () => undefined,
    read: async () => undefined,
    findCampaignMessages: async () => {
      lookups += 1
      if (lookups === 1) await lookedUp.promise
      return []
    },
    newestAt: async () => undefined,
    isOfCampaign: () => false,
    ignoresGroups: async () => false,
    changedHere: async () => false,
    emit: async (_, given) => {
      told.push('subject' in given ? JSON.parse(given.subject ?? '[]')[2] : given)
    },
    findJid: async () => undefined,
    findContent: async () => undefined,
    settled: async () => undefined,
    onFault: (error) => {
      throw error
    },
  })
  const arrives = (messageId: string, person: string) =>
    events.onEvent({
      type: 'inbound',
      key: 'key',
      message: {
        ...{ messageId, chatJid: phoneJid(person), lid: null, phone: person, pushName: 'Ana' },
        ...{ fromMe: false, text: messageId, kind: 'conversation', remoteJid: phoneJid(person) },
        ...{ participant: '', content: {}, media: null, sentAt: '2026-01-15T12:00:00.000Z' },
      },
    })
  const both = [arrives('A', ANA), arrives('B', ANA)]
  await arrives('C', '5561988880002')
  lookedUp.keep()
  await Promise.all(both)
  expect(told).toEqual(['C', 'A', 'B'])
})
