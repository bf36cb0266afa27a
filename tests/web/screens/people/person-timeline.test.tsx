import { act, type BoundFunctions, type queries, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { AppError } from '../../../../src/contract/errors.ts'
import { phoneJid } from '../../../../src/contract/jid.ts'
import { publishAppEvent } from '../../../../web/api/calls/app-events.ts'
import { aReply } from '../../../support/domain/bot-replies.ts'
import { keepCampaign, keepDevice, keepSends, success } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole, toast } from '../../../support/web/console.tsx'

const ANA = '5561999990001'
const DEVICE = '5561988880000'
const path = `/people/${ANA}`
const NOON = new Date(2026, 0, 10, 12).getTime()

type Console = Awaited<ReturnType<typeof aConsole>>

function aMessage(id: string, atMs: number, fields: object = {}) {
  return {
    ...{ id, remoteJid: phoneJid(ANA), lid: null, pushName: 'Ana', content: id, status: null },
    ...{ type: 'conversation', isFromMe: false, thumbnail: null },
    ...{ sentAtSeconds: Math.floor(atMs / 1000), ...fields },
  }
}

const talkWith = (console: Console, ...messages: ReturnType<typeof aMessage>[]) =>
  console.storage.answering.messages.add(
    console.id,
    { gatewayId: 'own', instance: DEVICE },
    messages,
  )

/** Ana's life: a campaign, a talk, a bot's answers, an opt-out that ended, and a note. */
async function aLife(): Promise<Console> {
  const console = await aConsole()
  await keepDevice(console, console)
  const startedAt = new Date(NOON).toISOString()
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Natal', status: CampaignStatus.done, deviceId: DEVICE },
    ...{ startedAt, finishedAt: startedAt },
  })
  await keepSends(console, console, {
    atMs: NOON,
    sends: [{ name: 'Ana', phone: ANA, facts: success }],
  })
  await console.parts.personIndexing.catchUp()
  await talkWith(
    console,
    aMessage('Quanto custa?', NOON + 60_000),
    aMessage('*Vinte* reais', NOON + 120_000, { isFromMe: true }),
  )
  const chatbot = await console.api('POST', '/chatbots', {
    ...{ name: 'Preços', instance_name: DEVICE, keywords: ['preço'], reply: 'R$ 20' },
  })
  await console.storage.answering.replies.add(
    console.id,
    aReply(1, {
      ...{ gatewayId: 'own', instanceName: DEVICE, chatbotId: chatbot.id, heard: 'preço?' },
      ...{ remoteJid: phoneJid(ANA), answer: 'R$ 20', at: new Date(NOON + 180_000).toISOString() },
    }),
    null,
  )
  await console.api('POST', '/api/optouts', { phone: ANA, nome: 'Ana', reason: 'Pediu' })
  await console.api('DELETE', `/api/optouts/${ANA}`)
  await console.api('POST', `/api/people/${ANA}/notes`, { texto: 'Prefere manhã' })
  return console
}

async function timelineOf(page: BoundFunctions<typeof queries>) {
  return within(await page.findByRole('region', { name: 'Linha do tempo' }))
}

const rowsOf = (time: BoundFunctions<typeof queries>) =>
  time.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '')

test('tells all that happened under its days, and the way into the talk', async () => {
  const console = await aLife()
  const { page } = await console.open(path)
  const time = await timelineOf(page)
  await time.findByText('Prefere manhã')
  const rows = rowsOf(time)
  for (const [place, words] of [
    /Anotação.*Prefere manhã/,
    /Voltou a receber campanhas.*/,
    /Saiu das campanhas.*“Pediu”/,
    /Chatbot Preços respondeu.*preço\?.*R\$ 20/,
    /Conversa.*1 recebida, 1 enviada.*Você, por último.*Vinte reais/,
    /Campanha Natal.*Enviado.*Olá, Ana/,
  ].entries()) {
    expect(rows[place]).toMatch(words)
  }
  expect(rows).toHaveLength(6)
  const ways = time.getAllByRole('link', { name: 'Ver na conversa' })
  const addresses = ways.map((way) => new URLSearchParams(way.getAttribute('href')?.split('?')[1]))
  const chat = { instancia: `own:${DEVICE}`, contato: phoneJid(ANA) }
  expect(addresses.map((each) => Object.fromEntries(each))).toEqual([
    { ...chat, em: new Date(NOON + 180_000).toISOString() },
    { ...chat, em: new Date(NOON + 120_000).toISOString() },
  ])
  time.getByRole('heading', { level: 3, name: /10 de janeiro/ })
})

