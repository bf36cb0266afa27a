import { expect, test } from 'vitest'
import { allEnded, everyStep } from '../../src/domain/every-step.ts'

test('steps are taken one after the other, and one that fails keeps none from being taken', async () => {
  const taken: string[] = []
  const steps = everyStep([
    async () => {
      await Promise.resolve()
      taken.push('first')
      throw new Error('the first')
    },
    () => {
      taken.push('second')
      throw new Error('the second')
    },
    () => taken.push('third'),
  ])
  await expect(steps).rejects.toThrow('the first')
  expect(taken).toEqual(['first', 'second', 'third'])
})

test('a failure is thrown once all work has ended, however long the rest takes', async () => {
  let hasEnded = false
  const slow = new Promise(setImmediate).then(() => {
    hasEnded = true
  })
  const all = allEnded([Promise.reject(new Error('refused')), slow])
  await expect(all).rejects.toThrow('refused')
  expect(hasEnded).toBe(true)
})
