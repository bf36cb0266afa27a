import { type BoundFunctions, type queries, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { AppError } from '../../../../src/contract/errors.ts'
import { phoneJid } from '../../../../src/contract/jid.ts'
import { keepCampaign, keepDevice, keepSends, success } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole, toast } from '../../../support/web/console.tsx'

const ANA = '5561999990001'
const path = `/people/${ANA}`

/** Ana answered one campaign; another failed. */
async function someHistory() {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  const done = { status: CampaignStatus.done, deviceId }
  const startedAt = (day: number) => `2026-01-1${day}T12:00:00.000Z`
  await keepCampaign(console, console, { ...done, id: '1', name: 'Natal', startedAt: startedAt(1) })
  await keepCampaign(console, console, { ...done, id: '2', name: 'Volta', startedAt: startedAt(2) })
  const ana = { name: 'Ana Lima', phone: ANA }
  const answered = [...success, { type: 'replied' as const, text: 'Quero dois' }]
  await keepSends(console, console, { sends: [{ ...ana, facts: answered }] })
  const failed = [{ type: 'failed' as const, code: 'not_on_whatsapp' as const }]
  await keepSends(console, console, { campaignId: '2', sends: [{ ...ana, facts: failed }] })
  await console.parts.personIndexing.catchUp()
  return console
}

test('shows what was sent to a person, what became of it, and the answer', async () => {
  const console = await someHistory()
  const { page } = await console.open(path)
  await page.findByRole('heading', { level: 1, name: 'Ana Lima' })
  const way = page.getByRole('link', { name: 'Contatos', current: 'page' })
  expect(way.closest('nav')?.getAttribute('aria-label')).toBe('Principal')
  const time = within(page.getByRole('region', { name: 'Linha do tempo' }))
  const failed = within(await rowOf(time, 'Volta'))
  expect(failed.getByRole('link', { name: 'Volta' }).getAttribute('href')).toBe('/campaigns/2')
  failed.getByText('Erro')
  failed.getByText('Número não está no WhatsApp.')
  const answered = within(await rowOf(time, 'Natal'))
  answered.getByText('Lido')
  answered.getByText('Olá, Ana Lima')
  answered.getByText('Quero dois')
  const chat = answered.getByRole('link', { name: 'Ver na conversa' })
  expect(chat.getAttribute('href')).toContain(`contato=${ANA}`)
})

test('says in one place whether campaigns reach a person, by what WhatsApp last said of the number', async () => {
  const console = await someHistory()
  const { user, page } = await console.open(path)
  await page.findByText('Não está no WhatsApp')
  await page.findByText('Última resposta', { exact: false })
  expect(page.queryByText('Recebe campanhas')).toBeNull()
  expect(page.getAllByText('+55 (61) 99999-0001')).toHaveLength(1)
  const write = await page.findByRole('link', { name: 'Enviar mensagem' })
  expect(write.className).not.toContain('primary')
  await user.click(page.getByRole('button', { name: 'Não enviar mais' }))
  await page.findByText('Não recebe campanhas')
  expect(page.queryByText('Não está no WhatsApp')).toBeNull()
})

test('says of a person whose last message was accepted that campaigns reach them', async () => {
  const console = await aConsole()
  await keepCampaign(console, console, { status: CampaignStatus.done, id: '1' })
  await keepSends(console, console, { sends: [{ name: 'Ana', phone: ANA, facts: success }] })
  await console.parts.personIndexing.catchUp()
  const { page } = await console.open(path)
  await page.findByText('Recebe campanhas')
  const write = await page.findByRole('link', {
    name: /^(Enviar mensagem|Conectar para escrever)$/,
  })
  expect(write.className).toContain('primary')
})

test('takes a person out of all campaigns and back, as the list of opt-outs knows it', async () => {
  const console = await someHistory()
  const { user, page } = await console.open(path)
  await user.click(await page.findByRole('button', { name: 'Não enviar mais' }))
  const since = await page.findByText(/^Não recebe campanhas desde/)
  within(since.parentElement ?? document.body).getByText('Incluído à mão')
  expect(page.queryByRole('button', { name: 'Não enviar mais' })).toBeNull()
  expect(await console.api('GET', '/api/optouts')).toMatchObject([{ phone: ANA, nome: 'Ana Lima' }])

  await user.click(page.getByRole('button', { name: 'Voltar a enviar' }))
  await page.findByRole('button', { name: 'Não enviar mais' })
  await page.findByText('Ana Lima volta a receber campanhas.', toast)
  expect(await console.api('GET', '/api/optouts')).toEqual([])
  // Takes back the newest of the two changes.
  await user.keyboard('{Control>}z{/Control}')
  await page.findByText(/^Não recebe campanhas desde/)
})