test('shows one kind or some, which the address keeps, or all', async () => {
  const console = await aLife()
  const { user, page } = await console.open(path)
  const time = await timelineOf(page)
  await time.findByText('Prefere manhã')
  await user.click(time.getByRole('button', { name: 'Conversas' }))
  await passes(() => expect(rowsOf(time)).toHaveLength(1))
  expect(location.search).toBe('?tipo=conversa')
  const pressed = () =>
    time.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(pressed()).toEqual(['Conversas'])
  await user.click(time.getByRole('button', { name: 'Anotações' }))
  await passes(() => expect(rowsOf(time)).toHaveLength(2))
  expect(new URLSearchParams(location.search).get('tipo')).toBe('conversa,anotacao')
  expect(pressed()).toEqual(['Conversas', 'Anotações'])
  await user.click(time.getByRole('button', { name: 'Conversas' }))
  await passes(() => expect(rowsOf(time)).toEqual([expect.stringContaining('Prefere manhã')]))
  await user.click(time.getByRole('button', { name: 'Tudo' }))
  await passes(() => expect(rowsOf(time)).toHaveLength(6))
  expect(location.search).toBe('')
  for (const name of ['Campanhas', 'Conversas', 'Respostas automáticas', 'Descadastro']) {
    await user.click(time.getByRole('button', { name }))
  }
  await passes(() => expect(rowsOf(time)).toHaveLength(5))
  await user.click(time.getByRole('button', { name: 'Anotações' }))
  expect([pressed(), location.search]).toEqual([['Tudo'], ''])
})

test('takes several kinds from an address, repeated or with commas, and says so where there is none', async () => {
  const { page } = await (await aConsole()).open(`${path}?tipo=robo,nada&tipo=descadastro`)
  const time = await timelineOf(page)
  await time.findByText('Nada disso aconteceu com esta pessoa')
  const pressed = time.getAllByRole('button', { pressed: true })
  expect(pressed.map(({ textContent }) => textContent)).toEqual([
    'Respostas automáticas',
    'Descadastro',
  ])
})

test.each([
  ['campanha', 'Nenhuma campanha enviou mensagem a esta pessoa', 'Nova campanha'],
  ['robo', 'Nenhum chatbot ou assistente respondeu a esta pessoa', 'Ver chatbots'],
] as const)('says what comes next where there is nothing of %s', async (kind, words, step) => {
  const { page } = await (await aConsole()).open(`${path}?tipo=${kind}`)
  const time = await timelineOf(page)
  await time.findByText(words)
  time.getByRole('link', { name: step })
})

test('goes on with what is older, and shows at once what comes', async () => {
  const console = await aConsole()
  const days = Array.from({ length: 25 }, (_, day) => NOON - day * 24 * 60 * 60_000)
  await talkWith(console, ...days.toReversed().map((at, day) => aMessage(`dia ${25 - day}`, at)))
  const { user, page } = await console.open(path)
  const time = await timelineOf(page)
  await user.click(await time.findByRole('button', { name: 'Mostrar mais antigos' }))
  await time.findByText('dia 25')
  expect(rowsOf(time)).toHaveLength(25)
  expect(time.queryByRole('button', { name: 'Mostrar mais antigos' })).toBeNull()
  await console.api('POST', `/api/people/${ANA}/notes`, { texto: 'De outra aba' })
  act(() => publishAppEvent({ type: 'person' }))
  await time.findByText('De outra aba')
})

test('writes a note, changes it, throws it away, and takes each back', async () => {
  const console = await aConsole()
  const { user, page } = await console.open(path)
  const time = await timelineOf(page)
  await user.type(time.getByLabelText('Nova anotação'), 'Prefere manhã')
  await user.click(time.getByRole('button', { name: 'Guardar anotação' }))
  await page.findByText('Anotação guardada.', toast)
  await time.findByText('Prefere manhã')
  expect(time.getByLabelText('Nova anotação')).toHaveProperty('value', '')

  await user.click(time.getByRole('button', { name: 'Editar a anotação' }))
  const field = time.getByLabelText('Texto da anotação')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'Prefere tarde')
  await user.click(time.getByRole('button', { name: 'Guardar' }))
  await time.findByText(/^editada/)
  await passes(() => {
    const edit = time.getByRole('button', { name: 'Editar a anotação' })
    expect(document.activeElement).toBe(edit)
  })
  time.getByText('Prefere tarde')
  await user.keyboard('{Control>}z{/Control}')
  await time.findByText('Prefere manhã')

  await user.click(time.getByRole('button', { name: 'Excluir a anotação' }))
  await page.findByText('Anotação excluída.', toast)
  await passes(() => expect(time.queryByText('Prefere manhã')).toBeNull())
  await user.keyboard('{Control>}z{/Control}')
  await time.findByText('Prefere manhã')
})

