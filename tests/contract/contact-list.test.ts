import { expect, test } from 'vitest'
import { exportFileName, listName } from '../../src/contract/contact-list.ts'

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
