import { expect, test } from 'vitest'
import { readForm } from '../../../src/http/requests/form-body.ts'

const pause = async () => undefined

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
])('%s reads as JSON would hold it', async (text, value) => {
  expect(await readForm(text, { pause })).toEqual(value)
})

test.each([
  'a',
  '%41',
  '%C3%A3',
  '%F0%9F%91%8D',
  'x%F0%9F%91%8D',
  '+%E2%82%AC',
  'ã',
  'x👍👍',
  '%A3',
  '%%4',
])('a file of many %j is decoded in pieces as it would be at once', async (part) => {
  let pauses = 0
  const count = async () => {
    pauses += 1
  }
  const text = `number=55&media=${part.repeat(800_000 / part.length)}&text=Oi`
  const value = await readForm(text, { pause: count })
  expect(value).toEqual(Object.fromEntries(new URLSearchParams(text)))
  expect(pauses).toBe(3)
})

test('names of what every object has are names like any other', async () => {
  const text = '__proto__[polluted]=1&constructor[prototype][polluted]=1'
  const value = await readForm(text, { pause })
  expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor'])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('more fields than a call has, deeper ones, or longer names are refused', async () => {
  const faulty = ['a=1&'.repeat(1_001), `a${'[b]'.repeat(7)}=1`, 'a'.repeat(1_001)]
  for (const text of faulty) {
    await expect(readForm(text, { pause })).rejects.toThrow(RangeError)
  }
})
