import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../../src/contract/campaigns/campaign-status.ts'
import {
  keepCampaign,
  keepDevice,
  keepList,
  keepSends,
  runCampaign,
  success,
} from '../../../../support/domain/kept.ts'
import { passes } from '../../../../support/eventually.ts'
import { aPromise } from '../../../../support/promise.ts'
import { aConsole, refusal, toast } from '../../../../support/web/console.tsx'

const read = [...success, { type: 'read' as const }]
const answered = [...read, { type: 'replied' as const, text: 'Quero dois' }]
const people = [
  { name: 'Ana', phone: '5561999990001', facts: answered },
  { name: 'Bruno', phone: '5561999990002', facts: [...success, { type: 'delivered' as const }] },
  { name: 'Carla', phone: '5561999990003', facts: success },
  {
    name: 'Davi',
    phone: '5561999990004',
    facts: [{ type: 'failed' as const, code: 'not_on_whatsapp' as const }],
  },
]

async function anEndedCampaign() {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Natal', text: 'Oi, {nome}', deviceId, recipientCount: people.length },
    ...{ status: CampaignStatus.doneWithErrors, sentCount: 3, deliveredCount: 2, readCount: 1 },
    ...{ replyCount: 1, errorCount: 1 },
  })
  await keepSends(console, console, { text: 'Oi, {nome}', sends: people })
  return console
}

test('shows of each step of the funnel who came that far', async () => {
  const console = await anEndedCampaign()
  const { user, page } = await console.open('/campaigns/1')
  await page.findByRole('heading', { level: 1, name: 'Natal' })
  const funnel = within(await page.findByRole('region', { name: 'Funil da campanha' }))
  const press = (name: RegExp) => user.click(funnel.getByRole('button', { name }))
  await page.findByText('4 envios')

  await press(/^Enviados 3/)
  await page.findByText('3 de 4 envios')
  await press(/^Entregues 2 66,7% dos enviados/)
  await page.findByText('2 de 4 envios')
  expect(funnel.getByRole('button', { pressed: true }).textContent).toContain('Entregues')
  await press(/^Erros 1/)
  await page.findByText('1 de 4 envios')
  await press(/^Responderam 1/)
  await page.findByText('1 envio')
  // The same step once more shows everybody again.
  await press(/^Responderam 1/)
  await page.findByText('4 envios')
})

test('says of an unknown campaign that there is none, and leads back', async () => {
  const console = await aConsole()
  const { user, page } = await console.open('/campaigns/999')
  await page.findByRole('heading', { level: 1, name: 'Campanha não encontrada' })
  await user.click(page.getByRole('link', { name: 'Ver todas as campanhas' }))
  await page.findByRole('heading', { level: 1, name: 'Campanhas' })
})

test('pauses, continues and stops a campaign under way, and shows whom it wrote to last', async () => {
  const console = await aConsole()
  const id = await runCampaign(console, console, await keepDevice(console, console))
  // The send must be made before the page opens, since this console gets no events of it.
  await passes(async () =>
    expect(await console.api('GET', `/api/campaigns/${id}/sends`)).toMatchObject([{ nome: 'Ana' }]),
  )
  const { user, page } = await console.open(`/campaigns/${id}`)
  const tail = within(await page.findByRole('region', { name: 'Últimos envios' }))
  await tail.findByText('Ana')
  // Shown as text, since a finger cannot hover.
  const progress = within(page.getByRole('region', { name: 'Andamento' }))
  await progress.findByText(/^Termina por volta de \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/)
  // While one of them is under way none can be pressed.
  const free = (name: string) =>
    waitFor(() => {
      const button = page.getByRole('button', { name })
      expect(button).toHaveProperty('disabled', false)
      return button
    })
  await user.click(await free('Pausar'))
  await user.click(await free('Continuar'))
  await free('Pausar')
  await user.click(await free('Parar'))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Sinal de parada enviado para a campanha.', toast)
  await waitFor(() => expect(page.queryByRole('button', { name: 'Parar' })).toBeNull())
})

