import { afterEach, expect, test, vi } from 'vitest'
import { createSendWindow } from '../../../src/whatsapp/sending/send-window.ts'

/** A window, and the messages that it has let through. */
function aWindow(limit: number) {
  const window = createSendWindow(limit)
  const open: { person: string; leave: () => void }[] = []
  return { window, open, write, acknowledge, people: () => open.map(({ person }) => person) }

  async function write(...people: string[]): Promise<void> {
    for (const person of people) {
      void window.enter(person).then((leave) => open.push({ person, leave }))
    }
    await turn()
  }

  async function acknowledge(): Promise<void> {
    for (const { leave } of open.splice(0)) {
      window.accepted()
      leave()
    }
    await turn()
  }
}

afterEach(() => {
  vi.useRealTimers()
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('the window begins with one message, and grows with what is acknowledged, up to its limit', async () => {
  const { write, acknowledge, open } = aWindow(4)
  await write(...'abcdefghijklm')
  const sizes = [open.length]
  for (let round = 0; round < 4; round += 1) {
    await acknowledge()
    sizes.push(open.length)
  }
  expect(sizes).toEqual([1, 2, 4, 4, 2])
})

test('the window is back at one message after a refusal', async () => {
  const { window, write, acknowledge, open } = aWindow(16)
  await write(...'abcdefghijklmnop')
  await acknowledge()
  await acknowledge()
  expect(open.length).toBe(4)

  window.refused()
  for (const { leave } of open.splice(0)) leave()
  await turn()

  expect(open.length).toBe(1)
})

test('what a person waits for goes before a campaign’s, in its own order', async () => {
  const { window, open, write, acknowledge, people } = aWindow(1)
  await write('a', 'b', 'c')
  for (const person of ['ana', 'bia']) {
    void window.enter(person, true).then((leave) => open.push({ person, leave }))
  }
  const order: string[] = []
  for (let count = 0; count < 5; count += 1) {
    order.push(...people())
    await acknowledge()
  }
  expect(order).toEqual(['a', 'ana', 'bia', 'b', 'c'])
})

test('lets one message of a person through at a time, and others past it', async () => {
  const { window, write, people } = aWindow(4)
  for (let count = 0; count < 4; count += 1) window.accepted()

  await write('ana', 'ana', 'bia')

  expect(people()).toEqual(['ana', 'bia'])
})

test('a silent person keeps nobody waiting for long, and the window begins anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { window, write, acknowledge, open, people } = aWindow(4)
  for (let count = 0; count < 4; count += 1) window.accepted()
  await write(...'abcdefgh')
  const silent = open.splice(0)

  vi.advanceTimersByTime(4_999)
  await turn()
  expect(people()).toEqual([])
  vi.advanceTimersByTime(1)
  await turn()
  expect(people()).toEqual(['e'])

  // Giving a place back once more frees no other place.
  for (const { leave } of silent) leave()
  await turn()
  expect(people()).toEqual(['e'])
  await acknowledge()
  expect(people()).toEqual(['f', 'g'])
})
