import { expect, test } from 'vitest'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import { createChatChanges } from '../../../src/domain/webhooks/chat-changes.ts'
import { aStoredMessage } from '../../support/domain/webhook.ts'

const person = '5561988880001@s.whatsapp.net'
const group = '120363041234567890@g.us'

const aTarget = {
  webhook: { enabled: true, url: '', byEvents: false, base64: false, headers: null, events: [] },
  ...{ token: 't', instanceId: 'i', ownJid: null, profileName: '' },
}

test.each([
  [person, ['contacts.upsert', 'contacts.update', 'chats.upsert', 'chats.update']],
  [group, ['chats.upsert', 'chats.update']],
])(
  'a message of %s publishes its chat, and a contact where it is one',
  async (remoteJid, wanted) => {
    const events: string[] = []
    const changes = createChatChanges({
      search: async () => ({ total: 1, messages: [] }),
      emit: async (_, { event }) => {
        events.push(event)
      },
      onFault: (error) => {
        throw error
      },
    })
    await changes.onNewMessages({
      ...{ type: 'new_messages', userId: 'u1' },
      instanceKey: { gatewayId: OWN_GATEWAY_ID, instance: 'loja' },
      messages: [{ ...aStoredMessage({ remoteJid, isFromMe: false }), text: 'Oi', ownJid: null }],
    })
    expect(events).toEqual(wanted)
  },
)

test.each([
  ['A', 'chats.upsert'],
  ['B', 'chats.update'],
])('of two first messages at once %s publishes %s', async (id, wanted) => {
  const kept = ['B', 'A'].map((each) => aStoredMessage({ id: each, remoteJid: person }))
  const told: string[] = []
  const changes = createChatChanges({
    search: async (_, { skip }) => ({ total: 2, messages: kept.slice(skip, skip + 1) }),
    emit: async (_, given) => {
      const data = typeof given.data === 'function' && (await given.data(aTarget))
      if (data && given.event.startsWith('chats.')) told.push(given.event)
    },
    onFault: (error) => {
      throw error
    },
  })
  const messages = kept
    .filter((each) => each.id === id)
    .map((each) => ({ ...each, text: 'Oi', ownJid: null }))
  const instanceKey = { gatewayId: OWN_GATEWAY_ID, instance: 'loja' }
  await changes.onNewMessages({ type: 'new_messages', userId: 'u1', instanceKey, messages })
  expect(told).toEqual([wanted])
})
