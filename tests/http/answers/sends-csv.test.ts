import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { areaCodes } from '../../../src/contract/phones/area-code.ts'
import { phoneCell } from '../../../src/http/answers/sends-csv.ts'

test('a Brazilian mobile is written as the library of phones writes it', () => {
  for (const ddd of areaCodes) {
    for (const second of '0123456789') {
      const digits = `55${ddd}9${second}9990001`
      const written = parsePhoneNumberFromString(`+${digits}`)?.formatInternational()
      expect(`+${phoneCell(digits)}`).toBe(written)
    }
  }
})

test('other phones keep their country apart', () => {
  expect(phoneCell('556132100000')).toBe('55 61 3210 0000')
  expect(phoneCell('351912345678')).toBe('351 912 345 678')
  expect(phoneCell('5500999999999')).toBe('55 0999999999')
  expect(phoneCell('999123')).toBe('99 9123')
})
