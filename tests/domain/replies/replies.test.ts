import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import type { Chatbot } from '../../../src/contract/gateways/assistant.ts'
import type { WebhookMessage } from '../../../src/contract/messages/chat.ts'
import { createReplies } from '../../../src/domain/replies/replies.ts'
import type { NewMessage } from '../../../src/domain/webhooks/webhook-message-store.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aStoredMessage } from '../../support/domain/webhook.ts'
import { eventually } from '../../support/eventually.ts'
import { aPromise } from '../../support/promise.ts'

const instanceKey = { gatewayId: 'own', instance: 'balcao' }
const BRUNA = '5561988880001@s.whatsapp.net'
const BALCAO = '5561900001111@s.whatsapp.net'

const chatbot: Chatbot = {
  id: 'c1',
  name: 'Oi',
  gatewayId: 'own',
  instanceName: 'balcao',
  keywords: ['oi'],
  reply: 'Olá!',
  agentId: null,
  isActive: true,
  createdAt: '2026-01-15T12:00:00.000Z',
}

type Ask = Parameters<typeof createReplies>[0]['ask']

function aDesk(ask: Ask = async () => 'eco', delivered = async () => undefined) {
  const clock = createFakeClock()
  const thread: WebhookMessage[] = []
  const sent: string[] = []
  const faults: unknown[] = []
  const noted: object[] = []
  const dropped: [string, number][] = []
  let lastId = 0
  const replies = createReplies({
    chatbots: async () => [chatbot],
    findLink: async () => ({
      gatewayId: 'own',
      instanceName: 'balcao',
      agentId: 'ag_1',
      isActive: true,
      updatedAt: '2026-01-15T12:00:00.000Z',
    }),
    findOwnJid: async () => BALCAO,
    history: async ({ remoteJid }, limit) =>
      thread.filter((message) => message.remoteJid === remoteJid).slice(-limit),
    ask,
    send: async ({ remoteJid }, text) => {
      await delivered()
      sent.push(text)
      keep({ remoteJid, content: text, isFromMe: true })
    },
    note: ({ remoteJid }, { text }, outcome) => noted.push({ remoteJid, text, ...outcome }),
    clock,
    onDropped: ({ userId }, count) => dropped.push([userId, count]),
    onFault: (error) => faults.push(error),
  })

  function keep(fields: Partial<NewMessage>): NewMessage {
    lastId += 1
    const { text = null, ownJid = null, ...stored } = fields
    const message = aStoredMessage({
      id: `M${lastId}`,
      remoteJid: BRUNA,
      sentAtSeconds: Math.floor(clock.now() / 1000),
      ...(text !== null && { content: text }),
      ...stored,
    })
    const { lid: _, ...shown } = message
    thread.push({ ...shown, ...instanceKey })
    return { ...message, text, ownJid }
  }

  return {
    ...replies,
    clock,
    sent,
    faults,
    noted,
    dropped,
    writes: (text: string, fields: Partial<NewMessage> = {}) =>
      replies.onNewMessages('ana', instanceKey, [keep({ text, ...fields })]),
    notes: (text: string) => keep({ text, type: 'note', isFromMe: true }),
    /** All work here is promises alone: whatever could follow has followed a turn later. */
    settled: () => new Promise(setImmediate),
  }
}

