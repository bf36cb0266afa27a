import { expect, test } from 'vitest'
import { readForm } from '../../../src/http/requests/form-body.ts'

test.each([
  ['number=55&text=Oi+%C3%A0+vista', { number: '55', text: 'Oi à vista' }],
  [
    'quoted[key][id]=3A&quoted[message][conversation]=Oi',
    {
      quoted: { key: { id: '3A' }, message: { conversation: 'Oi' } },
    },
  ],
  ['numbers[]=1&numbers[]=2', { numbers: ['1', '2'] }],
  ['numbers[0]=1&numbers[1]=2', { numbers: ['1', '2'] }],
  ['numbers=1&numbers=2&numbers=3', { numbers: ['1', '2', '3'] }],
  ['', {}],
])('%s reads as JSON would hold it', (text, value) => {
  expect(readForm(text)).toEqual(value)
})

test('names of what every object has are names like any other', () => {
  const value = readForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
  expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor'])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('more fields than a call has, or deeper ones, are refused', () => {
  expect(() => readForm('a=1&'.repeat(1_001))).toThrow(RangeError)
  expect(() => readForm(`a${'[b]'.repeat(7)}=1`)).toThrow(RangeError)
})
