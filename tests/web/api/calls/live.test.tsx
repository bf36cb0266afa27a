import { expect, onTestFinished, test, vi } from 'vitest'
import { startLive } from '../../../../web/api/calls/live.ts'
import { reach, returns } from '../../../../web/api/calls/reach.ts'
import { aConsole } from '../../../support/web/console.tsx'
import { ownTime } from '../../../support/web/time.ts'

// Started once, as a page does: it follows the sessions of all tests.
startLive({ hasMissedEvents: false })

type Line = (
  address: string,
  init: RequestInit,
  answer: () => Promise<Response>,
) => Response | Promise<Response>

/** A console whose event stream the test answers by `line`; time is the test's own. */
async function aListener(line?: Line) {
  const console = await aConsole()
  const others = fetch
  let opening = 0
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (!address.startsWith('/api/events')) return others(address, init)
    const answer = async () => {
      opening += 1
      try {
        return await console.request(address, init)
      } finally {
        opening -= 1
      }
    }
    return line ? line(address, init, answer) : answer()
  })
  const time = ownTime(() => opening === 0 && console.isAtRest())
  const { page } = await console.open('/campaigns')
  await time.comeToRest()
  const readingCount = () =>
    console.calls.filter(({ path }) => path.startsWith('/api/campaigns/with-stats')).length
  return { ...console, page, time, readingCount }
}

function hide(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  onTestFinished(() => void Reflect.deleteProperty(document, 'hidden'))
  document.dispatchEvent(new Event('visibilitychange'))
}

test.each<[string, (ends: Promise<never>) => Response | Promise<Response>]>([
  ['its head', (ends) => ends],
  ['its body', (ends) => new Response(new ReadableStream({ pull: () => ends }))],
])(
  'a proxy that holds back the stream with %s takes nobody offline: all is read at intervals',
  async (_, held) => {
    const { time, readingCount } = await aListener((_, { signal }) =>
      held(
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      ),
    )
    const before = readingCount()
    await time.pass(11)
    expect([reach.get().isAway, readingCount() - before]).toEqual([false, 1])
    await time.pass(40)
    expect([reach.get().isAway, readingCount() - before]).toEqual([false, 3])
  },
)

test('a server that says nothing at all is away', async () => {
  const { time, intercept } = await aListener(
    (_, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  intercept(({ url }) => (url.endsWith('/health') ? Response.error() : undefined))
  await time.pass(11)
  expect(reach.get().isAway).toBe(true)
})

test('a server that was away when the page opened counts as returned once it answers', async () => {
  let isAway = true
  let heardAgain = 0
  onTestFinished(returns.onRing(() => (heardAgain += 1)))
  const { time } = await aListener((_, __, answer) =>
    isAway ? Promise.reject(new TypeError('Failed to fetch')) : answer(),
  )
  await time.pass(3)
  expect(heardAgain).toBe(0)
  isAway = false
  await time.pass(16)
  expect(heardAgain).toBe(1)
})

test('a hidden tab leaves its connection to others, and reads everything as it is seen again', async () => {
  const { id, api, events, page, time } = await aListener()
  expect(events.listenerCount(id)).toBe(1)
  hide(true)
  await time.pass(5)
  expect(events.listenerCount(id)).toBe(1)
  await time.pass(6)
  expect(events.listenerCount(id)).toBe(0)
  await api('POST', '/api/campaigns', { name: 'Aurora', texto: 'Oi', delay: 0, status: 'Rascunho' })
  await time.pass(5)
  expect(page.queryByRole('article', { name: 'Aurora' })).toBeNull()
  hide(false)
  await time.pass(2)
  expect(events.listenerCount(id)).toBe(1)
  expect(page.queryByRole('article', { name: 'Aurora' })).not.toBeNull()
})

test('a hidden tab asks each minute for the number of unread messages that its title has', async () => {
  const { calls, time } = await aListener()
  hide(true)
  const count = () => calls.filter(({ path }) => path.startsWith('/api/chats')).length
  await time.pass(11)
  const before = count()
  await time.pass(181)
  expect(count() - before).toBe(3)
  hide(false)
})
