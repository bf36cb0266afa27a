import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BotReply } from '../../../../src/contract/gateways/bot-reply.ts'
import { aStandIn } from '../../../support/daemon/stand-in.ts'
import { keepDevice } from '../../../support/domain/kept.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

const SHOP = '5561988880000'
const bot = { name: 'Preço', instance_name: SHOP, keywords: ['preço'], reply: 'Custa R$ 10.' }
const agent = { name: 'Atendente', instructions: 'Seja breve.', model: 'mistral-small-latest' }

/** The console of a shop with one connection. */
async function aShop(options: Parameters<typeof aConsole>[0] = {}) {
  const console = await aConsole(options)
  await keepDevice(console, console, { deviceId: SHOP })
  return console
}

type Shop = Awaited<ReturnType<typeof aShop>>

async function openChatbots(console: Shop) {
  const shown = await console.open('/instances')
  await shown.user.click(await shown.page.findByRole('button', { name: 'Chatbots (1)' }))
  await shown.page.findByText('Custa R$ 10.')
  return shown
}

function aReply(fields: Partial<BotReply>): BotReply {
  return {
    ...{ id: crypto.randomUUID(), at: new Date().toISOString(), gatewayId: 'own' },
    ...{ instanceName: SHOP, remoteJid: '5561999990001@s.whatsapp.net', pushName: 'Bruna' },
    ...{ heard: 'Oi', chatbotId: null, agentId: null, answer: null, reason: null, ...fields },
  }
}

