import { expect, test } from 'vitest'
import { messagesUpsert } from '../../../src/domain/webhooks/webhook-events.ts'

const PHONE = '5561977770001@s.whatsapp.net'
const LID = '99887766554433@lid'
const GROUP = '120363000000000001@g.us'

const message = {
  messageId: '3A01',
  chatJid: PHONE,
  lid: LID,
  phone: '5561977770001',
  pushName: 'Bruna',
  fromMe: false,
  text: 'Oi',
  kind: 'conversation',
  sentAt: '2026-01-15T12:00:00.000Z',
  remoteJid: LID,
  participant: '',
  content: { conversation: 'Oi' },
  media: null,
}
const keyOf = (changed: Partial<typeof message>) =>
  messagesUpsert({ ...message, ...changed }, 'i').key

test('a message under a LID names the phone wherever receivers look for it', () => {
  expect(keyOf({})).toEqual({
    remoteJid: PHONE,
    remoteJidAlt: PHONE,
    senderLid: LID,
    fromMe: false,
    id: '3A01',
    participant: '',
    addressingMode: 'lid',
  })
})

test('a message of whom no phone is known names the LID, and one under a phone only that', () => {
  expect(keyOf({ chatJid: LID })).toEqual({
    ...{ remoteJid: LID, senderLid: LID, fromMe: false, id: '3A01', participant: '' },
    addressingMode: 'lid',
  })
  expect(keyOf({ remoteJid: PHONE, lid: '' })).toEqual({
    ...{ remoteJid: PHONE, fromMe: false, id: '3A01', participant: '', addressingMode: 'pn' },
  })
})

test('a message in a group names the author by both names that are known', () => {
  const inGroup = { chatJid: GROUP, remoteJid: GROUP, participant: LID }
  expect(keyOf(inGroup)).toEqual({
    remoteJid: GROUP,
    ...{ fromMe: false, id: '3A01', participant: LID, participantAlt: PHONE },
    addressingMode: 'lid',
  })
})
