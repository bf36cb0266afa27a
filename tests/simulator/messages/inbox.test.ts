import { expect, test } from 'vitest'
import { noteAsked } from '../../../src/simulator/messages/inbox.ts'
import { nothingUnderWay } from '../../../src/simulator/world/world.ts'

test('copies that were asked for and never come are forgotten in time', () => {
  const person = { phone: '5511970000001', sessions: [], ...nothingUnderWay() }
  for (let number = 0; number < 3_000; number += 1) noteAsked(person, `3EB0${number}`)
  expect(person.asked?.size).toBe(1_000)
  expect(person.asked?.has('3EB02999')).toBe(true)
})
