import { describe, expect, onTestFinished, test } from 'vitest'
import type { AssistantLink, Chatbot } from '../../../src/contract/gateways/assistant.ts'
import type { BotRepliesQuery } from '../../../src/contract/gateways/bot-reply.ts'
import { createReplyLog } from '../../../src/domain/replies/reply-log.ts'
import type { ReplyOutcome } from '../../../src/domain/replies/reply-outcome.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openReplyLogs } from '../../../src/storage/replies/reply-logs.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aStoredMessage } from '../../support/domain/webhook.ts'
import { eventually } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const at = '2026-01-15T12:00:00.000Z'
const place = { gatewayId: 'own', instanceName: 'balcao' }
const price: Chatbot = {
  ...place,
  ...{ id: 'preco', name: 'Preço', keywords: ['preço'], reply: 'R$ 10', agentId: null },
  ...{ isActive: true, createdAt: at },
}
const hours: Chatbot = { ...price, id: 'horario', name: 'Horário' }
const link: AssistantLink = { ...place, agentId: 'ag_1', isActive: true, updatedAt: at }

const byPrice = { chatbotId: 'preco', agentId: null, answer: 'R$ 10', reason: null } as const
const byAgent = { chatbotId: null, agentId: 'ag_1', answer: 'Olá', reason: null } as const
const silent = { chatbotId: null, agentId: null, answer: null } as const

async function aLog({ bots = [price, hours], links = [link] } = {}) {
  const dir = await aDataFolder()
  const clock = createFakeClock()
  const store = await openReplyLogs({ dir, damages: await openDamages({ dir }) })
  onTestFinished(store.close)
  const events: object[] = []
  let lastId = 0
  const log = createReplyLog({
    store,
    chatbots: async () => bots,
    links: async () => links,
    resolveGateway: async (_userId, id) => id ?? 'own',
    publish: (_userId, event) => events.push(event),
    newId: () => {
      lastId += 1
      return `r${lastId}`
    },
    now: clock.now,
    onFault: (error) => {
      throw error
    },
  })
  const target = { userId: 'ana', gatewayId: 'own', instance: 'balcao' }
  /** Notes a message and waits until it is kept. */
  const note = async (text: string, outcome: ReplyOutcome, remoteJid = '5561@s.whatsapp.net') => {
    const before = events.length
    const message = { ...aStoredMessage({ remoteJid }), text, ownJid: null }
    log.note({ ...target, remoteJid }, message, outcome)
    await eventually(() => events.length > before)
    clock.advance(1)
  }
  const heard = async (query: Partial<BotRepliesQuery> = {}) => {
    const all = { gatewayId: undefined, instance: undefined, chatbotId: undefined }
    const found = await log.list('ana', { ...all, agentId: undefined, limit: 100, ...query })
    return found.map((reply) => reply.heard)
  }
  return { ...log, noteAtOnce: log.note, note, heard, events, clock, target }
}

describe('the log of what bots received lately', () => {
  test('is listed newest first, of all of them or of one', async () => {
    const { note, heard, events } = await aLog()
    await note('preço?', byPrice)
    await note('aberto?', byAgent)
    await note('hm', { ...silent, reason: 'no_keyword' })
    await note('horário', { ...silent, chatbotId: 'horario', reason: 'chatbot_off' })
    expect(await heard()).toEqual(['horário', 'hm', 'aberto?', 'preço?'])
    expect(await heard({ limit: 2 })).toEqual(['horário', 'hm'])
    expect(await heard({ instance: 'balcao' })).toHaveLength(4)
    expect(await heard({ instance: 'outra' })).toEqual([])
    expect(await heard({ agentId: 'ag_1' })).toEqual(['aberto?'])
    // Beside its own messages, those that no bot answered, which it was perhaps meant to.
    expect(await heard({ chatbotId: 'preco' })).toEqual(['hm', 'preço?'])
    expect(events).toEqual(Array(4).fill({ type: 'bot_reply', instance: 'balcao' }))
    await expect(heard({ chatbotId: 'de outra pessoa' })).rejects.toMatchObject({
      code: 'chatbot_not_found',
    })
  })

  test('holds the same about a noisy chat once an hour', async () => {
    const log = await aLog()
    const { note, heard, clock } = log
    const group = { ...silent, reason: 'group' } as const
    await note('um', group, '1@g.us')
    const message = aStoredMessage({ remoteJid: '1@g.us' })
    const target = { ...log.target, remoteJid: '1@g.us' }
    log.noteAtOnce(target, { ...message, text: 'dois', ownJid: null }, group)
    await note('outro grupo', group, '2@g.us')
    await note('um contato', { ...silent, reason: 'no_text' })
    await note('o mesmo contato', { ...silent, reason: 'no_text' })
    expect(await heard()).toEqual(['o mesmo contato', 'um contato', 'outro grupo', 'um'])
    clock.advance(60 * 60_000)
    await note('três', group, '1@g.us')
    expect(await heard({ limit: 1 })).toEqual(['três'])
  })

  test('is cut to a bounded length', async () => {
    const { note, list } = await aLog()
    await note('x'.repeat(5_000), { ...byAgent, answer: 'y'.repeat(5_000) })
    const query = { gatewayId: undefined, instance: undefined, chatbotId: undefined, limit: 1 }
    expect(await list('ana', { ...query, agentId: undefined })).toMatchObject([
      { heard: 'x'.repeat(500), answer: 'y'.repeat(500) },
    ])
  })

  test('goes with a chatbot that is removed', async () => {
    const { note, heard, removeBot } = await aLog()
    await note('preço?', byPrice)
    await note('aberto?', byAgent)
    await removeBot('ana', { ...place, chatbotId: 'preco' })
    expect(await heard()).toEqual(['aberto?'])
  })
})
