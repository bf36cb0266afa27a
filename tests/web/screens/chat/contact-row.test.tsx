import { render, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Conversation } from '#contract/messages/conversation.ts'
import { ContactRow } from '../../../../web/screens/chat/contact-row.tsx'
import { areOfSeveral } from '../../../../web/screens/chat/places.ts'

const ignore = () => undefined
const sentAt = new Date(2026, 10, 20, 18, 40)

function showRow(fields: Partial<Conversation>, placeName: string | null = null, draft = '') {
  const chat: Conversation = {
    ...{ gatewayId: 'own', instance: 'loja', remoteJid: '5561999990001@s.whatsapp.net' },
    ...{ contactName: null, pushName: 'Bia', lastMessage: 'Bom dia', lastType: 'conversation' },
    ...{ isLastFromMe: false, lastAtSeconds: sentAt.getTime() / 1000, unreadCount: 0 },
    ...{ lastStatus: null, isOptedOut: false },
    ...fields,
  }
  const nowMs = new Date(2026, 10, 21, 9).getTime()
  const row = { chat, draft, placeName, nowMs, isChosen: false, isGoal: false }
  const handlers = { onReach: ignore, onStep: ignore, onChoose: ignore }
  return within(render(<ContactRow {...row} {...handlers} />).container).getByRole('button')
}

test('a row tells the time as a person would, and the whole moment to whoever points at it', () => {
  const time = showRow({}).querySelector('time')
  expect(time?.textContent).toBe('ontem')
  expect(time?.title).toBe('20/11/2026 18:40')
  expect(time?.dateTime).toBe(sentAt.toISOString())
})

test('a row says whose the last words were where they were not the other one’s', () => {
  expect(showRow({ isLastFromMe: true }).textContent).toContain('Você: Bom dia')
})

test('a row shows what was typed and not sent in place of the last words, and of their ticks', () => {
  const row = showRow({ isLastFromMe: true, lastStatus: 'read' }, null, 'Abrimos\nàs *9h*')
  expect(row.textContent).toContain('Rascunho: Abrimos às 9h')
  expect(row.textContent).not.toContain('Bom dia')
  expect(within(row).queryByRole('img')).toBeNull()
})

test('a row takes spaces alone for no draft', () => {
  expect(showRow({}, null, ' \n ').textContent).toContain('Bom dia')
})

test.each([
  ['sent', 'Enviada'],
  ['delivered', 'Entregue'],
  ['read', 'Lida'],
] as const)('a row says of last words of one’s own that they are %s', (lastStatus, name) => {
  const row = within(showRow({ isLastFromMe: true, lastStatus }))
  row.getByRole('img', { name })
})

test('a row has no ticks where nobody knows how far the last words have come', () => {
  expect(within(showRow({ isLastFromMe: true })).queryByRole('img')).toBeNull()
})

test('a row counts what is unread, for those who cannot see its weight, too', () => {
  expect(showRow({ unreadCount: 2 }).textContent).toContain('2 não lidas')
})

test('a row has its connection’s name only where conversations of several are listed', () => {
  expect(showRow({}, 'Matriz').textContent).toContain('Matriz')
  const shop = { gatewayId: 'own', instance: 'loja' }
  expect(areOfSeveral([shop, { ...shop }])).toBe(false)
  expect(areOfSeveral([shop, { ...shop, instance: 'matriz' }])).toBe(true)
})
