import { expect, test } from 'vitest'
import { createPhoneCache } from '../../../src/storage/contacts/phone-cache.ts'

function phones(count: number): Set<number> {
  return new Set(Array.from({ length: count }, (_, index) => index))
}

function kept(cache: ReturnType<typeof createPhoneCache>, keys: string): string {
  return [...keys].filter((key) => cache.peek(key) !== undefined).join('')
}

test('the sets used least lately are forgotten once all together are too many', () => {
  const cache = createPhoneCache(100)
  for (const key of 'abc') cache.put(key, phones(30))
  cache.take('a')
  cache.peek('b')

  cache.put('d', phones(40))

  expect(kept(cache, 'abcd')).toBe('acd')
})

test('a set that is too large by itself is kept, alone, until another one comes', () => {
  const cache = createPhoneCache(100)
  cache.put('small', phones(1))

  cache.put('large', phones(150))
  expect(cache.peek('small')).toBeUndefined()
  expect(cache.take('large')?.size).toBe(150)

  cache.put('next', phones(1))
  expect(cache.peek('large')).toBeUndefined()
  expect(cache.peek('next')?.size).toBe(1)
})

test('a set that has grown counts as what it is when it is put again', () => {
  const cache = createPhoneCache(100)
  const growing = phones(10)
  cache.put('a', growing)
  cache.put('b', phones(20))
  for (let phone = 0; phone < 90; phone++) growing.add(phone)

  cache.put('a', growing)

  expect(cache.peek('b')).toBeUndefined()
  expect(cache.peek('a')).toBe(growing)
})

test('an empty set is kept, and one is dropped on request', () => {
  const cache = createPhoneCache(100)
  cache.put('a', phones(0))
  cache.put('b', phones(1))
  expect(cache.take('a')?.size).toBe(0)

  cache.drop('a')

  expect(cache.take('a')).toBeUndefined()
  expect(cache.take('b')?.size).toBe(1)
})

test('no more empty sets are kept than their least size allows', () => {
  const cache = createPhoneCache(100, { leastSize: 40 })
  for (const key of 'abc') cache.put(key, phones(0))

  expect(kept(cache, 'abc')).toBe('bc')
})
