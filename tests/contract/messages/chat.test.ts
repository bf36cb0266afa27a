import { expect, test } from 'vitest'
import { z } from 'zod'
import { WebhookMessageJson } from '../../../src/contract/messages/chat.ts'

const wire = {
  id: '3EB0A1',
  evolution_id: 'own',
  instance: '5561977771234',
  remote_jid: '5561988887777@s.whatsapp.net',
  push_name: null,
  message_content: 'Olha só',
  message_type: 'imageMessage',
  from_me: true,
  message_timestamp: 1_768_478_400,
  status: 'delivered',
  thumbnail: '/9j/4AAQ',
} as const

test('a message is read from the wire and written back as it was', () => {
  const message = z.decode(WebhookMessageJson, wire)
  expect(message).toEqual({
    id: '3EB0A1',
    gatewayId: 'own',
    instance: '5561977771234',
    remoteJid: '5561988887777@s.whatsapp.net',
    pushName: null,
    content: 'Olha só',
    type: 'imageMessage',
    isFromMe: true,
    sentAtSeconds: 1_768_478_400,
    status: 'delivered',
    thumbnail: '/9j/4AAQ',
  })
  expect(z.encode(WebhookMessageJson, message)).toEqual(wire)
})

test('an unknown status is refused', () => {
  const unknown = { ...wire, status: 'seen' }
  expect(WebhookMessageJson.safeParse(unknown).success).toBe(false)
})
