import { expect, test } from 'vitest'
import {
  ContactListBody,
  exportFileName,
  listName,
} from '../../../src/contract/contacts/contact-list.ts'

test('a list without a name is known by its id, in its file too', () => {
  expect(listName({ id: '7', name: '' })).toBe('Lista #7')
  expect(exportFileName({ id: '7', name: '' })).toBe('Lista_#7.csv')
  expect(listName({ id: '7', name: 'Clientes' })).toBe('Clientes')
})

test('a file has the name of its list, with spaces as underscores', () => {
  expect(exportFileName({ id: '7', name: ' Clientes de  São Paulo ' })).toBe(
    'Clientes_de_São_Paulo.csv',
  )
})

const sentence = 'Os contatos precisam ser uma lista de {name, phone}.'

test.each([
  [[{ name: 'Ana', phone: 5561999990000, campos: { cidade: null } }]],
  ['[{"name":"Ana","phone":5561999990000,"campos":{"cidade":null}}]'],
])('contacts come as a list or as its text', (contatos) => {
  const { contatos: rows } = ContactListBody.parse({ contatos })
  const ana = { name: 'Ana', phone: '5561999990000', fields: { cidade: '' } }
  expect([...rows]).toEqual([ana])
  expect([...rows]).toEqual([ana])
})

test.each([
  [undefined],
  [7],
  [{}],
  ['{}'],
  ['x'],
  [[1]],
  [[null]],
  [[[]]],
  [[{ campos: 'x' }]],
  [[{ campos: [] }]],
])('contacts are no list: %j', (contatos) => {
  const { error } = ContactListBody.safeParse({ contatos })
  expect(error?.issues).toMatchObject([{ path: ['contatos'], message: sentence }])
})

test('a row is checked when it is read, and no sooner', () => {
  let looks = 0
  const row = {
    get phone() {
      looks += 1
      return '61999990000'
    },
  }
  const { contatos } = ContactListBody.parse({ contatos: Array.from({ length: 1_000 }, () => row) })
  expect(looks).toBe(0)
  expect([...contatos]).toHaveLength(1_000)
  expect(looks).toBe(1_000)
})