describe('replies', () => {
  test('come from the chatbot where its keyword is said, else from the assistant', async () => {
    const { writes, sent } = aDesk()
    writes('Oi!')
    await eventually(() => sent.length === 1)
    writes('Até que horas?')
    await eventually(() => sent.length === 2)
    expect(sent).toEqual(['Olá!', 'eco'])
  })

  test('show the assistant the twenty messages before, the question last', async () => {
    const asked: Parameters<Ask>[1][] = []
    const { writes, sent } = aDesk(async (_userId, question) => {
      asked.push(question)
      return `r${asked.length}`
    })
    for (let number = 1; number <= 15; number += 1) {
      writes(`p${number}`)
      await eventually(() => sent.length === number)
    }
    const last = asked.at(-1)?.conversation ?? []
    expect(last).toHaveLength(21)
    expect(last.at(-1)).toEqual({ role: 'user', content: 'p15' })
    expect(last.slice(-3, -1)).toEqual([
      { role: 'user', content: 'p14' },
      { role: 'assistant', content: 'r14' },
    ])
  })

  test('never show the assistant what was only noted', async () => {
    const asked: Parameters<Ask>[1][] = []
    const { writes, notes, sent } = aDesk(async (_userId, question) => {
      asked.push(question)
      return 'r'
    })
    notes('Reclama muito')
    writes('Até que horas?')
    await eventually(() => sent.length === 1)
    expect(asked.map(({ conversation }) => conversation)).toEqual([
      [{ role: 'user', content: 'Até que horas?' }],
    ])
  })

  test('fall silent after twenty messages of one contact in an hour, and speak again later', async () => {
    const { writes, sent, settled, clock } = aDesk()
    for (let number = 1; number <= 20; number += 1) {
      writes('oi')
      await eventually(() => sent.length === number)
    }
    writes('oi')
    writes('oi', { remoteJid: '5561988880002@s.whatsapp.net' })
    await eventually(() => sent.length === 21)
    await settled()
    expect(sent).toHaveLength(21)
    clock.advance(61 * 60_000)
    writes('oi')
    await eventually(() => sent.length === 22)
  })

  test('are noted with who gave them, and silences with their reason', async () => {
    const { writes, noted, clock } = aDesk(async (_userId, { conversation }) => {
      if (conversation.at(-1)?.content === 'alô') throw new AppError('mistral_key_refused', '401')
      return 'eco'
    })
    const said = { remoteJid: BRUNA, answer: null, reason: null }
    const byAgent = { ...said, chatbotId: null, agentId: 'ag_1' }
    const nobody = { ...said, chatbotId: null, agentId: null }
    const becomes = async (expected: object) => {
      await eventually(() => noted.length > 0)
      expect(noted.splice(0)).toEqual([expected])
    }
    writes('Oi!')
    await becomes({ ...said, chatbotId: 'c1', agentId: null, text: 'Oi!', answer: 'Olá!' })
    writes('Até que horas?')
    await becomes({ ...byAgent, text: 'Até que horas?', answer: 'eco' })
    writes('alô')
    await becomes({ ...byAgent, text: 'alô', reason: 'key_refused' })
    writes('oi', { sentAtSeconds: Math.floor(clock.now() / 1000) - 600 })
    await becomes({ ...nobody, text: 'oi', reason: 'too_old' })
    writes('oi', { remoteJid: '120363000000000001@g.us' })
    await becomes({ ...nobody, remoteJid: '120363000000000001@g.us', text: 'oi', reason: 'group' })
    writes('oi', { isFromMe: true })
    writes('👍', { type: 'reactionMessage' })
    writes('SAIR')
    await becomes({ ...nobody, text: 'SAIR', reason: 'opt_out' })
  })

  test('that cannot be sent are noted as such', async () => {
    const { writes, noted, faults } = aDesk(undefined, async () => {
      throw new AppError('device_not_connected', 'balcao')
    })
    writes('oi')
    await eventually(() => faults.length === 1)
    expect(noted).toMatchObject([{ chatbotId: 'c1', answer: null, reason: 'not_connected' }])
  })

  test.each([
    ['a group', { remoteJid: '120363000000000001@g.us' }],
    ['a status update', { remoteJid: 'status@broadcast' }],
    ['the instance itself', { remoteJid: BALCAO }],
    ['the instance by the name its gateway tells', { remoteJid: 'x@lid', ownJid: 'x@lid' }],
    ['its own message', { isFromMe: true }],
    ['a picture without words', { text: null }],
    ['a message of ten minutes ago', { sentAtSeconds: 1_768_478_400 - 600 }],
  ])('are never given to %s', async (_, fields) => {
    const { writes, sent, settled, faults } = aDesk()
    writes('oi', fields)
    writes('oi')
    await eventually(() => sent.length === 1)
    await settled()
    expect(sent).toHaveLength(1)
    expect(faults).toEqual([])
  })

  test('to one contact come in order, however long the first takes', async () => {
    let finish: () => void = () => undefined
    const { writes, sent, settled } = aDesk(async (_userId, { conversation }) => {
      const text = conversation.at(-1)?.content ?? ''
      if (text === 'lenta') await new Promise<void>((resolve) => (finish = resolve))
      return `r ${text}`
    })
    writes('lenta')
    writes('rápida')
    writes('outra', { remoteJid: '5561988880002@s.whatsapp.net' })
    await eventually(() => sent.length === 1)
    await settled()
    expect(sent).toEqual(['r outra'])
    finish()
    await eventually(() => sent.length === 3)
    expect(sent).toEqual(['r outra', 'r lenta', 'r rápida'])
  })

  test('are given up where the service hangs, and those behind it that grew old too', async () => {
    const { writes, sent, faults, clock } = aDesk(
      (_userId, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () =>
            reject(new AppError('mistral_unavailable', 'aborted')),
          )
        }),
    )
    writes('um')
    await eventually(() => clock.pendingTimers() === 1)
    clock.advance(120_000)
    await eventually(() => faults.length === 1)
    expect(faults[0]).toMatchObject({ code: 'mistral_unavailable' })
    writes('oi')
    await eventually(() => sent.length === 1)
    expect(clock.pendingTimers()).toBe(0)
  })

  test('are asked for again where the service is busy, as late as it says', async () => {
    let calls = 0
    const { writes, sent, clock } = aDesk(async () => {
      calls += 1
      if (calls > 1) return 'agora'
      throw new AppError('mistral_busy', 'busy', { retryAfterSeconds: 30 })
    })
    writes('alô')
    await eventually(() => clock.pendingTimers() === 2)
    clock.advance(29_999)
    expect(calls).toBe(1)
    clock.advance(1)
    await eventually(() => sent.length === 1)
    expect(sent).toEqual(['agora'])
  })

  test('that fail for good are reported once, and nothing is thrown', async () => {
    const { writes, faults, sent, settled } = aDesk(async () => {
      throw new AppError('agent_not_found', 'ag_1')
    })
    writes('alô')
    await eventually(() => faults.length === 1)
    await settled()
    expect(sent).toEqual([])
  })

  test('of one contact wait in a queue of limited length', async () => {
    let calls = 0
    const gate = aPromise()
    const { onNewMessages, clock, sent, settled, dropped } = aDesk(async () => {
      calls += 1
      await gate.promise
      return 'r'
    })
    const flood = Array.from({ length: 1_000 }, (_, index) => ({
      ...aStoredMessage({ id: `F${index}`, sentAtSeconds: Math.floor(clock.now() / 1000) }),
      text: 'alô',
      ownJid: null,
    }))
    onNewMessages('ana', instanceKey, flood)
    gate.keep()
    await eventually(() => sent.length === 20)
    await settled()
    expect(calls).toBe(20)
    expect(dropped).toEqual([['ana', 980]])
  })

  test('of one user neither keep those of another waiting nor out', async () => {
    const gate = aPromise()
    const { onNewMessages, clock, sent, settled, dropped } = aDesk(async (userId) => {
      if (userId === 'ana') await gate.promise
      return userId
    })
    const flood = Array.from({ length: 600 }, (_, index) => ({
      ...aStoredMessage({
        id: `F${index}`,
        remoteJid: `55619${10_000_000 + index}@s.whatsapp.net`,
        sentAtSeconds: Math.floor(clock.now() / 1000),
      }),
      text: 'alô',
      ownJid: null,
    }))
    onNewMessages('ana', instanceKey, flood)
    onNewMessages('bia', instanceKey, flood.slice(0, 1))
    await eventually(() => sent.length === 1)
    expect(sent).toEqual(['bia'])
    expect(dropped).toEqual([['ana', 100]])
    gate.keep()
    await eventually(() => sent.length === 501)
    await settled()
    expect(sent).toHaveLength(501)
  })

  test('begin no more once the daemon stops', async () => {
    const { writes, stop, sent, settled } = aDesk()
    stop()
    writes('oi')
    await settled()
    expect(sent).toEqual([])
  })
})
