import { within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { phoneJid } from '../../../../src/contract/jid.ts'
import { keepUnsentText } from '../../../../web/screens/chat/kept-texts.ts'
import { chatKey } from '../../../../web/screens/chat/own-messages.ts'
import { passes } from '../../../support/eventually.ts'
import { ANA, aTalk, aTalkToOpen, GROUP, OTHER_GROUP } from '../../../support/web/talk.ts'

test('a group’s talk says who wrote, and what is typed there is noted', async () => {
  const { page, user, whatsapp } = await aTalk({ chatJid: GROUP, remoteJid: GROUP })
  await page.findByRole('heading', { level: 2, name: 'Grupo …0001' })
  await page.findByText('Bia')
  const text = page.getByLabelText('Mensagem')
  await user.type(text, 'Falar com{Shift>}{Enter}{/Shift}a Bia')
  expect(page.getByRole('button', { name: 'Anotar' })).toHaveProperty('disabled', false)
  await user.type(text, '{Enter}')
  await page.findByText('Anotação')
  await page.findByText(/Falar com\s+a Bia/)
  expect(text).toHaveProperty('value', '')
  expect(whatsapp.sent).toEqual([])
})

test('a talk with somebody who left says so, and Enviar asks before anything happens', async () => {
  const { page, user, api } = await aTalk({ text: 'SAIR' })
  await page.findByText('Descadastrado')
  await user.type(page.getByLabelText('Mensagem'), 'Certo{Enter}')
  await page.findByRole('dialog', { name: 'Enviar pelo WhatsApp?' })
  await user.click(page.getByRole('button', { name: 'Fechar' }))
  expect(page.getByLabelText('Mensagem')).toHaveProperty('value', 'Certo')
  expect(await api('GET', '/api/chats/settings')).toEqual({ enviar: null })
})

test('a talk that nobody has begun says that the person left', async () => {
  const { api, open, device } = await aTalkToOpen({})
  await api('POST', '/api/optouts', { phone: '61999990009', nome: '', reason: '' })
  const { page } = await open(`/chat?instancia=own:${device}&contato=5561999990009`)
  await page.findByText('Nenhuma mensagem com esta pessoa')
  await page.findByText('Descadastrado', { selector: 'header *' })
})

test('says that a message was edited, and of one that was taken back that it was', async () => {
  const { page } = await aTalk(
    { text: 'Às 9h' },
    { messageId: 'IN2', text: 'Na sala 3' },
    { messageId: 'CH1', changedId: 'IN1', text: 'Às 10h' },
    { messageId: 'CH2', changedId: 'IN2', text: null },
  )
  await page.findByText('Às 10h')
  page.getByText('Editada')
  await page.findByText('Esta mensagem foi apagada')
  expect(page.queryByText(/Às 9h|Na sala 3/)).toBeNull()
})

test('somebody who is known by a hidden number only gets what is sent', async () => {
  const lid = '70010020030044@lid'
  const { page, user, whatsapp } = await aTalk({ chatJid: lid, remoteJid: lid, lid, phone: null })
  await user.type(await page.findByLabelText('Mensagem'), 'Bom dia{Enter}')
  await user.click(await page.findByRole('button', { name: 'Enviar pelo WhatsApp' }))
  // The list of contacts shows it as well, a moment later.
  await within(page.getByRole('region', { name: 'Conversa' })).findByText('Bom dia')
  await expect.poll(() => whatsapp.sent.map(({ jid }) => jid)).toEqual([lid])
})

test('a note whose answer was lost stands in the talk once, however often it is tried again', async () => {
  const { page, user, intercept, request, api, device } = await aTalk({
    chatJid: OTHER_GROUP,
    remoteJid: OTHER_GROUP,
  })
  intercept(async (asked) => {
    const { pathname } = new URL(asked.url)
    if (pathname !== '/api/chats/notes') return undefined
    const headers = Object.fromEntries(asked.headers)
    await request(pathname, { method: 'POST', headers, body: await asked.text() })
    throw new TypeError('the network broke off')
  })
  await user.type(await page.findByLabelText('Mensagem'), 'Falar com a Bia{Enter}')
  await page.findByText('Anotação')
  intercept(() => undefined)
  const again = page.queryByRole('button', { name: 'Tentar novamente' })
  if (again) await user.click(again)
  await page.findByText('Anotação')
  expect(await page.findAllByText('Falar com a Bia')).toHaveLength(1)
  const address = `/api/webhook-messages?instance=${device}&evolution_id=own&remote_jid=${OTHER_GROUP}`
  // The talk shows a note before the server has kept it.
  await passes(async () => {
    const kept: { message_content: string }[] = await api('GET', address)
    expect(kept.map(({ message_content }) => message_content)).toEqual(['Oi', 'Falar com a Bia'])
  })
  expect(page.getAllByText('Falar com a Bia')).toHaveLength(1)
})

const BRUNO = '5561999990002'
const bruno = { chatJid: phoneJid(BRUNO), remoteJid: phoneJid(BRUNO), phone: BRUNO }

/** Ana has been answered from the phone; Bruno has not, and his messages are unread. */
async function aListOfTwo() {
  // The page in memory lays nothing out: without a height, no row of the list is in sight.
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  onTestFinished(() => height.mockRestore())
  const talk = await aTalk(
    {},
    { messageId: 'OUT1', fromMe: true, text: 'Abrimos às 9h' },
    { ...bruno, messageId: 'IN2', pushName: 'Bruno', text: 'E no domingo?' },
  )
  const { page, user } = talk
  const list = within(await page.findByRole('region', { name: 'Contatos da conversa' }))
  await list.findByRole('button', { name: /Bruno/ })
  const rows = () =>
    list.getAllByRole('button', { name: /Bia|Bruno/ }).map(({ textContent }) => textContent)
  return { ...talk, list, rows, user }
}

test('lists who has had no answer yet, and says so in the address', async () => {
  const { list, rows, user } = await aListOfTwo()
  expect(rows()).toHaveLength(2)
  await user.click(list.getByRole('button', { name: 'A responder 1' }))
  await expect.poll(rows).toEqual([expect.stringContaining('E no domingo?')])
  const address = new URLSearchParams(location.search)
  expect(address.get('filtro')).toBe('a-responder')
  expect(address.get('contato')).toBe(phoneJid(ANA))
  await user.click(list.getByRole('button', { name: 'Todas' }))
  await expect.poll(rows).toHaveLength(2)
  expect(location.search).not.toContain('filtro')
})

test('a conversation that is opened among the unread ones stays there until another part is listed', async () => {
  const { page, list, rows, user } = await aListOfTwo()
  await user.click(list.getByRole('button', { name: 'Não lidas 1' }))
  await user.click(await list.findByRole('button', { name: /Bruno/ }))
  await page.findByRole('heading', { level: 2, name: 'Bruno' })
  await list.findByRole('button', { name: 'Não lidas' })
  expect(rows()).toHaveLength(1)
  await user.click(list.getByRole('button', { name: 'A responder 1' }))
  await user.click(list.getByRole('button', { name: 'Não lidas' }))
  await list.findByText('Nenhuma conversa não lida')
  await user.click(list.getByRole('button', { name: 'Ver todas' }))
  await expect.poll(rows).toHaveLength(2)
})

test('a number that nobody has written from is written to from the search', async () => {
  const { page, list, user } = await aListOfTwo()
  await user.type(list.getByLabelText('Buscar por nome ou telefone'), '(61) 99999-0003')
  await user.click(await list.findByRole('button', { name: 'Conversar com +55 (61) 99999-0003' }))
  await page.findByRole('heading', { level: 2, name: '+55 (61) 99999-0003' })
})

test('a draft stands in its row once its talk is left, and another user’s does not', async () => {
  const { page, list, user, device } = await aListOfTwo()
  const rowOf = (name: RegExp) => list.getByRole('button', { name }).textContent
  const place = { gatewayId: 'own', instance: device }
  keepUnsentText(chatKey('outra', { place, remoteJid: phoneJid(BRUNO) }), 'Segredo')
  await user.type(page.getByLabelText('Mensagem'), 'Até já')
  expect(rowOf(/Bia/)).toContain('Abrimos às 9h')
  await user.click(list.getByRole('button', { name: /Bruno/ }))
  await page.findByRole('heading', { level: 2, name: 'Bruno' })
  expect(rowOf(/Bia/)).toContain('Rascunho: Até já')
  await user.click(list.getByRole('button', { name: /Bia/ }))
  await page.findByRole('heading', { level: 2, name: 'Bia' })
  expect(rowOf(/Bia/)).toContain('Abrimos às 9h')
  expect(rowOf(/Bruno/)).toContain('E no domingo?')
})

test('arrows, Home and End lead from row to row, Enter to the message, and Esc back to the row', async () => {
  const { page, list, user } = await aListOfTwo()
  const at = () =>
    list.getAllByRole('button', { name: /Bia|Bruno/ }).findIndex((row) => row.matches(':focus'))
  const isWriting = () => page.getByLabelText('Mensagem').matches(':focus')
  list.getAllByRole('button', { name: /Bia|Bruno/ })[0]?.focus()
  for (const [key, reached] of [
    ['ArrowDown', 1],
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['ArrowUp', 0],
    ['End', 1],
    ['Home', 0],
  ] as const) {
    await user.keyboard(`{${key}}`)
    expect(at()).toBe(reached)
  }
  list.getByRole('button', { name: /Bruno/ }).focus()
  const bruno = at()
  await user.keyboard('{Enter}')
  await page.findByRole('heading', { level: 2, name: 'Bruno' })
  expect(isWriting()).toBe(true)
  await user.keyboard('Só de manhã{Escape}')
  expect(at()).toBe(bruno)
  await user.keyboard('{Enter}')
  expect(isWriting()).toBe(true)
  expect(page.getByLabelText('Mensagem')).toHaveProperty('value', 'Só de manhã')
  await user.keyboard(`{Escape}{${bruno === 0 ? 'End' : 'Home'}}{Enter}`)
  await page.findByRole('heading', { level: 2, name: 'Bia' })
  expect(isWriting()).toBe(true)
  expect(list.getByRole('button', { name: /Bruno/ }).textContent).toContain('Rascunho: Só')
})

test('a row that is clicked leaves the focus with the list, and opens no keyboard', async () => {
  const { page, list, user } = await aListOfTwo()
  await user.click(list.getByRole('button', { name: /Bruno/ }))
  await page.findByRole('heading', { level: 2, name: 'Bruno' })
  expect(document.activeElement).toBe(list.getByRole('button', { name: /Bruno/ }))
})

test('Esc in a talk that is not in the list leads to the search', async () => {
  const { page, list, user } = await aListOfTwo()
  const search = list.getByLabelText('Buscar por nome ou telefone')
  await user.type(search, '(61) 99999-0003')
  await user.click(await list.findByRole('button', { name: /^Conversar com/ }))
  await page.findByRole('heading', { level: 2, name: '+55 (61) 99999-0003' })
  await user.type(page.getByLabelText('Mensagem'), 'Oi{Escape}')
  await expect.poll(() => document.activeElement).toBe(search)
  expect(page.getByLabelText('Mensagem')).toHaveProperty('value', 'Oi')
})
