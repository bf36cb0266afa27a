import { expect, test } from 'vitest'
import { contactSearch } from '../../../src/domain/contacts/contact-search.ts'

test('half a character is left out of a search, beside others or alone', () => {
  expect(contactSearch('\ud83d')).toBeNull()
  expect(contactSearch(' Ana\ude00 ')).toEqual({ text: 'ana', digits: '' })
  expect(contactSearch('😀')).toEqual({ text: '😀', digits: '' })
})
