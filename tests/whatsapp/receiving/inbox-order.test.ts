import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Spool, SpooledEvent } from '../../../src/domain/devices/spool.ts'
import { createInbox } from '../../../src/whatsapp/receiving/inbox.ts'

const key = 'd1'
const base = {
  ...{ chatJid: '5511911112222@s.whatsapp.net', lid: null, phone: '5511911112222', fromMe: false },
  ...{ sentAt: '2026-01-05T12:00:00.000Z', remoteJid: '5511911112222@s.whatsapp.net' },
  ...{ participant: '', content: {} },
}

function aMessage(messageId: string): SpooledEvent {
  const words = { pushName: 'Ana', text: 'Oi', kind: 'conversation', media: null }
  return { type: 'inbound', key, message: { ...base, ...words, messageId } }
}

function aChange(messageId: string, changedId: string, text: string | null): SpooledEvent {
  return { type: 'message_change', key, change: { ...base, messageId, changedId, text } }
}

function idIn(event: SpooledEvent): string {
  if (event.type === 'receipt') return 'receipt'
  return event.type === 'inbound' ? event.message.messageId : event.change.messageId
}

function aSpool(events: readonly SpooledEvent[]): Spool {
  return {
    damage: null,
    add: async () => 0,
    remove: () => undefined,
    waiting: () => new Map(events.entries()),
    close: async () => undefined,
  }
}

test('a change of a message is published once the message was handled, others meanwhile', async () => {
  const told: string[] = []
  const ends = new Map<string, () => void>()
  const inbox = createInbox({
    log: () => undefined,
    deliver: (event) =>
      new Promise((resolve) => {
        const id = idIn(event)
        told.push(id)
        ends.set(id, () => resolve(true))
      }),
  })
  const end = async (id: string) => {
    ends.get(id)?.()
    await setImmediate()
  }
  inbox.attach(
    aSpool([
      aMessage('A'),
      aChange('edit', 'A', 'Olá'),
      aChange('revoke', 'A', null),
      aMessage('B'),
    ]),
  )
  await setImmediate()
  expect(told).toEqual(['A', 'B'])
  await end('A')
  expect(told).toEqual(['A', 'B', 'edit'])
  await end('edit')
  expect(told).toEqual(['A', 'B', 'edit', 'revoke'])
})
