import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { FilterOp } from '../../../../src/contract/campaigns/filter-op.ts'
import { formatDateTime } from '../../../../web/format.ts'
import { phones } from '../../../support/daemon/user.ts'
import { keepCampaign, keepDevice, runCampaign } from '../../../support/domain/kept.ts'
import { aConsole, toast } from '../../../support/web/console.tsx'

test('cannot stop a campaign that has ended meanwhile, and goes on showing what is', async () => {
  const console = await aConsole()
  const id = await runCampaign(console, console, await keepDevice(console, console))
  const { user, page } = await console.open('/campaigns')
  await user.click(await page.findByRole('button', { name: 'Parar' }))
  await console.api('POST', `/api/campaigns/${id}/stop`)
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Não foi possível parar a campanha.', toast)
  await page.findByText('Cancelada', { selector: 'article *' })
  expect(page.queryByRole('button', { name: 'Parar' })).toBeNull()
})

test('steers a campaign under way beside its progress, far from what deletes it', async () => {
  const console = await aConsole()
  const id = await runCampaign(console, console, await keepDevice(console, console))
  const { user, page } = await console.open('/campaigns')
  const card = within(await page.findByRole('article'))
  const wordsOf = ({ textContent }: Element) => textContent
  const presses = () =>
    [...card.getAllByRole('button'), ...card.getAllByRole('link')]
      .toSorted((one, other) =>
        one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      )
      .map(wordsOf)
      .filter((words) => words !== '')
  const [name = '', ...after] = presses()
  expect(after).toEqual(['Pausar', 'Parar', 'Ver Detalhes', 'Reutilizar', 'Excluir'])
  await user.click(card.getByRole('button', { name: 'Pausar' }))
  await card.findByRole('button', { name: 'Continuar' })
  expect(presses().slice(1)).toEqual([
    ...['Continuar', 'Parar', 'Ver Detalhes', 'Reutilizar', 'Excluir'],
  ])
  expect(card.getByRole('link', { name }).getAttribute('href')).toBe(`/campaigns/${id}`)
})

test.each([
  ['/campaigns', CampaignStatus.draft, /^Voltou do backup de .*: ela pode já ter sido enviada/],
  [
    '/campaigns/1',
    CampaignStatus.paused,
    /^Voltou do backup de .*quem recebeu pode receber de novo/,
  ],
])(
  'tells of a campaign out of a backup what its numbers do not know, at %s',
  async (path, status, said) => {
    const console = await aConsole()
    const restoredFrom = '2026-01-14T12:00:00.000Z'
    const deviceId = await keepDevice(console, console)
    await keepCampaign(console, console, { id: '1', name: 'Natal', deviceId, restoredFrom, status })
    const { page } = await console.open(path)
    await page.findByText(said)
  },
)

test('shows the text of a campaign without the marks of its letters', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  const description = `Oi, {nome}! *Só hoje* abrimos a _lista_.\n${'Venha! '.repeat(500)}`
  await keepCampaign(console, console, { id: '1', name: 'Natal', deviceId, description })
  const { page } = await console.open('/campaigns')
  const text = await page.findByText(/^Oi, \{nome\}! Só hoje abrimos a lista\. Venha!/)
  expect(text.textContent?.length).toBeLessThan(500)
})

test('shows no mark whose end was cut off with the text', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  const description = 'Só hoje. _Para não'
  await keepCampaign(console, console, { id: '1', name: 'Natal', deviceId, description })
  const { page } = await console.open('/campaigns')
  await page.findByText('Só hoje. Para não')
})

test('says how well it went of a campaign that everybody got, in the list and at its page', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Natal', deviceId, status: CampaignStatus.done },
    ...{ recipientCount: 48, sentCount: 48 },
    startedAt: '2026-01-14T12:00:00.000Z',
    finishedAt: '2026-01-14T12:23:00.000Z',
  })
  const { user, page } = await console.open('/campaigns')
  const words = 'Tudo enviado: 48 mensagens em 23 min.'
  await page.findByText(words, { selector: 'article *' })
  await user.click(page.getByRole('link', { name: 'Natal' }))
  await page.findByText(words, { selector: '[role="note"] *' })
})

test('says of a campaign to come when it begins, to how many it goes, how fast and until when', async () => {
  const console = await aConsole()
  const { id: listId } = await console.api('POST', '/api/contacts', {
    name: 'Pais',
    contatos: phones(61).map((phone) => ({ name: 'Ana', phone })),
  })
  const scheduled = {
    deviceId: await keepDevice(console, console),
    contactListId: String(listId),
    status: CampaignStatus.scheduled,
    scheduledAt: '2099-03-15T12:00:00.000Z',
    intervalSeconds: 60,
  }
  const filters = [{ field: 'cidade', op: FilterOp.equals, value: 'Recife' }]
  await keepCampaign(console, console, { ...scheduled, id: '1', name: 'Natal' })
  await keepCampaign(console, console, { ...scheduled, id: '2', name: 'Páscoa', filters })
  const { page } = await console.open('/campaigns')
  const end = formatDateTime('2099-03-15T13:00:00.000Z')
  for (const [name, people, more] of [
    ['Natal', '61 pessoas na lista', ''],
    ['Páscoa', 'Até 61 pessoas na lista', ' ou antes'],
  ] as const) {
    const card = within(await page.findByRole('article', { name }))
    card.getByText(/^Começa/)
    await card.findByText(people)
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      people,
      'A cada 60 s, a qualquer hora',
      `Termina por volta de ${end}${more}`,
    ])
    // The number of people is said in one place alone.
    expect(card.queryByText('Pessoas na lista')).toBeNull()
  }
})

