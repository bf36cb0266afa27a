import { expect, test } from 'vitest'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import type { OwnMessage } from '../../../../../web/screens/chat/own-messages.ts'
import { type Bubble, threadItems } from '../../../../../web/screens/chat/thread/thread-items.ts'
import { aStoredMessage } from '../../../../support/domain/webhook.ts'

const NOW_MS = 1_768_478_500_000

function stored(id: string, fields: Partial<WebhookMessage> = {}): WebhookMessage {
  const { lid: _, ...message } = aStoredMessage({ id, isFromMe: true, status: 'sent' })
  return { ...message, gatewayId: 'own', instance: 'balcao', ...fields }
}

function typed(fields: Partial<OwnMessage> = {}): OwnMessage {
  return {
    key: 'proprio-1',
    text: 'Bom dia!',
    file: null,
    isNote: false,
    atSeconds: 1_768_478_400,
    state: { kind: 'sending' },
    tryKey: 'proprio-1',
    earlierIds: new Set(),
    ...fields,
  }
}

function bubbles(messages: readonly WebhookMessage[], own: readonly OwnMessage[]): Bubble[] {
  return threadItems(messages, own, NOW_MS).filter((item) => item.kind === 'bubble')
}

test('a sent message keeps its place when the server has it', () => {
  const own = typed({ state: { kind: 'sent', messageId: 'A' } })
  expect(bubbles([], [own])).toMatchObject([{ key: 'proprio-1', mark: { kind: 'sent' } }])
  expect(bubbles([stored('A', { status: 'read' })], [own])).toMatchObject([
    { key: 'proprio-1', mark: { kind: 'read' } },
  ])
})

test('a message under way shows once, also when the server tells of it first', () => {
  expect(bubbles([stored('A')], [typed()])).toMatchObject([
    { key: 'proprio-1', mark: { kind: 'sent' } },
  ])
})

test('an earlier message with the same text is another message', () => {
  const again = typed({ earlierIds: new Set(['A']) })
  expect(bubbles([stored('A')], [again]).map(({ key }) => key)).toEqual(['A', 'proprio-1'])
  const first = typed({ key: 'proprio-0', state: { kind: 'sent', messageId: 'A' } })
  expect(bubbles([stored('A')], [first, typed()]).map(({ key }) => key)).toEqual([
    'proprio-0',
    'proprio-1',
  ])
})

test('words of the other person, of this screen, or that never left are no sent message', () => {
  const theirs = stored('A', { isFromMe: false, status: null })
  expect(bubbles([theirs], [typed()]).map(({ mark }) => mark)).toEqual([null, { kind: 'sending' }])
  const local = typed({ state: { kind: 'local' } })
  expect(bubbles([stored('A')], [local])).toHaveLength(2)
  const failed = typed({ state: { kind: 'failed', sentence: 'Não.', isInDoubt: false } })
  expect(bubbles([stored('A')], [failed])).toHaveLength(2)
})

test('a message without an answer is the one that the server has, and not an older one', () => {
  const state = { kind: 'failed', sentence: 'Sem resposta.', isInDoubt: true } as const
  const inDoubt = typed({ state })
  expect(bubbles([stored('A')], [inDoubt])).toMatchObject([
    { key: 'proprio-1', mark: { kind: 'sent' } },
  ])
  const yesterday = stored('A', { sentAtSeconds: inDoubt.atSeconds - 86_400 })
  expect(bubbles([yesterday], [inDoubt]).map(({ mark }) => mark)).toEqual([{ kind: 'sent' }, state])
})

test('a note is no message with the same words', () => {
  const note = stored('note-1', { type: 'note', status: null })
  const message = typed()
  expect(bubbles([note], [message]).map(({ isNote }) => isNote)).toEqual([true, false])
  expect(bubbles([note], [typed({ isNote: true })])).toMatchObject([{ isNote: true, mark: null }])
})

test('a group’s bubble says who wrote it', () => {
  const fields = { isFromMe: false, status: null, pushName: 'Bia' }
  const inGroup = stored('A', { ...fields, remoteJid: '120363000000000001@g.us' })
  expect(bubbles([inGroup, stored('B', fields)], []).map(({ author }) => author)).toEqual([
    'Bia',
    null,
  ])
})

test('a file without an answer is the message that the server has with it, whatever stands beside it', () => {
  const file = {
    url: 'http://a/uploads/x.pdf',
    name: 'x.pdf',
    bytes: 9,
    kind: 'documento' as const,
  }
  const own = typed({ text: '', file: { ...file, isAttached: true } })
  const sent = { mimeType: null, name: 'x.pdf', bytes: 9, durationSeconds: null }
  const fields = { type: 'documentMessage', content: '[Documento: x.pdf]' }
  const same = stored('A', { ...fields, file: { ...sent, url: '/uploads/x.pdf' } })
  const other = stored('B', { ...fields, file: { ...sent, url: '/uploads/y.pdf' } })
  expect(bubbles([other, same], [own]).map(({ key }) => key)).toEqual(['B', 'proprio-1'])
})
