import { expect, test } from 'vitest'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import {
  around,
  newestOnly,
  PAGE_LENGTH,
  type ThreadWindow,
  WINDOW_LIMIT,
  withNewer,
  withNewest,
  withOlder,
} from '../../../../../web/screens/chat/thread/thread-window.ts'
import { aStoredMessage } from '../../../../support/domain/webhook.ts'

function messages(from: number, to: number): readonly WebhookMessage[] {
  return Array.from({ length: to - from }, (_, step) => {
    const { lid: _lid, ...message } = aStoredMessage({ id: `M${from + step}` })
    return { ...message, gatewayId: 'own', instance: 'loja', sentAtSeconds: from + step }
  })
}

/** Its first and last messages, after it was found to have no gap. */
function span({ messages: shown }: ThreadWindow): readonly [number, number] {
  const places = shown.map(({ sentAtSeconds }) => sentAtSeconds)
  const [first = -1] = places
  expect(places).toEqual(Array.from(places, (_, step) => first + step))
  return [first, first + places.length]
}

const followed = { isFollowed: true }
const read = { isFollowed: false }

test('of the newest messages as many show first as fill some screens', () => {
  const window = newestOnly(messages(0, 100))
  expect(span(window)).toEqual([100 - PAGE_LENGTH, 100])
  expect(window).toMatchObject({ isLive: true, hasOlder: true })
  expect(newestOnly(messages(0, PAGE_LENGTH)).hasOlder).toBe(false)
})

test('who reads on at the end sees the newest ones, as they are', () => {
  const window = withNewest(newestOnly(messages(0, 100)), messages(3, 103), followed)
  expect(span(window)).toEqual([103 - PAGE_LENGTH, 103])
  expect(window).toMatchObject({ isLive: true, hasOlder: true })
})

test('what comes in below takes nothing from whoever reads above, and puts nothing there', () => {
  const window = withNewest(newestOnly(messages(100, 200)), messages(103, 203), read)
  expect(span(window)).toEqual([150, 203])
  const older = withOlder(window, messages(100, 150))
  expect(span(older)).toEqual([100, 203])
  expect(span(withNewest(older, messages(104, 204), read))).toEqual([100, 204])
  const few = newestOnly(messages(0, 50))
  expect(span(withNewest(few, messages(0, 53), read))).toEqual([0, 53])
})

test('the page before says by its length whether there are more', () => {
  const window = newestOnly(messages(130, 230))
  const second = withOlder(window, messages(130, 180))
  expect(second.hasOlder).toBe(true)
  const whole = withOlder(second, messages(100, 130))
  expect(span(whole)).toEqual([100, 230])
  expect(whole.hasOlder).toBe(false)
})

test('a page that has some of what is shown adds the others once', () => {
  expect(span(withOlder(newestOnly(messages(50, 100)), messages(0, 53)))).toEqual([0, 100])
})

test('so many new ones that there is a gap are further down for a reader, and at once for who is at the end', () => {
  const window = newestOnly(messages(0, 50))
  const far = messages(500, 600)
  expect(withNewest(window, far, read)).toMatchObject({ isLive: false, messages: messages(0, 50) })
  expect(span(withNewest(window, far, followed))).toEqual([550, 600])
})

test('however far it is read, no more is shown at once, and nothing of it is lost for good', () => {
  let window = newestOnly(messages(900, 1_000))
  for (let from = 900; from >= 300; from -= 50) {
    window = withOlder(window, messages(from, from + 50))
  }
  expect(span(window)).toEqual([300, 300 + WINDOW_LIMIT])
  expect(window).toMatchObject({ isLive: false, hasOlder: true })
  // What comes in below does not move it.
  expect(withNewest(window, messages(901, 1_001), read)).toBe(window)
  const live = messages(901, 1_001)
  for (let from = 300 + WINDOW_LIMIT; from < 1_000; from += 50) {
    window = withNewer(window, messages(from, Math.min(from + 50, 1_001)), live)
  }
  expect(span(window)).toEqual([1_001 - WINDOW_LIMIT, 1_001])
  expect(window).toMatchObject({ isLive: true, hasOlder: true })
})

test('the run around a message far up is not live, and one near the end is', () => {
  const live = messages(900, 1_000)
  const [hit] = messages(500, 501)
  if (!hit) throw new Error('no message')
  const up = around(hit, { before: messages(450, 500), after: messages(501, 551) }, live)
  expect(span(up)).toEqual([450, 551])
  expect(up).toMatchObject({ isLive: false, hasOlder: true })
  const [late] = messages(870, 871)
  if (!late) throw new Error('no message')
  const down = around(late, { before: messages(820, 870), after: messages(871, 921) }, live)
  expect(span(down)).toEqual([1_000 - WINDOW_LIMIT, 1_000])
  expect(down.isLive).toBe(true)
})
