import { describe, expect, test } from 'vitest'
import type { AssistantLink, Chatbot } from '../../../src/contract/gateways/assistant.ts'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import {
  chooseResponder,
  type InboundText,
  unanswerableReason,
} from '../../../src/domain/replies/responder.ts'

function aBot(fields: Partial<Chatbot> = {}): Chatbot {
  return {
    id: 'horario',
    name: 'Horário',
    gatewayId: 'own',
    instanceName: 'balcao',
    keywords: ['horário'],
    reply: 'Das 9h às 18h.',
    agentId: null,
    isActive: true,
    createdAt: '2026-01-15T12:00:00.000Z',
    ...fields,
  }
}

const link: AssistantLink = {
  gatewayId: 'own',
  instanceName: 'balcao',
  agentId: 'atendente',
  isActive: true,
  updatedAt: '2026-01-15T12:00:00.000Z',
}

function choose(
  message: Partial<InboundText> = {},
  rest: Partial<Parameters<typeof chooseResponder>[0]> = {},
) {
  return chooseResponder({
    message: {
      gatewayId: 'own',
      instance: 'balcao',
      remoteJid: '5561988880001@s.whatsapp.net',
      lid: null,
      isFromMe: false,
      text: 'Qual o horário?',
      ...message,
    },
    chatbots: [aBot()],
    link,
    ownJids: ['5561900001111@s.whatsapp.net'],
    messagesInLastHour: 1,
    ...rest,
  })
}

const byBot = { kind: 'text', chatbotId: 'horario', text: 'Das 9h às 18h.' }
const byAssistant = { kind: 'agent', chatbotId: null, agentId: 'atendente' }

function silent(reason: string, of: { chatbotId?: string; agentId?: string } = {}) {
  return { kind: 'silence', reason, chatbotId: null, agentId: null, ...of }
}

describe('a silence has its reason', () => {
  test.each([
    ['a group', {}, { remoteJid: '12036300@g.us' }, silent('group')],
    ['itself', {}, { remoteJid: '5561900001111@s.whatsapp.net' }, silent('own_number')],
    ['a picture', {}, { text: null }, silent('no_text')],
    ['who leaves', {}, { text: 'SAIR' }, silent('opt_out')],
    ['other words', { link: undefined }, { text: 'Olá' }, silent('no_keyword')],
    [
      'other words, with an assistant that is off',
      { link: { ...link, isActive: false } },
      { text: 'Olá' },
      silent('assistant_off', { agentId: 'atendente' }),
    ],
    [
      'the keyword of a chatbot that is off',
      { link: undefined, chatbots: [aBot({ isActive: false })] },
      {},
      silent('chatbot_off', { chatbotId: 'horario' }),
    ],
  ])('for %s', (_, rest, message, expected) => {
    expect(choose(message, rest)).toEqual(expected)
  })
})

describe('who answers', () => {
  test.each(['Qual o horário?', 'QUAL O HORARIO', 'hora´rio, horários?', 'horário'])(
    'is the chatbot whose keyword is in %s',
    (text) => {
      expect(choose({ text })).toEqual(byBot)
    },
  )

  test('is the oldest of several chatbots', () => {
    const chatbots = [aBot({ id: 'novo', reply: 'x' }), aBot(), aBot({ keywords: ['preço'] })]
    expect(choose({}, { chatbots })).toEqual(byBot)
  })

  test('is the agent of a chatbot that has no reply of its own', () => {
    const chatbots = [aBot({ reply: null, agentId: 'vendas' })]
    expect(choose({}, { chatbots })).toEqual({
      kind: 'agent',
      chatbotId: 'horario',
      agentId: 'vendas',
    })
  })

  test.each([
    ['whose keyword is not in the text', { keywords: ['preço'] }],
    ['that is switched off', { isActive: false }],
    ['of another instance', { instanceName: 'outra' }],
    ['of another gateway with such an instance', { gatewayId: 'g2' }],
    ['whose keyword is only marks', { keywords: ['\u0301'] }],
  ])('is the assistant, and no chatbot %s', (_, fields) => {
    expect(choose({}, { chatbots: [aBot(fields)] })).toEqual(byAssistant)
  })

  test.each([
    ['without an assistant', undefined],
    ['with one that is switched off', { ...link, isActive: false }],
    ['with one of another gateway', { ...link, gatewayId: 'g2' }],
  ])('is nobody %s', (_, given) => {
    expect(choose({ text: 'Olá' }, { link: given })).toMatchObject({ kind: 'silence' })
  })

  test.each([
    ['to a group', { remoteJid: '12036300@g.us' }],
    ['to a status', { remoteJid: 'status@broadcast' }],
    ['to a channel', { remoteJid: '1@newsletter' }],
    ['to its own message', { isFromMe: true }],
    ['to itself', { remoteJid: '5561900001111@s.whatsapp.net' }],
    ['to itself under its other name', { lid: '5561900001111@s.whatsapp.net' }],
    ['to what has no text', { text: null }],
    ['to nothing', { text: '  ' }],
  ])('is nobody %s', (_, message) => {
    expect(choose(message)).toMatchObject({ kind: 'silence', chatbotId: null, agentId: null })
  })

  test('falls silent after 20 messages of one contact in an hour', () => {
    expect(choose({}, { messagesInLastHour: 20 })).toEqual(byBot)
    expect(choose({}, { messagesInLastHour: 21 })).toEqual(silent('too_many_messages'))
  })
})

test('answers nobody who asks a device of ours for no more messages', () => {
  const asked = { remoteJid: '5561999990001@s.whatsapp.net', isFromMe: false, text: 'SAIR' }
  expect(unanswerableReason({ ...asked, gatewayId: OWN_GATEWAY_ID })).toBe('opt_out')
  expect(unanswerableReason({ ...asked, gatewayId: OWN_GATEWAY_ID, text: 'quero sair' })).toBeNull()
  expect(unanswerableReason({ ...asked, gatewayId: 'another' })).toBeNull()
})