test('an opt-out that was a slip of the hand is undone', async () => {
  const console = await someHistory()
  const { user, page } = await console.open(path)
  await user.click(await page.findByRole('button', { name: 'Não enviar mais' }))
  await page.findByText('Ana Lima não recebe mais campanhas.', toast)
  await user.click(page.getByRole('button', { name: 'Desfazer' }))
  await page.findByText('Ana Lima volta a receber campanhas.', toast)
  expect(await console.api('GET', '/api/optouts')).toEqual([])
})

test('says whether a person reads and answers, of the messages that reached them', async () => {
  const console = await someHistory()
  const { page } = await console.open(path)
  const response = within(await page.findByRole('region', { name: 'Como responde' }))
  const factOf = (name: string) => response.getByText(name).nextSibling?.textContent
  expect([factOf('Leu'), factOf('Respondeu')]).toEqual(['1 de 1', '1 de 1'])
  response.getByText('Último envio')
})

test('puts a person into another list, takes them out again, and makes a list for them', async () => {
  const console = await someHistory()
  const contatos = [{ name: 'Bia', phone: '5561999990002' }]
  const { id } = await console.api('POST', '/api/contacts', { name: 'Turma B', contatos })
  const phonesIn = async (list: unknown) => {
    const rows = await console.api('GET', `/api/contacts/${String(list)}/rows`)
    return rows.contatos.map(({ phone }: { phone: string }) => phone)
  }
  const { user, page } = await console.open(path)
  const add = await page.findByRole('button', { name: 'Incluir' })
  expect(add).toHaveProperty('disabled', true)
  const choice = page.getByLabelText('Incluir em uma lista')
  await user.selectOptions(choice, 'Turma B')
  await user.click(add)
  await page.findByText('Ana Lima entrou na lista Turma B.', toast)
  await page.findByRole('link', { name: 'Turma B' })
  expect(page.queryByRole('option', { name: 'Turma B' })).toBeNull()
  expect(await phonesIn(id)).toEqual(['5561999990002', ANA])
  await user.click(page.getByRole('button', { name: 'Desfazer' }))
  await page.findByText('Ana Lima saiu da lista Turma B.', toast)
  await page.findByRole('option', { name: 'Turma B' })
  expect(await phonesIn(id)).toEqual(['5561999990002'])

  await user.selectOptions(choice, 'Nova lista…')
  await user.click(add)
  await user.type(await page.findByLabelText('Nome da lista'), 'VIP')
  await user.click(page.getByRole('button', { name: 'Criar lista' }))
  await page.findByRole('link', { name: 'VIP' })
})

test('says so where nothing was sent, the number is none, or the server failed', async () => {
  const console = await aConsole()
  const refused = new AppError('storage_unavailable', 'no room')
  let isBroken = true
  console.intercept((request) =>
    isBroken && request.url.includes('/api/people/')
      ? Response.json(refused, { status: refused.status })
      : undefined,
  )
  const { user, page } = await console.open(path)
  await page.findByText('Não foi possível carregar esta pessoa.')
  isBroken = false
  await user.click(page.getByRole('button', { name: 'Tentar novamente' }))
  await page.findByRole('heading', { level: 1, name: '+55 (61) 99999-0001' })
  await page.findByText('Nada aconteceu com esta pessoa ainda')
  await passes(() => expect(page.queryByRole('alert')).toBeNull())
})

test('links the lists that a person is in', async () => {
  const console = await someHistory()
  const contatos = [{ name: 'Ana Lima', phone: ANA }]
  const { id } = await console.api('POST', '/api/contacts', { name: 'Turma A', contatos })
  const { page } = await console.open(path)
  const lists = within(await page.findByRole('list', { name: 'Listas' }))
  const link = lists.getByRole('link', { name: 'Turma A' })
  expect(link.getAttribute('href')).toBe(`/contacts/${id}`)
})

