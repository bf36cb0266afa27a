import { expect, test } from 'vitest'
import type { WebhookMessage } from '../../../src/contract/messages/chat.ts'
import { createThreads } from '../../../src/domain/chats/threads.ts'
import { createTimeline } from '../../../src/storage/messages/timeline.ts'
import { aStoredMessage } from '../../support/domain/webhook.ts'

const place = { gatewayId: 'own', instance: 'loja', remoteJid: undefined }

/** A thread of `count` messages, and how many of them were read. */
function aThread(count: number, contentOf: (step: number) => string) {
  const timeline = createTimeline<WebhookMessage & { readonly order: number }>()
  for (let step = 0; step < count; step += 1) {
    const message = aStoredMessage({
      id: `M${step}`,
      content: contentOf(step),
      sentAtSeconds: step,
    })
    timeline.add({ ...message, gatewayId: 'own', instance: 'loja', order: 0 })
  }
  const counts = { read: 0, pauses: 0 }
  const { search } = createThreads({
    gateways: { resolve: async () => 'own' },
    messages: {
      keep: async () => ({ stored: 0 }),
      list: async (_user, { limit, edge }) => {
        const found = edge
          ? timeline.before({ sentAtSeconds: edge.sentAtSeconds, order: 0 }, limit)
          : timeline.newest(limit)
        counts.read += found.length
        return found
      },
    },
    campaignMessages: {
      findLate: async () => [],
      complete: async (_user, _place, { stored }) => stored,
    },
    pause: async () => {
      counts.pauses += 1
    },
    onFault: (error) => {
      throw error
    },
  })
  return { search, counts }
}

test('a search goes through a history of any length in bounded parts, down to its first message', async () => {
  const { search, counts } = aThread(2_300, (step) => (step % 1_000 === 5 ? 'Agulha' : 'palha'))
  const found: string[] = []
  const parts: number[] = []
  let edge: Parameters<typeof search>[1]['edge']
  do {
    counts.read = 0
    const part = await search('ana', { ...place, text: 'AGULHA', edge })
    expect(counts.read).toBe(part.searched)
    parts.push(part.searched)
    found.push(...part.messages.map(({ id }) => id))
    edge = part.next ?? undefined
  } while (edge)
  expect(found).toEqual(['M2005', 'M1005', 'M5'])
  expect(parts).toEqual([1_000, 1_000, 300])
  // Other work has its turn between the pieces of a part.
  expect(counts.pauses).toBeGreaterThan(20)
})

test('a search that finds much stops at what one answer shows, and goes on right below it', async () => {
  const { search, counts } = aThread(5_000, () => 'sim')
  const first = await search('ana', { ...place, text: 'sim', edge: undefined })
  expect(first.messages.map(({ id }) => id)[49]).toBe('M4950')
  expect(first.messages).toHaveLength(50)
  expect(counts.read).toBe(100)
  const second = await search('ana', { ...place, text: 'sim', edge: first.next ?? undefined })
  expect(second.messages[0]?.id).toBe('M4949')
})
