import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EVENT_HEARTBEAT_MS } from '../../src/contract/limits.ts'
import { eventually } from '../support/eventually.ts'
import { anApp } from '../support/http/app.ts'
import { readEvents } from '../support/http/event-reader.ts'

beforeEach(() => {
  // Only the heartbeat's clock stands still: everything else runs as it does.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function aListener(init: RequestInit = {}) {
  const rest = await anApp()
  const person = await rest.register()
  const response = await person.call('/api/events', init)
  const heard = readEvents(response)
  await eventually(() => heard.text().includes('retry:'))
  return { ...rest, person, response, heard }
}

describe('the event stream', () => {
  test('is never cached, changed or buffered by a proxy', async () => {
    const { response, heard } = await aListener()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    await heard.stop()
  })

  test("tells the user's own events and nobody else's", async () => {
    const { events, person, heard } = await aListener()
    events.publish('somebody else', { type: 'device', id: 'x' })
    events.publish(person.id, { type: 'device', id: 'a' })
    await eventually(() => heard.events().length > 0)
    expect(heard.events()).toEqual([{ type: 'device', id: 'a' }])
    expect(heard.text()).toContain('event: device\n')
    await heard.stop()
  })

  test('lets go of its listener when the reader leaves', async () => {
    const { events, person, heard, clock } = await aListener()
    await heard.stop()
    events.publish(person.id, { type: 'send', campaignId: '1' })
    expect(clock.pendingTimers()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('starts over for a reader that was away', async () => {
    const { heard } = await aListener({ headers: { 'last-event-id': '7' } })
    expect(heard.events()).toEqual([{ type: 'reset' }])
    await heard.stop()
  })

  test('starts over for a reader whose reading has changed before it listened', async () => {
    const { events, register, clock } = await anApp()
    const person = await register()
    const firstWord = async (path: string) => {
      const heard = readEvents(await person.call(path))
      await eventually(() => heard.text().includes('retry:'))
      const told = heard.events()
      await heard.stop()
      return told
    }
    expect(await firstWord('/api/events?read_ms_ago=500')).toEqual([])
    events.publish(person.id, { type: 'device', id: 'a' })
    clock.advance(2_000)
    expect(await firstWord('/api/events?read_ms_ago=500')).toEqual([])
    expect(await firstWord('/api/events?read_ms_ago=1500')).toEqual([{ type: 'reset' }])
    expect(await firstWord('/api/events')).toEqual([])
    expect((await person.call('/api/events?read_ms_ago=x')).status).toBe(400)
  })

  test('starts over for a reader to whom something happened before its first reading', async () => {
    const { events, register } = await anApp()
    const person = await register()
    const response = await person.call('/api/events?read_ms_ago=0')
    events.publish(person.id, { type: 'device', id: 'a' })
    const heard = readEvents(response)
    await eventually(() => heard.events().length > 0)
    expect(heard.events()).toEqual([{ type: 'reset' }])
    await heard.stop()
  })

  test('starts over for a reader that is too slow, and holds a bounded number of events', async () => {
    const { events, register, request } = await anApp()
    const person = await register()
    const response = await person.call('/api/events')
    const reader = response.body?.getReader()
    await reader?.read()
    for (let count = 0; count < 1_000; count += 1) {
      events.publish(person.id, { type: 'device', id: String(count) })
    }
    const { value } = (await reader?.read()) ?? {}
    const text = new TextDecoder().decode(value)
    expect(text.match(/^data:/gm)?.length).toBeLessThanOrEqual(256)
    expect(text).toContain('data: {"type":"reset"}')
    expect(text).toContain('"id":"999"')
    await reader?.cancel()
    expect((await request('/health')).status).toBe(200)
  })

  test('is never silent for long', async () => {
    const { heard } = await aListener()
    await vi.advanceTimersByTimeAsync(EVENT_HEARTBEAT_MS)
    await eventually(() => heard.text().includes(': ping\n\n'))
    await heard.stop()
  })

  test('ends with the session it belongs to', async () => {
    const { person, heard } = await aListener()
    await person.call('/auth/logout', { method: 'POST' })
    await vi.advanceTimersByTimeAsync(EVENT_HEARTBEAT_MS)
    await eventually(() => heard.isOver())
  })

  test('ends when the daemon stops', async () => {
    const { stopping, heard } = await aListener()
    stopping.abort()
    await eventually(() => heard.isOver())
  })

  test('does not begin for HEAD', async () => {
    const { register } = await anApp()
    const person = await register()
    const response = await person.call('/api/events', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(vi.getTimerCount()).toBe(0)
  })
})