test('says of a draft what it lacks, when it was last touched, and whom it is for so far', async () => {
  const console = await aConsole()
  const { id: listId } = await console.api('POST', '/api/contacts', {
    name: 'Pais',
    contatos: [{ name: 'Ana', phone: '5561999990010' }],
  })
  const deviceId = await keepDevice(console, console)
  const updatedAt = '2026-01-15T13:00:00.000Z'
  const contactListId = String(listId)
  await keepCampaign(console, console, { id: '1', name: 'Natal', text: '', updatedAt })
  await keepCampaign(console, console, { id: '2', name: 'Páscoa', deviceId, contactListId })
  const { page } = await console.open('/campaigns')
  const [open, ready] = await Promise.all(
    ['Natal', 'Páscoa'].map(async (name) => within(await page.findByRole('article', { name }))),
  )
  const lacks = open?.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lacks).toEqual([
    'Escolha uma conexão de WhatsApp.',
    'Escreva o texto da mensagem.',
    'Escolha uma lista de contatos.',
  ])
  open?.getByText('Nenhuma ainda')
  expect(open?.getByText(/^Editada/).querySelector('time')?.dateTime).toBe(updatedAt)
  ready?.getByText('Pronta para criar')
  ready?.getByText('Criada')
  await ready?.findByText('Pais')
  expect(ready?.getByText('Pessoas na lista').nextSibling?.textContent).toBe('1')
})

test('a draft lacks the list and the connection that are gone', async () => {
  const console = await aConsole()
  const gone = { deviceId: '5561900000000', contactListId: '99' }
  await keepCampaign(console, console, { id: '1', name: 'Natal', ...gone })
  const { page } = await console.open('/campaigns')
  await page.findByText('Escolha uma lista de contatos.')
  await page.findByText('Escolha uma conexão de WhatsApp.')
})

test('puts campaigns in the order that is chosen, and keeps it in the address', async () => {
  const console = await aConsole()
  for (const [id, name, replyCount] of [
    ['1', 'Aviso', 2],
    ['2', 'Natal', 8],
    ['3', 'Bazar', 0],
  ] as const) {
    await keepCampaign(console, console, {
      ...{ id, name, replyCount, status: CampaignStatus.done, sentCount: 16 },
      createdAt: `2026-01-0${id}T12:00:00.000Z`,
    })
  }
  const { user, page } = await console.open('/campaigns')
  const names = () =>
    page.getAllByRole('article').map((each) => within(each).getByRole('heading').textContent)
  await page.findByRole('article', { name: 'Natal' })
  expect(names()).toEqual(['Bazar', 'Natal', 'Aviso'])
  const order = page.getByLabelText('Ordem')
  await user.selectOptions(order, 'Nome, de A a Z')
  expect(names()).toEqual(['Aviso', 'Bazar', 'Natal'])
  expect(location.search).toBe('?ordem=nome')
  await user.selectOptions(order, 'Mais respostas')
  expect(names()).toEqual(['Natal', 'Aviso', 'Bazar'])
  const natal = within(page.getByRole('article', { name: 'Natal' }))
  expect(natal.getByText('Respostas').nextSibling?.textContent).toBe('8 (50%)')
  await user.selectOptions(order, 'Mais recentes')
  expect(location.search).toBe('')
})

test('a quick look at a draft leads to its form, at one that is over not', async () => {
  const console = await aConsole()
  const { draft, done } = CampaignStatus
  await keepCampaign(console, console, { id: '1', name: 'Natal', status: draft })
  await keepCampaign(console, console, { id: '2', name: 'Aviso', status: done, sentCount: 16 })
  const { user, page } = await console.open('/campaigns?detalhes=1')
  const look = within(await page.findByRole('dialog', { name: 'Natal' }))
  const edit = await look.findByRole('link', { name: 'Editar' })
  await look.findByText('Falta para criar')
  look.getByText('Nenhuma ainda')
  expect(look.queryByText('Enviados')).toBeNull()
  expect(edit.getAttribute('href')).toBe('/campaigns/new?editar=1')
  await user.click(look.getByRole('button', { name: 'Fechar' }))
  const card = within(await page.findByRole('article', { name: 'Aviso' }))
  await user.click(card.getByRole('link', { name: 'Ver Detalhes' }))
  const other = within(await page.findByRole('dialog', { name: 'Aviso' }))
  await other.findByRole('link', { name: 'Abrir a página da campanha' })
  expect(other.queryByRole('link', { name: 'Editar' })).toBeNull()
})

test('without a campaign there is nothing to search', async () => {
  const console = await aConsole()
  const { page } = await console.open('/campaigns')
  await page.findByText('Nenhuma campanha encontrada')
  expect(page.queryByLabelText('Buscar por nome ou descrição')).toBeNull()
})
