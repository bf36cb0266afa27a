import { expect, test } from 'vitest'
import { createStore } from '../../web/store.ts'

test('a store notifies its followers of every change, until they stop', () => {
  const store = createStore(1)
  const seen: number[] = []
  const stop = store.subscribe(() => seen.push(store.get()))
  const stopOther = store.subscribe(() => seen.push(store.get() * 10))
  store.set(2)
  stop()
  store.set(3)
  stopOther()
  store.set(4)
  expect(seen).toEqual([2, 20, 30])
  expect(store.get()).toBe(4)
})
