import { expect, test } from 'vitest'
import { createLoginTurns } from '../../../src/domain/devices/login-turns.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'

test('devices of many engines log in one after the other, at the pace of the process', () => {
  const clock = createFakeClock()
  const turns = createLoginTurns({ loginsPerSecond: 2, clock })
  const done: string[] = []
  for (const name of ['ana', 'bia', 'caio']) turns.ask(() => done.push(name) > 0)
  expect(done).toEqual(['ana'])
  clock.advance(500)
  expect(done).toEqual(['ana', 'bia'])
  clock.advance(500)
  expect(done).toEqual(['ana', 'bia', 'caio'])
})

test('a login that is no longer wanted takes nobody’s turn', () => {
  const clock = createFakeClock()
  const turns = createLoginTurns({ loginsPerSecond: 1, clock })
  const done: string[] = []
  const withdrawn = () => done.push('withdrawn') > 0
  turns.ask(() => done.push('first') > 0)
  turns.ask(withdrawn)
  turns.ask(() => false)
  turns.ask(() => done.push('second') > 0)
  turns.withdraw(withdrawn)
  clock.advance(1_000)
  expect(done).toEqual(['first', 'second'])
})
