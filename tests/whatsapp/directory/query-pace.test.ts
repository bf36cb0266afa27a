import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueryPace } from '../../../src/whatsapp/directory/query-pace.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'

const people = Array.from({ length: 20 }, (_, index) => `person ${index}`)

function aPace() {
  const clock = createFakeClock()
  const pace = createQueryPace(clock)
  const asked: string[] = []
  const ask = (name: string) => async () => void asked.push(name)
  return { clock, pace, asked, ask }
}

test('numbers are asked for five seconds apart while people wait for their message', async () => {
  const { clock, pace, asked, ask } = aPace()
  await pace.contact(ask('first'))
  pace.found(people)
  const second = pace.contact(ask('second'))

  await nextTurn()
  expect(asked).toEqual(['first'])
  await pace.device(ask('devices'))
  clock.advance(5_000)
  await second
  expect(asked).toEqual(['first', 'devices', 'second'])
})

test('the next numbers are asked for at once when few people are left', async () => {
  const { pace, asked, ask } = aPace()
  await pace.contact(ask('first'))
  pace.found(people)
  const second = pace.contact(ask('second'))
  await nextTurn()

  for (const name of people.slice(0, 13)) pace.cameUp(name)

  await second
  expect(asked).toEqual(['first', 'second'])
})

test('one query is under way at a time', async () => {
  const { pace } = aPace()
  let open = 0
  let most = 0
  const query = async () => {
    open += 1
    most = Math.max(most, open)
    await nextTurn()
    open -= 1
  }

  await Promise.all([pace.contact(query), pace.device(query), pace.device(query)])

  expect(most).toBe(1)
})
