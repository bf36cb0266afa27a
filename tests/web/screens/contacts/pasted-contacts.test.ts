import { expect, test } from 'vitest'
import { readPasted } from '../../../../web/screens/contacts/pasted-contacts.ts'

test('reads rows of a spreadsheet, whichever column holds the phone', () => {
  expect(readPasted('Ana\t61999990001\nBia\t61 99999-0002\n')).toEqual([
    { name: 'Ana', phone: '61999990001' },
    { name: 'Bia', phone: '61 99999-0002' },
  ])
  expect(readPasted('61999990001;Ana\r\n')).toEqual([{ name: 'Ana', phone: '61999990001' }])
})

test('reads a column of phones, and one of names', () => {
  expect(readPasted('61999990001\n61999990002')).toEqual([
    { name: '', phone: '61999990001' },
    { name: '', phone: '61999990002' },
  ])
  expect(readPasted('Ana\nBia')).toEqual([
    { name: 'Ana', phone: '' },
    { name: 'Bia', phone: '' },
  ])
})

test('leaves a single cell to the field it is pasted into', () => {
  expect(readPasted('61999990001')).toBeUndefined()
  expect(readPasted('Ana Maria\n')).toBeUndefined()
})
