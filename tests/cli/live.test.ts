import { expect, test } from 'vitest'
import { readEvents } from '../../src/cli/live.ts'

async function eventsIn(chunks: readonly string[]) {
  async function* body() {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk)
  }
  const events = []
  for await (const event of readEvents(body())) events.push(event)
  return events
}

test('reads events however the stream is cut', async () => {
  const text =
    'event: device\ndata: {"type":"device","id":"á1"}\n\n: ping\n\ndata: {"type":"reset"}\n\n'
  const expected = [{ type: 'device', id: 'á1' }, { type: 'reset' }]
  expect(await eventsIn([text])).toEqual(expected)
  expect(await eventsIn([...text])).toEqual(expected)
  expect(await eventsIn([text.replaceAll('\n', '\r\n')])).toEqual(expected)
})

test('takes the kind from the event line where the data does not name it', async () => {
  expect(await eventsIn(['event: send\ndata: {"campaignId":"1"}\n\n'])).toEqual([
    { type: 'send', campaignId: '1' },
  ])
})

test('passes over what it does not know', async () => {
  expect(await eventsIn(['data: nonsense\n\ndata: {"type":"new"}\n\ndata: [1]\n\n'])).toEqual([])
})
