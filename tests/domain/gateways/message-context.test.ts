import { expect, test } from 'vitest'
import { unsetSettings } from '../../../src/contract/gateways/evolution-settings.ts'
import { TEXT_MAX_LENGTH } from '../../../src/contract/limits.ts'
import { newDevice } from '../../../src/domain/devices/device-record.ts'
import { createMessageContexts } from '../../../src/domain/gateways/message-context.ts'
import { reactionPart } from '../../../src/domain/gateways/message-parts.ts'

const createdAt = '2026-01-15T12:00:00.000Z'
const instance = {
  record: {
    ...{ id: 'loja', instanceId: 'i1', token: 't', integration: '', number: null, webhook: null },
    websocket: null,
    ...{ settings: unsetSettings, createdAt, updatedAt: createdAt },
  },
  device: newDevice({ deviceId: 'loja', key: 'k1', connectionName: '', createdAt }),
  state: 'open',
} as const

test('of a quoted message no more is sent along than a message may be long', async () => {
  const { read } = createMessageContexts({
    messages: { search: async () => ({ total: 0, messages: [] }) },
  })
  const message = { conversation: 'x'.repeat(2 * TEXT_MAX_LENGTH) }
  const asked = { number: '5561988880000', quoted: { key: { id: '3A01' }, message } }
  const context = await read('ana', instance, asked)
  expect(context?.quoted?.text).toHaveLength(TEXT_MAX_LENGTH)
})

test.each(['+55 61 98888-0000', '5561988880000@c.us', '5561988880000@s.whatsapp.net'])(
  'a reaction names the chat of its message in full where the caller wrote %s',
  (remoteJid) => {
    const key = { remoteJid, fromMe: false, id: '3A01' }
    expect(reactionPart({ key, reaction: '👍' }, 0).fields).toMatchObject({
      key: { ...key, remoteJid: '5561988880000@s.whatsapp.net' },
    })
  },
)
