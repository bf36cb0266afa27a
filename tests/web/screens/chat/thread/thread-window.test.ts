import { expect, test } from 'vitest'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import {
  around,
  newestOnly,
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

test('who reads on at the end sees the newest page, as it is', () => {
  const window = withNewest(newestOnly(messages(0, 100)), messages(3, 103), followed)
  expect(span(window)).toEqual([3, 103])
  expect(window).toMatchObject({ isLive: true, hasOlder: true })
})

test('what a new page leaves out stays above it for whoever reads there', () => {
  const window = withNewest(newestOnly(messages(100, 200)), messages(103, 203), read)
  expect(span(window)).toEqual([100, 203])
  const older = withOlder(window, messages(0, 100))
  expect(span(older)).toEqual([0, 203])
  expect(span(withNewest(older, messages(104, 204), read))).toEqual([0, 204])
})

test('the page before says by its length whether there are more', () => {
  const window = newestOnly(messages(130, 230))
  const second = withOlder(window, messages(30, 130))
  expect(second.hasOlder).toBe(true)
  const whole = withOlder(second, messages(0, 30))
  expect(span(whole)).toEqual([0, 230])
  expect(whole.hasOlder).toBe(false)
  expect(newestOnly(messages(0, 99)).hasOlder).toBe(false)
})

test('a page that has some of what is shown adds the others once', () => {
  expect(span(withOlder(newestOnly(messages(50, 150)), messages(0, 53)))).toEqual([0, 150])
})

test('so many new ones that there is a gap are further down for a reader, and at once for who is at the end', () => {
  const window = newestOnly(messages(0, 100))
  const far = messages(500, 600)
  expect(withNewest(window, far, read)).toMatchObject({ isLive: false, messages: messages(0, 100) })
  expect(span(withNewest(window, far, followed))).toEqual([500, 600])
})

test('however far it is read, no more is shown at once, and nothing of it is lost for good', () => {
  let window = newestOnly(messages(900, 1_000))
  for (let from = 800; from >= 300; from -= 100)
    window = withOlder(window, messages(from, from + 100))
  expect(span(window)).toEqual([300, 300 + WINDOW_LIMIT])
  expect(window).toMatchObject({ isLive: false, hasOlder: true })
  // New messages below do not move the window.
  expect(withNewest(window, messages(901, 1_001), read)).toBe(window)
  const live = messages(901, 1_001)
  for (let from = 700; from < 1_000; from += 100) {
    window = withNewer(window, messages(from, Math.min(from + 100, 1_001)), live)
  }
  expect(span(window)).toEqual([1_001 - WINDOW_LIMIT, 1_001])
  expect(window).toMatchObject({ isLive: true, hasOlder: true })
})

test('the run around a message far up is not live, and one near the end is', () => {
  const live = messages(900, 1_000)
  const [hit] = messages(500, 501)
  if (!hit) throw new Error('no message')
  const up = around(hit, { before: messages(400, 500), after: messages(501, 601) }, live)
  expect(span(up)).toEqual([400, 601])
  expect(up).toMatchObject({ isLive: false, hasOlder: true })
  const [late] = messages(850, 851)
  if (!late) throw new Error('no message')
  const down = around(late, { before: messages(750, 850), after: messages(851, 951) }, live)
  expect(span(down)).toEqual([750, 1_000])
  expect(down.isLive).toBe(true)
})
