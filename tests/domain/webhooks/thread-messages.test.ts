import { expect, test } from 'vitest'
import { reported } from '../../../src/domain/webhooks/thread-messages.ts'

const message = {
  messageId: '3A01',
  chatJid: '5561977770001@s.whatsapp.net',
  lid: '111@lid',
  phone: '5561977770001',
  pushName: 'Bruna',
  fromMe: false,
  text: 'Oi',
  kind: 'conversation',
  sentAt: '2026-01-15T12:00:00.000Z',
  remoteJid: '111@lid',
  participant: '',
  content: { conversation: 'Oi' },
  media: null,
}

test('a person’s other name is one of their chat, and in a group of nobody’s', () => {
  expect(reported(message)).toMatchObject({ remoteJid: message.chatJid, lid: '111@lid' })

  const group = '120363000000000001@g.us'
  const inGroup = { ...message, chatJid: group, remoteJid: group, participant: '111@lid' }
  expect(reported(inGroup)).toMatchObject({ remoteJid: group, lid: null })
})
