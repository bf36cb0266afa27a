import { expect, test } from 'vitest'
import { DeviceStatus } from '../../../src/contract/devices/device.ts'
import { WebhookEventName } from '../../../src/contract/gateways/delivery.ts'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import { phoneJid } from '../../../src/contract/jid.ts'
import { createChatChanges } from '../../../src/domain/webhooks/chat-changes.ts'
import { createConnectionEvents } from '../../../src/domain/webhooks/connection-events.ts'
import { createInstanceEvents } from '../../../src/domain/webhooks/instance-events.ts'
import type { InstanceFeed } from '../../../src/domain/webhooks/instance-feed.ts'
import { createInstanceLife } from '../../../src/domain/webhooks/instance-life.ts'
import { createMessageChanges } from '../../../src/domain/webhooks/message-changes.ts'
import { instanceSample } from '../../../src/domain/webhooks/trials/instance-samples.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aStoredMessage } from '../../support/domain/webhook.ts'

const AT = '2026-01-15T12:00:00.000Z'
const PERSON = phoneJid('5561977770001')
const GROUP = '120363041234567890@g.us'
const SENT = { deviceKey: 'k', messageId: 'A', jid: PERSON, atMs: 0 }
const facts = { token: 't', instanceId: 'i', ownJid: PERSON, profileName: 'Loja' }
const drawQr = async () => 'data:image/png;base64,AA=='
const owner = { userId: 'ana', deviceId: 'loja' }
const inbound = {
  ...{ messageId: 'M', chatJid: PERSON, lid: null, phone: '5561977770001', pushName: 'Bia' },
  ...{ fromMe: false, text: 'Oi', kind: 'conversation', remoteJid: PERSON, participant: '' },
  ...{ content: { conversation: 'Oi' }, media: null, sentAt: AT },
}

/** The names and types in a value; a list counts as its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name.replace(/.*@.*/, 'jid'), shapeOf(each)]),
  )
}

/** The data of real events, from the parts that make them. */
async function realEvents(): Promise<ReadonlyMap<string, unknown>> {
  const told = new Map<string, unknown>()
  const emit: InstanceFeed['emit'] = async (_, given) => {
    const data = await given.data(facts)
    if (data !== undefined) told.set(given.event, data)
  }
  const onFault = (error: unknown) => {
    throw error
  }
  const findOwner = () => owner
  const never = async () => false
  const changes = createMessageChanges({
    ...{ findOwner, emit, onFault, ignoresGroups: never, change: async () => true },
  })
  const key = { remoteJid: PERSON, fromMe: true, id: 'A' }
  const edit = { key, type: 'MESSAGE_EDIT', editedMessage: { conversation: 'Olá' } }
  const events = createInstanceEvents({
    ...{ findOwner, emit, onFault, ignoresGroups: never, isOfCampaign: () => false },
    ...{ keep: async () => ({ stored: 1 }), mark: async () => undefined },
    ...{ read: async () => undefined, findCampaignMessages: async () => [] },
    ...{ newestAt: async () => undefined, changedHere: changes.changedHere },
    ...{ findJid: async () => PERSON, settled: async () => undefined },
    findContent: async (id) => ({
      ...{ text: 'Oi', media: null },
      ...(id === 'E' && { part: { type: 'protocolMessage', fields: edit, secret: null } }),
    }),
  })
  await events.onEvent({ type: 'inbound', key: 'k', message: inbound })
  await events.onEvent({
    type: 'receipt',
    key: 'k',
    messageIds: ['A'],
    kind: 'read',
    at: AT,
  })
  await events.onDirectSent(SENT)
  await events.onDirectSent({ ...SENT, messageId: 'E' })
  const presence = { chatJid: PERSON, jid: PERSON, presence: 'composing', lastSeenSeconds: null }
  await events.onEvent({ type: 'presence', key: 'k', presence })
  const call = {
    ...{ id: 'C', chatJid: PERSON, from: PERSON, phone: null, at: AT, status: 'offer' },
    ...{ isVideo: false, isGroup: false, isOffline: false },
  }
  await events.onEvent({ type: 'call', key: 'k', call })
  const chats = [{ chatJid: PERSON, lid: '1@lid', name: 'Bia' }]
  await events.onEvent({ type: 'history', key: 'k', chats })
  const about = { kind: 'changed', jid: GROUP, author: PERSON, fields: { subject: 'B' } } as const
  await events.onEvent({ type: 'group', key: 'k', change: about })
  const made = { ...inbound, changedId: 'M' }
  const edited = { type: 'MESSAGE_EDIT', editedMessage: { conversation: 'Olá' } }
  const change = { ...made, text: 'Olá', content: edited }
  await changes.onMessageChange({ type: 'message_change', key: 'k', change })
  await changes.onMessageChange({
    type: 'message_change',
    key: 'k',
    change: { ...made, text: null },
  })
  const chatChanges = (total: number) =>
    createChatChanges({ search: async () => ({ total, messages: [] }), emit, onFault })
  const instanceKey = { gatewayId: OWN_GATEWAY_ID, instance: 'loja' }
  const first = aStoredMessage({ remoteJid: PERSON, isFromMe: false, pushName: 'Bia' })
  const messages = [{ ...first, text: 'Oi', ownJid: null }]
  const arrived = { type: 'new_messages', userId: 'ana', instanceKey, messages } as const
  await chatChanges(1).onNewMessages(arrived)
  await chatChanges(900).onNewMessages(arrived)
  const connection = createConnectionEvents({
    ...{ findOwner, emit, drawQr, clock: createFakeClock(), onFault },
  })
  await connection.onEvent({ type: 'qr', key: 'k', qr: 'Q', expiresAt: AT })
  const gone = { type: 'state', status: DeviceStatus.disconnected, reason: 'logged_out' } as const
  await connection.onEvent({ ...gone, key: 'k', phone: null })
  const back = { type: 'state', status: DeviceStatus.connected, reason: null } as const
  await connection.onEvent({ ...back, key: 'k', phone: '5561977770001' })
  const life = createInstanceLife({
    ...{ outbox: { probe: () => expect.unreachable() }, newId: () => 'n', onFault },
    ...{ findTarget: async () => undefined, clock: createFakeClock() },
    feed: {
      emit,
      end: async (place, _, farewell) => {
        for (const each of farewell) await emit(place, each)
      },
    },
  })
  await life.onInstanceCreated({ type: 'instance_created', ...owner })
  await life.onDeviceRemoved({ type: 'device_removed', key: 'k', ...owner, phone: null })
  return told
}

/** Events of groups, whose data comes from the function that makes their samples. */
const byGroupEvent = ['groups.upsert', 'group-participants.update']

test('the sample of every event has just the shape of a real one', async () => {
  const real = await realEvents()
  const missing = WebhookEventName.options.filter((name) => !real.has(name))
  expect(missing.toSorted()).toEqual(byGroupEvent.toSorted())
  for (const [name, data] of real) {
    const event = WebhookEventName.parse(name)
    const sample = await instanceSample(event, { instance: 'loja', facts, at: AT, drawQr })
    expect([name, shapeOf(sample)]).toEqual([name, shapeOf(data)])
  }
})
