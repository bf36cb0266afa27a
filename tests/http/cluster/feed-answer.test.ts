import { expect, test } from 'vitest'
import type { FedEvent } from '../../../src/domain/webhooks/instance-feed.ts'
import { feedAnswer } from '../../../src/http/cluster/feed-answer.ts'
import {
  type FeedItem,
  feedText,
  linesOf,
  readFeedLine,
} from '../../../src/http/cluster/feed-lines.ts'
import { aHomeFeed } from '../../support/domain/home-feed.ts'
import { eventually } from '../../support/eventually.ts'

const place = { userId: 'ana', instance: 'aberta' }
const MB = 1024 * 1024

function aFeedAnswer() {
  const feed = aHomeFeed()
  const gone = new AbortController()
  const warned: string[] = []
  const silent = () => undefined
  const log = { debug: silent, info: silent, error: silent }
  const answer = feedAnswer({
    ...{ userId: place.userId, feed: feed.here(), gone: gone.signal },
    log: { ...log, warn: (_fields, message) => warned.push(message) },
  })
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('no body')
  return { feed, gone, warned, reader }
}

/** Reads the rest of an answer. */
async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(pieces).toString()
    pieces.push(value)
  }
}

test('a feed ends with its engine, behind the events that came before', async () => {
  const { feed, reader } = aFeedAnswer()
  await reader.read()
  await feed.tell(place, 'Oi')
  await new Promise((resolve) => setImmediate(resolve))
  feed.end()
  expect(await restOf(reader)).toContain('"data":"Oi"')
  expect(feed.listening()).toBe(0)
})

test('a feed of an engine that has ended is empty, and ends at once', async () => {
  const { feed, reader } = aFeedAnswer()
  feed.end()
  expect(await restOf(reader)).toBe('')
  expect(feed.listening()).toBe(0)
})

test('a feed ends with the connection of the node that asked for it', async () => {
  const { feed, gone, reader } = aFeedAnswer()
  await reader.read()
  expect(feed.listening()).toBe(1)
  gone.abort()
  expect(feed.listening()).toBe(0)
})

test('a node that does not keep up has its feed ended, and nothing is kept for it', async () => {
  const { feed, warned, reader } = aFeedAnswer()
  await reader.read()
  for (let told = 0; told < 40 && feed.listening() > 0; told += 1) {
    await feed.tell(place, 'x'.repeat(MB))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await eventually(() => feed.listening() === 0)
  expect(await restOf(reader)).toBe('')
  expect(warned).toEqual(['the feed of a node that does not keep up is ended'])
})

test('a feed is read however it is cut, without what only a later version knows', async () => {
  const event: FedEvent = {
    event: 'messages.upsert',
    instance: 'aberta',
    data: { text: 'São 3 €\nde café' },
    server_url: 'https://disparo.example/gateway',
    date_time: '2026-01-15T12:00:00.000Z',
    apikey: 'segredo',
  }
  const told: FeedItem[] = [{ event, isChosen: true }, { gone: 'aberta' }]
  const later = `data: {"renamed":"aberta"}\n\n`
  const bytes = Buffer.from(`: feed\n\n${told.map(feedText).join(later)}`)
  for (const length of [1, 7, bytes.length]) {
    const read: FeedItem[] = []
    for await (const line of linesOf(cutInto(bytes, length))) {
      const item = readFeedLine(line)
      if (item) read.push(item)
    }
    expect(read).toEqual(told)
  }
})

async function* cutInto(bytes: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
