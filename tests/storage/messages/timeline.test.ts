import { expect, test } from 'vitest'
import { NOTE_TYPE } from '../../../src/contract/messages/chat.ts'
import { createTimeline } from '../../../src/storage/messages/timeline.ts'

const types = ['conversation', 'imageMessage', NOTE_TYPE]

function aMessage(order: number, sentAtSeconds: number) {
  const type = types[order % 7 === 0 ? 2 : order % 2] ?? ''
  return { order, sentAtSeconds, isFromMe: order % 3 === 0, type }
}

/** Numbers that look random, the same each time. */
function* scattered(count: number) {
  for (let step = 1; step <= count; step += 1) yield (step * 7919) % 101
}

const filters = [
  {},
  { isFromMe: true },
  { isFromMe: false, type: 'conversation' },
  { type: 'imageMessage', fromSeconds: 20 },
  { fromSeconds: 30, toSeconds: 30 },
  { fromSeconds: 90, toSeconds: 10 },
  { toSeconds: 40, isFromMe: true },
  { type: 'nenhuma' },
]

test.each(filters)('a page by %j is what sorting and filtering all would give', (filter) => {
  const timeline = createTimeline<ReturnType<typeof aMessage>>()
  const all = [...scattered(300)].map((at, order) => aMessage(order + 1, at))
  for (const message of all) timeline.add(message)
  const dropped = all.splice(0, 60)
  for (const message of dropped) timeline.remove(message)
  const {
    isFromMe,
    type,
    fromSeconds = 0,
    toSeconds = Number.POSITIVE_INFINITY,
  } = {
    ...{ isFromMe: undefined, type: undefined },
    ...filter,
  }
  const wanted = all
    .filter(
      (each) =>
        each.type !== NOTE_TYPE &&
        (isFromMe === undefined || each.isFromMe === isFromMe) &&
        (type === undefined || each.type === type) &&
        each.sentAtSeconds >= fromSeconds &&
        each.sentAtSeconds <= toSeconds,
    )
    .sort((a, b) => b.sentAtSeconds - a.sentAtSeconds || b.order - a.order)
  for (const skip of [0, 5, 50, 1_000]) {
    const { total, found } = timeline.search({ ...filter, skip, limit: 10 })
    expect([total, found]).toEqual([wanted.length, wanted.slice(skip, skip + 10)])
  }
})

test('a page looks at no more messages in a long thread than in a short one', () => {
  const looksOf = (count: number) => {
    const timeline = createTimeline<ReturnType<typeof aMessage>>()
    let looks = 0
    for (let at = 1; at <= count; at += 1) {
      timeline.add({
        ...{ order: at, isFromMe: false, type: 'conversation' },
        get sentAtSeconds() {
          looks += 1
          return at
        },
      })
    }
    looks = 0
    const { total, found } = timeline.search({ skip: count - 20, limit: 10 })
    expect([total, found.length]).toEqual([count, 10])
    return looks
  }
  expect(looksOf(20_000)).toBe(looksOf(40))
})

test('the messages beside a place are those next to it in the order of sending', () => {
  const timeline = createTimeline<ReturnType<typeof aMessage>>()
  const all = [...scattered(300)].map((at, order) => aMessage(order + 1, at))
  for (const message of all) timeline.add(message)
  const sorted = all.toSorted((a, b) => a.sentAtSeconds - b.sentAtSeconds || a.order - b.order)
  for (const [place, message] of sorted.entries()) {
    expect(timeline.before(message, 7)).toEqual(sorted.slice(Math.max(0, place - 7), place))
    expect(timeline.after(message, 7)).toEqual(sorted.slice(place, place + 7))
  }
})
