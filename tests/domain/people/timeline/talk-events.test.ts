import { expect, test } from 'vitest'
import type { WebhookMessage } from '../../../../src/contract/messages/chat.ts'
import type { TimelineEventOf } from '../../../../src/contract/people/timeline.ts'
import { talkEvents } from '../../../../src/domain/people/timeline/talk-events.ts'
import {
  pageOf,
  type TimelinePlace,
} from '../../../../src/domain/people/timeline/timeline-order.ts'

const chat = {
  ...{ gatewayId: 'own', instance: '5561988880000', lastAtSeconds: 0 },
  remoteJid: '5561999990001@s.whatsapp.net',
}
const NOON_SECONDS = Date.UTC(2026, 0, 20, 15) / 1000
const DAY_SECONDS = 24 * 60 * 60

function aMessage(id: string, sentAtSeconds: number, fields: object = {}): WebhookMessage {
  return {
    ...{ ...chat, id, sentAtSeconds, pushName: null, content: id, type: 'conversation' },
    ...{ isFromMe: false, status: null, thumbnail: null, ...fields },
  }
}

/** A chat over these messages, in ascending order, and how many of them were read. */
function aChat(messages: readonly WebhookMessage[]) {
  let readCount = 0
  return { page, readCount: () => readCount }

  function page(before: TimelinePlace | null, limit = 50) {
    const source = talkEvents({
      ...{ chat, timeZone: 'America/Sao_Paulo', before },
      isOfCampaign: ({ id }) => id.startsWith('campanha'),
      list: async ({ limit: most, edge }) => {
        const ids = messages.map(({ id }) => id)
        const end = edge?.id === undefined ? messages.length : ids.indexOf(edge.id)
        const isBefore = ({ sentAtSeconds }: WebhookMessage) =>
          edge === undefined || sentAtSeconds <= edge.sentAtSeconds
        const found = messages.slice(0, end).filter(isBefore).slice(-most)
        readCount += found.length
        return found
      },
    })
    return pageOf([source], limit)
  }
}

type Talk = TimelineEventOf<'conversa'>
const isTalk = (event: { kind: string }): event is Talk => event.kind === 'conversa'

test('tells of a day who wrote how much, and the last words, without messages of campaigns', async () => {
  const { page } = aChat([
    aMessage('campanha 0', NOON_SECONDS - DAY_SECONDS, { isFromMe: true }),
    aMessage('campanha 1', NOON_SECONDS, { isFromMe: true }),
    aMessage('Oi', NOON_SECONDS + 1),
    aMessage('Olá', NOON_SECONDS + 2, { isFromMe: true }),
    aMessage('apagada', NOON_SECONDS + 3, { change: 'taken_back' }),
    aMessage('👍', NOON_SECONDS + 4, { type: 'reactionMessage' }),
  ])
  expect(await page(null)).toMatchObject({
    events: [
      {
        at: new Date((NOON_SECONDS + 3) * 1000).toISOString(),
        ...{ receivedCount: 2, sentCount: 1, noteCount: 0, hasMore: false },
        last: { content: '', change: 'taken_back', isFromMe: false },
      },
    ],
    next: null,
  })
})

test('one call reads a bounded part of a long chat, and the next goes on behind it', async () => {
  const days = Array.from({ length: 40 }, (_, day) => NOON_SECONDS - (39 - day) * DAY_SECONDS)
  const chatOfMonths = aChat(
    days.flatMap((start) =>
      Array.from({ length: 350 }, (_, place) => aMessage(`${start} ${place}`, start + place)),
    ),
  )
  const told: Talk[] = []
  let before: TimelinePlace | null = null
  do {
    const readBefore = chatOfMonths.readCount()
    const page = await chatOfMonths.page(before)
    expect(chatOfMonths.readCount() - readBefore).toBeLessThan(2_500)
    told.push(...page.events.filter(isTalk))
    before = page.next
  } while (before !== null)
  expect(told.map(({ at }) => Date.parse(at) / 1000 - 349)).toEqual(days.toReversed())
  for (const talk of told) expect(talk).toMatchObject({ receivedCount: 200, hasMore: true })
})

test('a page that ends within a day goes on with the day before', async () => {
  const chatOfDays = aChat(
    [2, 1, 0].map((day) => aMessage(`${day}`, NOON_SECONDS - day * DAY_SECONDS)),
  )
  const first = await chatOfDays.page(null, 1)
  const second = await chatOfDays.page(first.next, 1)
  const contents = [first, second].flatMap(({ events }) => events.filter(isTalk))
  expect(contents.map(({ last }) => last.content)).toEqual(['0', '1'])
})
