import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createQueryBackoffs, createQueryPace } from '../../../src/whatsapp/directory/query-pace.ts'
import { DirectoryError } from '../../../src/whatsapp/directory/usync.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'

const people = Array.from({ length: 30 }, (_, index) => `person ${index}`)

function aPace(sendWindow = 4) {
  const clock = createFakeClock()
  const pace = createQueryPace({ backoffs: createQueryBackoffs(clock), sendWindow, clock })
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

test('a slow answer does not bring the next query nearer', async () => {
  const { clock, pace, asked, ask } = aPace()
  await pace.contact(async () => {
    clock.advance(2_000)
  })
  pace.found(people)
  const next = pace.contact(ask('next'))

  await nextTurn()
  clock.advance(4_999)
  await nextTurn()
  expect(asked).toEqual([])
  clock.advance(1)
  await next
  expect(asked).toEqual(['next'])
})

test('the next numbers are asked for at once when few people are left', async () => {
  const { pace, asked, ask } = aPace()
  await pace.contact(ask('first'))
  pace.found(people)
  const second = pace.contact(ask('second'))
  await nextTurn()

  for (const name of people.slice(0, 22)) pace.cameUp(name)
  await nextTurn()
  expect(asked).toEqual(['first'])
  for (const name of people.slice(22, 23)) pace.cameUp(name)

  await second
  expect(asked).toEqual(['first', 'second'])
})

test('a wide send window asks for the next numbers before it runs empty', async () => {
  const { pace, asked, ask } = aPace(16)
  await pace.contact(ask('first'))
  pace.found(people)
  const second = pace.contact(ask('second'))

  for (const name of people.slice(0, 6)) pace.cameUp(name)
  await nextTurn()
  expect(asked).toEqual(['first'])
  for (const name of people.slice(6, 7)) pace.cameUp(name)

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

test('what the server asked to wait holds for the next connection as well', async () => {
  const clock = createFakeClock()
  const backoffs = createQueryBackoffs(clock)
  const refuse = async () => {
    throw new DirectoryError({ attrs: { code: '429', text: 'rate-overlimit' } })
  }
  const told = { data: 429, backoffSeconds: 60 }
  await expect(
    createQueryPace({ backoffs, sendWindow: 4, clock }).contact(refuse),
  ).rejects.toMatchObject(told)

  const next = createQueryPace({ backoffs, sendWindow: 4, clock })
  const ask = vi.fn(async () => undefined)
  await expect(next.contact(ask)).rejects.toMatchObject(told)
  expect(ask).not.toHaveBeenCalled()
  clock.advance(60_000)
  await next.contact(ask)
  expect(ask).toHaveBeenCalledOnce()
})
