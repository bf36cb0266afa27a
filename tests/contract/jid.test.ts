import { expect, test } from 'vitest'
import {
  isConversationJid,
  isPersonJid,
  lidJid,
  normaliseJid,
  phoneJid,
  phoneOfJid,
  userOfJid,
  withoutPhoneServer,
} from '../../src/contract/jid.ts'

test.each([
  ['5561999990000@s.whatsapp.net', true, true, '5561999990000'],
  ['5561999990000:12@s.whatsapp.net', true, true, '5561999990000'],
  ['5561999990000@c.us', false, false, '5561999990000'],
  ['123456789012345@lid', true, true, null],
  ['120363000000000001@g.us', false, true, null],
  ['120363000000000001@newsletter', false, false, null],
  ['status@broadcast', false, false, null],
  ['5561999990000', false, false, null],
  ['loja@s.whatsapp.net', true, true, null],
])(
  '%s is a person: %s, is a conversation: %s, and is of the phone %s',
  (jid, isPerson, isTalk, phone) => {
    expect(isPersonJid(jid)).toBe(isPerson)
    expect(isConversationJid(jid)).toBe(isTalk)
    expect(phoneOfJid(jid)).toBe(phone)
  },
)

test.each([
  ['5561999990000:3@S.WhatsApp.net', '5561999990000@s.whatsapp.net'],
  ['5561999990000@c.us', '5561999990000@s.whatsapp.net'],
  [' 5561999990000 ', '5561999990000@s.whatsapp.net'],
  ['1234:5@lid', '1234@lid'],
  ['loja', null],
  ['a b@lid', null],
  ['', null],
])('%s is written as %s', (jid, expected) => {
  expect(normaliseJid(jid)).toBe(expected)
})

test('a jid is made of its user, and gives it back', () => {
  expect(userOfJid(phoneJid('5561999990000'))).toBe('5561999990000')
  expect(userOfJid(lidJid(7))).toBe('7')
  expect(withoutPhoneServer('+55 61 99999-0000')).toBe('+55 61 99999-0000')
  expect(withoutPhoneServer('1234@lid')).toBe('1234@lid')
})
