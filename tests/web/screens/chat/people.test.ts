import { expect, test } from 'vitest'
import { findPeople, initialOf, phoneIn } from '../../../../web/screens/chat/people.ts'

const people = [
  { remoteJid: '5561999990001@s.whatsapp.net', contactName: 'José Álvaro', pushName: 'Zeca' },
  { remoteJid: '5511988887777@s.whatsapp.net', contactName: null, pushName: 'Loja 24 Horas' },
  { remoteJid: '5511977776666@s.whatsapp.net', contactName: null, pushName: null },
]
const found = (search: string) => findPeople(people, search).map(({ remoteJid }) => remoteJid)

test('finds somebody by either name without its accents, and by a phone however it is written', () => {
  expect(found('jose alvaro')).toEqual([people[0]?.remoteJid])
  expect(found('ZECA')).toEqual([people[0]?.remoteJid])
  expect(found('(11) 98888-7777')).toEqual([people[1]?.remoteJid])
  expect(found('97777-6666')).toEqual([people[2]?.remoteJid])
  expect(found('ninguém')).toEqual([])
})

test('a person is known by the first letter of the name, and whoever has none by no digit', () => {
  const initialOfName = (contactName: string | null, remoteJid = '5511977776666@s.whatsapp.net') =>
    initialOf({ remoteJid, contactName, pushName: null })
  expect(initialOfName('álvaro')).toBe('Á')
  expect(initialOfName('🌻 Rita')).toBe('R')
  expect(initialOfName(null)).toBeNull()
  expect(initialOfName('Bia', '120363000000000001@g.us')).toBeNull()
})

test.each([
  ['(61) 99999-0003', '5561999990003'],
  ['+55 61 99999-0003', '5561999990003'],
  ['55 99999-0003', '5555999990003'],
  ['+351 912 345 678', '351912345678'],
  ['99999-0003', null],
  ['61 9999', null],
  ['Sala 61999990003', null],
])('reads %s as a whole number only where it is one', (search, phone) => {
  expect(phoneIn(search)).toBe(phone)
})

test('leaves the list as it is where nothing is sought', () => {
  expect(findPeople(people, ' ')).toBe(people)
})