test('the page of a campaign says of the last sends that they are still to be read, or could not be, and never that there are none', async () => {
  const console = await aConsole()
  const id = await runCampaign(console, console, await keepDevice(console, console))
  await passes(async () =>
    expect(await console.api('GET', `/api/campaigns/${id}/sends`)).toMatchObject([{ nome: 'Ana' }]),
  )
  const { promise, keep } = aPromise()
  console.intercept(async ({ url }) => {
    if (!url.includes('ordem=recentes')) return undefined
    await promise
    return refusal('Sem disco.')
  })
  const { user, page } = await console.open(`/campaigns/${id}`)
  const tail = within(await page.findByRole('region', { name: 'Últimos envios' }))
  tail.getByText('Carregando…')
  expect(tail.queryByText(/assim que o primeiro sair/)).toBeNull()
  keep()
  await tail.findByText('Sem disco.')
  expect(tail.queryByText(/assim que o primeiro sair/)).toBeNull()
  console.intercept(() => undefined)
  await user.click(tail.getByRole('button', { name: 'Tentar novamente' }))
  await tail.findByText('Ana')
})

test('the results of several texts are narrowed to those who got one of them', async () => {
  const console = await aConsole()
  const device_id = await keepDevice(console, console)
  const contatos = people.map(({ name, phone }) => ({ name, phone }))
  const list = await console.api('POST', '/api/contacts', { name: 'Pais', contatos })
  const { id } = await console.api('POST', '/api/campaigns', {
    ...{ name: 'Natal', texto: 'Oi', variantes: ['Olá'], contatos: list.id, device_id, delay: 0 },
    status: CampaignStatus.scheduled,
  })
  await expect
    .poll(async () => (await console.api('GET', `/api/campaigns/${id}`)).status)
    .toBe(CampaignStatus.done)
  const { user, page } = await console.open(`/campaigns/${id}`)
  await page.findByText('4 envios')
  await user.selectOptions(page.getByLabelText('Variação do texto'), 'Variação 2')
  await page.findByText('2 envios')
  await user.selectOptions(page.getByLabelText('Status do envio'), 'Erro')
  await user.click(await page.findByRole('button', { name: 'Limpar filtros' }))
  await page.findByText('4 envios')
})

test.each([
  [CampaignStatus.draft, /^Um rascunho não envia nada\. Em Editar você confere e envia\.$/],
  [CampaignStatus.scheduled, /^Ela começa em 15\/03\/2099 \d\d:00; os envios aparecem aqui/],
])(
  'the quick look says of a campaign without results what has to happen first: %s',
  async (status, words) => {
    const console = await aConsole()
    await keepCampaign(console, console, { status, scheduledAt: '2099-03-15T12:00:00.000Z' })
    const { page } = await console.open('/campaigns?detalhes=1')
    await within(await page.findByRole('dialog')).findByText(words)
  },
)

test('the page of a campaign that ended before its start shows the message, and how to use it again', async () => {
  const console = await aConsole()
  await keepCampaign(console, console, {
    ...{ status: CampaignStatus.cancelled, text: 'Oi, {nome}', startedAt: null },
    recipientCount: 0,
  })
  const { page } = await console.open('/campaigns/1')
  await page.findByText('Terminou antes de começar: ninguém recebeu nada.')
  page.getByText('Oi, {nome}')
  expect(page.queryByRole('region', { name: 'Funil da campanha' })).toBeNull()
  expect(page.queryByRole('button', { name: 'Relatório' })).toBeNull()
})

test('the quick look says how many people the lists hold', async () => {
  const console = await aConsole()
  const contactListId = await keepList(console, console)
  await keepCampaign(console, console, { contactListId, status: CampaignStatus.scheduled })
  const { page } = await console.open('/campaigns?detalhes=1')
  const dialog = within(await page.findByRole('dialog'))
  const total = await dialog.findByText('Total')
  await waitFor(() => expect(total.nextSibling?.textContent).toBe('2'))
})
