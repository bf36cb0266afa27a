import { expect, test } from 'vitest'
import { createBoundedMap } from '../../../src/whatsapp/directory/bounded-map.ts'

test('what was used longest ago is dropped first, and nothing while there is room', () => {
  const map = createBoundedMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)
  expect(['a', 'b', 'c'].map(map.get)).toEqual([1, undefined, 3])

  map.reserve(3)
  map.set('d', 4)
  expect(['a', 'c', 'd'].map(map.get)).toEqual([1, 3, 4])
  map.reserve(1)
  expect(['a', 'c', 'd'].map(map.get)).toEqual([undefined, 3, 4])
  map.set('e', 5)
  expect(['c', 'd', 'e'].map(map.get)).toEqual([undefined, 4, 5])
})