test('leads to a first message by the one connection there is', async () => {
  const console = await someHistory()
  const { page } = await console.open(path)
  const write = await page.findByRole('link', { name: 'Enviar mensagem' })
  const address = new URLSearchParams(write.getAttribute('href')?.split('?')[1])
  expect(address.get('instancia')).toBe('own:5561988880000')
  expect(address.get('contato')).toBe(phoneJid(ANA))
})

test('asks by which of several connections, the one that has written to them first', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: '5561988880009', connectionName: 'Filial' })
  const deviceId = await keepDevice(console, console)
  await keepDevice(console, console, {
    ...{ deviceId: '5561988880008', connectionName: 'Antiga', state: 'disconnected' },
  })
  await keepCampaign(console, console, { status: CampaignStatus.done, id: '1', deviceId })
  await keepSends(console, console, { sends: [{ name: 'Ana', phone: ANA, facts: success }] })
  await console.parts.personIndexing.catchUp()
  const { user, page } = await console.open(path)
  await page.findByText('Recebe campanhas')
  await user.click(await writeButton(page))
  const dialog = within(await page.findByRole('dialog', { name: 'Escrever para Ana' }))
  const names = dialog.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names[0]).toMatch(/^Loja.*já enviou campanhas a esta pessoa/)
  expect(names[1]).toMatch(/^Filial/)
  expect(names[2]).toMatch(/^Antiga.*Desconectado/)
  expect(dialog.queryByText(/não recebe campanhas/)).toBeNull()
  await user.click(dialog.getByRole('link', { name: /^Filial/ }))
  await page.findByRole('heading', { level: 1, name: 'Chat' })
  expect(location.search).toContain('instancia=own%3A5561988880009')
})

test('warns before the first message to somebody who gets no campaigns', async () => {
  const console = await someHistory()
  await console.api('POST', '/api/optouts', { phone: ANA, nome: 'Ana Lima' })
  const { user, page } = await console.open(path)
  await user.click(await writeButton(page))
  const dialog = within(await page.findByRole('dialog'))
  dialog.getByText(/^Ana Lima não recebe campanhas desde/)
  expect(dialog.getByRole('link', { name: /^Loja/ }).getAttribute('href')).toContain(ANA)
  await user.click(dialog.getByRole('button', { name: 'Voltar' }))
  expect(page.queryByRole('dialog')).toBeNull()
})

test('without a connection the page of a person leads to where one is made', async () => {
  const console = await aConsole()
  const { page } = await console.open(path)
  const way = await page.findByRole('link', { name: 'Conectar para escrever' })
  expect(way.getAttribute('href')).toBe('/baileys')
})

test.each([
  ['/api/whatsapp/devices', 'Falha ao buscar conexões.', 'link', 'Enviar mensagem'],
  [
    '/sends?',
    'Não foi possível ler como esta pessoa responde a campanhas.',
    'region',
    'Como responde',
  ],
  ['/api/contacts?', 'Erro ao buscar listas de contatos.', 'button', 'Incluir'],
] as const)(
  'says so where %s cannot be read, and reads it again',
  async (call, sentence, role, name) => {
    const console = await someHistory()
    const refused = new AppError('storage_unavailable', 'no room')
    let isBroken = true
    console.intercept((request) =>
      isBroken && request.url.includes(call)
        ? Response.json(refused, { status: refused.status })
        : undefined,
    )
    const { user, page } = await console.open(path)
    const main = within(await page.findByRole('main'))
    const alert = within((await main.findByText(sentence)).closest('[role=alert]') ?? document.body)
    expect(main.queryByRole(role, { name })).toBeNull()
    isBroken = false
    await user.click(alert.getByRole('button', { name: 'Tentar novamente' }))
    await main.findByRole(role, { name })
    expect(main.queryByText(sentence)).toBeNull()
  },
)

/** The event that links to something with this name. */
async function rowOf(part: BoundFunctions<typeof queries>, name: string): Promise<HTMLElement> {
  const link = await part.findByRole('link', { name })
  return link.closest('li') ?? document.body
}

/** The button that begins a message, once the connections are read. */
async function writeButton(page: BoundFunctions<typeof queries>): Promise<HTMLElement> {
  const button = () => page.getByRole<HTMLButtonElement>('button', { name: 'Enviar mensagem' })
  await waitFor(() => expect(button().disabled).toBe(false))
  return button()
}