test('pins a note above all else, whatever is shown below, and lets it back into its place', async () => {
  const console = await aLife()
  await console.api('POST', `/api/people/${ANA}/notes`, { texto: 'Deve um kit' })
  const { user, page } = await console.open(path)
  const time = await timelineOf(page)
  const item = () => within(time.getByText('Prefere manhã').closest('li') ?? document.body)
  await time.findByText('Prefere manhã')
  expect(rowsOf(time)[0]).toMatch(/Deve um kit/)
  await user.click(item().getByRole('button', { name: 'Fixar a anotação' }))
  const pinned = within(await time.findByRole('list', { name: 'Anotação fixada' }))
  expect(rowsOf(pinned)).toEqual([expect.stringMatching(/Prefere manhã/)])
  // The note is shown once, and the focus moves with it.
  expect(rowsOf(time).filter((row) => row.includes('Prefere manhã'))).toHaveLength(1)
  expect(rowsOf(time)[0]).toMatch(/Prefere manhã/)
  const unpin = pinned.getByRole('button', { name: 'Não fixar mais a anotação' })
  await passes(() => expect(document.activeElement).toBe(unpin))
  await user.click(time.getByRole('button', { name: 'Conversas' }))
  await passes(() => expect(rowsOf(time)).toHaveLength(2))
  pinned.getByText('Prefere manhã')
  await user.click(time.getByRole('button', { name: 'Tudo' }))
  await time.findByText('Deve um kit')
  await user.click(unpin)
  await passes(() => expect(time.queryByRole('list', { name: 'Anotação fixada' })).toBeNull())
  await time.findByText('Prefere manhã')
  expect(rowsOf(time)[0]).toMatch(/Deve um kit/)
  await page.findByText('A anotação não está mais fixada.', toast)
  await user.keyboard('{Control>}z{/Control}')
  await time.findByRole('list', { name: 'Anotação fixada' })
})

test('says so where the pinned notes cannot be read, and shows the timeline all the same', async () => {
  const console = await aLife()
  const refused = new AppError('storage_unavailable', 'no room')
  let isBroken = true
  console.intercept((request) =>
    isBroken && request.url.includes('/notes?')
      ? Response.json(refused.toJson(), { status: refused.status })
      : undefined,
  )
  const { user, page } = await console.open(path)
  const time = await timelineOf(page)
  await time.findByText('Prefere manhã')
  const alert = within(time.getByRole('alert'))
  alert.getByText('Não foi possível ler as anotações fixadas.')
  isBroken = false
  await user.click(alert.getByRole('button', { name: 'Tentar novamente' }))
  await passes(() => expect(time.queryByRole('alert')).toBeNull())
})

test('a note that could not be kept stays where it was typed', async () => {
  const console = await aConsole()
  const refused = new AppError('storage_unavailable', 'no room')
  console.intercept((request) =>
    request.url.includes('/notes')
      ? Response.json(refused.toJson(), { status: refused.status })
      : undefined,
  )
  const { user, page } = await console.open(path)
  const time = await timelineOf(page)
  const field = time.getByLabelText('Nova anotação')
  await user.type(field, 'Prefere manhã')
  await user.click(time.getByRole('button', { name: 'Guardar anotação' }))
  await page.findByText(refused.text, toast)
  expect(field).toHaveProperty('value', 'Prefere manhã')
})

test('says which part could not be read, shows the others, and reads it again', async () => {
  const console = await aLife()
  const { messages } = console.storage.answering
  const { list } = messages
  messages.list = async () => {
    throw new AppError('messages_damaged', 'a segment')
  }
  const { user, page } = await console.open(path)
  const time = await timelineOf(page)
  const alert = within(await time.findByRole('alert'))
  alert.getByText('Não foi possível ler todas as conversas.')
  expect(rowsOf(time)).toHaveLength(5)
  messages.list = list
  await user.click(alert.getByRole('button', { name: 'Tentar novamente' }))
  await time.findByText(/1 recebida, 1 enviada/)
  expect(time.queryByRole('alert')).toBeNull()
})

test('says so where nothing of it can be read, beside what the rest of the page tells', async () => {
  const console = await aLife()
  const refused = new AppError('storage_unavailable', 'no room')
  let isBroken = true
  console.intercept((request) =>
    isBroken && request.url.includes('/timeline')
      ? Response.json(refused.toJson(), { status: refused.status })
      : undefined,
  )
  const { user, page } = await console.open(path)
  const time = await timelineOf(page)
  await time.findByText('Não foi possível carregar a linha do tempo.')
  await page.findByRole('region', { name: 'Como responde' })
  isBroken = false
  await user.click(time.getByRole('button', { name: 'Tentar novamente' }))
  await time.findByText('Prefere manhã')
})
