import { expect, test } from 'vitest'
import { atOnce } from '../../src/domain/at-once.ts'

const many = Array.from({ length: 600 }, (_, place) => place)

test('all works are done, many at a time, but never all of them at once', async () => {
  const done: number[] = []
  let underWay = 0
  let most = 0
  await atOnce(many, async (place) => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise(setImmediate)
    underWay -= 1
    done.push(place)
  })
  expect(done).toHaveLength(600)
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThan(600)
})

test('the first failure is thrown once all works that had begun have ended, and no more begin', async () => {
  const begun: number[] = []
  let underWay = 0
  const failing = atOnce(many, async (place) => {
    begun.push(place)
    underWay += 1
    await new Promise(setImmediate)
    underWay -= 1
    if (place === 7) throw new Error('the disk refuses')
  })
  await expect(failing).rejects.toThrow('the disk refuses')
  expect(underWay).toBe(0)
  expect(begun.length).toBeLessThan(600)
})