test('a chatbot is tried as its form has it, and changed', async () => {
  const console = await aShop()
  await console.api('POST', '/chatbots', bot)
  const { user, page } = await openChatbots(console)
  await user.click(page.getByRole('button', { name: 'Editar Preço' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Editar Preço' }))
  const ask = async (text: string) => {
    await user.type(dialog.getByLabelText('Mensagem de um cliente'), `${text}{Enter}`)
  }
  const talk = within(dialog.getByRole('log', { name: 'Teste' }))

  await ask('Qual o valor?')
  await talk.findByText(/Nenhuma palavra-chave está na mensagem/)
  await user.type(dialog.getByRole('textbox', { name: 'Palavras-chave' }), 'valor,')
  await user.clear(dialog.getByLabelText('Resposta'))
  await ask('Qual o valor?')
  await dialog.findByText('Informe a resposta ou o assistente que responde.')
  await user.type(dialog.getByLabelText('Resposta'), 'Custa R$ 12.')
  await user.click(dialog.getByRole('button', { name: 'Testar' }))
  await talk.findByText('Custa R$ 12.')
  expect(talk.getAllByText('Qual o valor?')).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Recomeçar' }))
  expect(talk.queryByText('Custa R$ 12.')).toBeNull()
  expect(document.activeElement).toBe(dialog.getByLabelText('Mensagem de um cliente'))
  expect(await console.api('GET', '/chatbots')).toMatchObject([bot])

  await user.click(dialog.getByRole('button', { name: 'Salvar chatbot' }))
  await page.findByRole('button', { name: 'Editar Preço' })
  await page.findByText('Custa R$ 12.')
  expect(await console.api('GET', '/chatbots')).toMatchObject([
    { ...bot, keywords: ['preço', 'valor'], reply: 'Custa R$ 12.' },
  ])
})

test('a reply is still there after a look at an assistant in its place', async () => {
  const console = await aShop()
  await console.api('POST', '/chatbots', bot)
  await console.api('POST', '/mistral/agents', agent)
  const { user, page } = await openChatbots(console)
  await user.click(page.getByRole('button', { name: 'Editar Preço' }))
  await user.type(await page.findByLabelText('Resposta'), ' À vista.')
  const responder = page.getByLabelText('Quem responde')
  await user.selectOptions(
    responder,
    await page.findByRole('option', { name: 'O assistente Atendente' }),
  )
  const reply = { name: 'Resposta' }
  await waitFor(() => expect(page.queryByRole('textbox', reply)).toBeNull())
  await user.selectOptions(responder, 'Um texto fixo')
  const field = await page.findByRole('textbox', reply)
  expect(field).toHaveProperty('value', `${bot.reply} À vista.`)
})

test('a change that was not saved is asked about, also one of the words alone', async () => {
  const console = await aShop()
  await console.api('POST', '/chatbots', bot)
  const { user, page } = await openChatbots(console)
  await user.click(page.getByRole('button', { name: 'Editar Preço' }))
  await user.type(await page.findByLabelText('Mensagem de um cliente'), 'preço?{Enter}')
  await within(page.getByRole('log', { name: 'Teste' })).findByText('Custa R$ 10.')
  // Trying changes nothing.
  await user.click(page.getByRole('button', { name: 'Cancelar' }))
  await user.click(await page.findByRole('button', { name: 'Editar Preço' }))
  await user.click(await page.findByRole('button', { name: 'Remover preço' }))
  await user.click(page.getByRole('button', { name: 'Cancelar' }))
  await page.findByText('O que foi digitado ainda não foi salvo. Sair sem salvar?')
})

test('an assistant is tried by the service, which may refuse the key, and changed', async () => {
  const statuses = [401]
  const service = await aStandIn(({ path, text }) => {
    if (path.startsWith('/v1/models')) return { body: [{ id: agent.model }] }
    if (path === '/v1/agents/pages?page_size=1000') return { status: 404 }
    if (path.startsWith('/v1/agents')) {
      return { body: text ? { ...JSON.parse(text), id: 'ag_1' } : [] }
    }
    const status = statuses.shift() ?? 200
    return { status, body: { choices: [{ message: { content: 'Abrimos às 9h.' } }] } }
  })
  const console = await aShop({ mistral: { apiKey: 'segredo', baseUrl: service.url } })
  await console.api('POST', '/mistral/agents', agent)
  const { user, page } = await console.open('/instances')
  await user.click(await page.findByRole('tab', { name: 'Assistentes' }))
  await user.click(await page.findByRole('button', { name: 'Editar' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Editar Atendente' }))
  await user.type(dialog.getByLabelText('Instruções'), ' E gentil.')
  const question = dialog.getByLabelText('Mensagem de um cliente')
  await user.type(question, 'Abre quando?{Enter}')
  await dialog.findByText(/recusou a chave deste servidor/)
  await user.type(question, 'Abre quando?{Enter}')
  await dialog.findByText('Abrimos às 9h.')
  const lastAsked = () => {
    const asked = service.seen.filter(({ path }) => path === '/v1/chat/completions')
    return JSON.parse(asked.at(-1)?.text ?? '').messages
  }
  const first = [
    { role: 'system', content: 'Seja breve. E gentil.' },
    { role: 'user', content: 'Abre quando?' },
  ]
  expect(lastAsked()).toEqual(first)
  await user.type(question, 'No sábado também?{Enter}')
  await expect.poll(() => dialog.queryAllByText('Abrimos às 9h.').length).toBe(2)
  expect(lastAsked()).toEqual([
    ...first,
    { role: 'assistant', content: 'Abrimos às 9h.' },
    { role: 'user', content: 'No sábado também?' },
  ])
  await user.click(dialog.getByRole('button', { name: 'Salvar assistente' }))
  await page.findByText('Seja breve. E gentil.')
})

test('shows what was heard, with the answer or the reason, and only silences where asked', async () => {
  const console = await aShop()
  const { id } = await console.api('POST', '/chatbots', bot)
  const { replies } = console.storage.answering
  const answer = bot.reply
  for (const reply of [
    aReply({ heard: 'Qual o preço?', at: '2026-01-15T12:00:00.000Z', chatbotId: id, answer }),
    aReply({ heard: 'Tudo bem?', reason: 'no_keyword', pushName: null }),
  ]) {
    await replies.add(console.id, reply, null)
  }
  const { user, page } = await console.open('/instances')
  await page.findByRole('button', { name: 'Chatbots (1)' })
  await user.click(page.getByRole('button', { name: `Ações de ${SHOP}` }))
  await user.click(page.getByRole('menuitem', { name: 'Últimas respostas' }))
  const list = within(await page.findByRole('list', { name: 'Mensagens' }))
  const [silent, answered] = list.getAllByRole('listitem')
  expect(answered?.textContent).toMatch(/Bruna.*Respondida.*Qual o preço\?.*Custa R\$ 10\./)
  expect(answered?.textContent).toContain('Chatbot Preço')
  expect(silent?.textContent).toMatch(/99999-0001.*Sem resposta.*Tudo bem\?.*Nenhuma palavra-chave/)
  await user.click(page.getByRole('switch', { name: 'Só sem resposta' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
})

test('says that nothing was heard yet, and what failed', async () => {
  const console = await aShop()
  await console.api('POST', '/chatbots', bot)
  console.intercept(({ url }) =>
    url.includes('/api/bot-replies') ? refusal('Sem disco.') : undefined,
  )
  const { user, page } = await openChatbots(console)
  await user.click(page.getByRole('button', { name: 'Últimas respostas de Preço' }))
  await page.findByText('Erro ao carregar as últimas respostas.')
  await page.findByText('Sem disco.')
  console.intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Tentar novamente' }))
  await page.findByText('Nenhuma mensagem ainda')
})
