import { within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { keepDevice } from '../../../support/domain/kept.ts'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'
import { setWidth } from '../../../support/web/width.ts'

test('an interval of 60 seconds is recommended, and set where nobody chooses', async () => {
  const { open } = await aConsole()
  const { page } = await open('/campaigns/new')
  await page.findByText('Recomendado: 60')
  expect(page.getByLabelText(/^Intervalo/)).toHaveProperty('value', '60')
})

test('says in its own words that a campaign was not created when the server says nothing', async () => {
  const { open, intercept } = await aConsole()
  const { user, page } = await open('/campaigns/new')
  await user.type(await page.findByLabelText('Nome da campanha'), 'Aurora')
  intercept(({ url, method }) => {
    if (method === 'POST' && url.endsWith('/api/campaigns')) throw new TypeError('no network')
    return undefined
  })
  await user.click(page.getByRole('button', { name: 'Salvar Rascunho' }))
  await page.findByText('Erro ao criar campanha: Falha ao criar campanha. Tente novamente.', toast)
  intercept(({ url, method }) =>
    method === 'POST' && url.endsWith('/api/campaigns') ? refusal('Sem disco.') : undefined,
  )
  await user.click(page.getByRole('button', { name: 'Salvar Rascunho' }))
  await page.findByText('Erro ao criar campanha: Sem disco.', toast)
  expect(page.getByLabelText('Nome da campanha')).toHaveProperty('value', 'Aurora')
})

test('a draft keeps the hour that was chosen for it', async () => {
  const { open, api } = await aConsole()
  const { user, page } = await open('/campaigns/new')
  await user.type(await page.findByLabelText('Nome da campanha'), 'Aurora')
  await user.click(page.getByRole('radio', { name: /^Agendar/ }))
  await user.type(page.getByLabelText('Data'), '2097-03-01')
  await user.type(page.getByLabelText('Hora'), '10:30')
  await user.click(page.getByRole('button', { name: 'Salvar Rascunho' }))
  await page.findByText('Rascunho salvo com sucesso!', toast)
  const [draft] = await api('GET', '/api/campaigns')
  const chosen = new Date('2097-03-01T10:30').toISOString()
  expect(draft).toMatchObject({ status: 'Rascunho', data_de_envio: chosen })

  await user.click(await page.findByRole('link', { name: 'Editar' }))
  expect(await page.findByLabelText('Data')).toHaveProperty('value', '2097-03-01')
  expect(page.getByLabelText('Hora')).toHaveProperty('value', '10:30')
  expect(page.queryByText(/já passou/)).toBeNull()
})

test('says of the hour of a draft that it has passed, and starts nothing by it', async () => {
  const { open, api } = await aConsole()
  const data_de_envio = '2020-03-01T12:00:00.000Z'
  const { id } = await api('POST', '/api/campaigns', {
    ...{ name: 'Aurora', status: 'Rascunho', data_de_envio },
  })
  const { user, page } = await open(`/campaigns/new?editar=${id}`)
  await page.findByText(/^A hora escolhida, .*, já passou\./)
  await user.click(page.getByRole('button', { name: 'Salvar Rascunho' }))
  await page.findByText('Rascunho salvo com sucesso!', toast)
  expect(await api('GET', `/api/campaigns/${id}`)).toMatchObject({ data_de_envio })
  await api('POST', '/processScheduledMessages')
  expect(await api('GET', `/api/campaigns/${id}`)).toMatchObject({ status: 'Rascunho' })
})

test('on a phone the end of the campaign stays with the button, and follows list, pace and hours', async () => {
  const { open, api } = await aConsole()
  setWidth(390)
  onTestFinished(() => setWidth(1024))
  const contatos = Array.from({ length: 25 }, (_, index) => ({
    name: 'Ana',
    phone: `55619999900${10 + index}`,
  }))
  await api('POST', '/api/contacts', { name: 'Pais', contatos })
  const { user, page } = await open('/campaigns/new')
  await page.findByText('Escolha uma lista para ver quando termina.')
  const button = page.getByRole('button', { name: /^Criar Campanha/ })
  const end = () => button.parentElement?.querySelector('[role="status"]')?.textContent
  await user.selectOptions(
    page.getByLabelText('Lista'),
    await page.findByRole('option', { name: /^Pais/ }),
  )
  await user.click(page.getByRole('radio', { name: /^Agendar/ }))
  await expect.poll(end).toBe('Sem data e hora, fica como rascunho.')
  await user.type(page.getByLabelText('Data'), '2097-03-01')
  await user.type(page.getByLabelText('Hora'), '10:30')
  expect(end()).toBe('Termina por volta de 01/03/2097 10:54')

  const interval = page.getByLabelText(/^Intervalo/)
  await user.clear(interval)
  expect(end()).toBe('Confira o intervalo para ver quando termina.')
  await user.type(interval, '120')
  expect(end()).toBe('Termina por volta de 01/03/2097 11:18')

  await user.click(page.getByRole('button', { name: 'Enviar só em certos horários' }))
  await user.clear(page.getByLabelText('Até'))
  expect(end()).toBe('Confira os horários para ver quando termina.')
  await user.type(page.getByLabelText('Até'), '11:00')
  // The rest of a Friday's campaign goes out on Monday.
  expect(end()).toBe('Termina por volta de 04/03/2097 08:18')
})

test('hours that open later are told as its beginning, and whose clock the moments are of', async () => {
  const { open, api } = await aConsole()
  const contatos = ['5561999990010', '5561999990011'].map((phone) => ({ name: 'Ana', phone }))
  const { id: lista } = await api('POST', '/api/contacts', { name: 'Pais', contatos })
  // Two days later, in the zone whose clocks are ahead of all others.
  const day = new Date(Date.now() + 62 * 3_600_000).getUTCDay() || 7
  const { id } = await api('POST', '/api/campaigns', {
    ...{ name: 'Aurora', status: 'Rascunho', contatos: lista, delay: 60 },
    ...{ janelas: [{ dias: [day], inicio: '08:00', fim: '12:00' }], fuso: 'Pacific/Kiritimati' },
  })
  const { user, page } = await open(`/campaigns/new?editar=${id}`)
  await page.findByText('Começa assim que a campanha é criada, dentro dos seus horários')
  const form = page.getByLabelText('Nome da campanha').closest('form')
  const plan = () => form?.textContent
  const moment = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d`
  await expect
    .poll(plan)
    .toMatch(
      new RegExp(
        `A partir de ${moment}, 2 contatos, .*: termina por volta de ${moment}, no seu fuso\\.`,
      ),
    )
  setWidth(390)
  onTestFinished(() => setWidth(1024))
  await expect
    .poll(plan)
    .toMatch(new RegExp(`Começa em ${moment}\\. Termina por volta de ${moment}, no seu fuso`))
  await user.click(page.getByRole('button', { name: 'Remover horário 1' }))
  await page.findByText('Começa assim que a campanha é criada')
  await expect.poll(plan).not.toMatch(/no seu fuso|Começa em/)
})

test('a step has a tick once nothing in it is missing', async () => {
  const { open } = await aConsole()
  const { user, page } = await open('/campaigns/new')
  const name = await page.findByLabelText('Nome da campanha')
  const step = (title: string) => page.getByRole('heading', { level: 2, name: title })
  step('3 Mensagem')
  await user.type(page.getByLabelText('Texto'), 'Oi')
  step('Feito Mensagem')
  await user.type(name, 'Aurora')
  step('1 Básico')
  step('2 Público')
  step('Feito Agendamento')
  await user.click(page.getByRole('radio', { name: /^Agendar/ }))
  step('4 Agendamento')
})

test('the preview flips through all who get the campaign, and no others', async () => {
  const { open, api } = await aConsole()
  const contatos = Array.from({ length: 24 }, (_, index) => ({
    name: `Pessoa ${index + 1}`,
    phone: `55619999900${10 + index}`,
  }))
  await api('POST', '/api/contacts', { name: 'Pais', contatos })
  await api('POST', '/api/optouts', { phone: contatos[1]?.phone })
  const { user, page } = await open('/campaigns/new')
  const list = await page.findByRole('option', { name: /^Pais/ })
  await user.selectOptions(page.getByLabelText('Lista'), list)
  await user.type(page.getByLabelText('Texto'), 'Oi {{nome}')
  const preview = within(page.getByRole('complementary', { name: 'Prévia da mensagem' }))
  await preview.findByText('Contato 1 de 23')
  await preview.findByText('Oi Pessoa 1')
  const next = preview.getByRole('button', { name: 'Próximo contato' })
  await user.click(next)
  await preview.findByText('Oi Pessoa 3')
  for (let place = 3; place <= 23; place += 1) await user.click(next)
  await preview.findByText('Contato 23 de 23')
  await preview.findByText('Oi Pessoa 24')
  expect(next).toHaveProperty('disabled', true)
})

test('a recipient who is not read yet is not shown as another', async () => {
  const { open, api, intercept } = await aConsole()
  const contatos = Array.from({ length: 21 }, (_, index) => ({
    name: `Pessoa ${index + 1}`,
    phone: `55619999900${10 + index}`,
  }))
  await api('POST', '/api/contacts', { name: 'Pais', contatos })
  let answer: (() => void) | undefined
  intercept(async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (!pathname.endsWith('/preview/recipients') || searchParams.get('desde') !== '20') {
      return undefined
    }
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return undefined
  })
  const { user, page } = await open('/campaigns/new')
  const list = await page.findByRole('option', { name: /^Pais/ })
  await user.selectOptions(page.getByLabelText('Lista'), list)
  await user.type(page.getByLabelText('Texto'), 'Oi {{nome}')
  const preview = within(page.getByRole('complementary', { name: 'Prévia da mensagem' }))
  await preview.findByText('Contato 1 de 21')
  const next = preview.getByRole('button', { name: 'Próximo contato' })
  for (let place = 2; place <= 20; place += 1) await user.click(next)
  await preview.findByText('Contato 20 de 21')
  await user.click(next)
  expect(preview.queryByText('Oi Pessoa 1')).toBeNull()
  await preview.findByText('Lendo…')
  // The shown recipient stays while the text is being written.
  await user.type(page.getByLabelText('Texto'), '!')
  await preview.findByText('Oi Pessoa 20!')
  answer?.()
  await preview.findByText('Contato 21 de 21')
  await preview.findByText('Oi Pessoa 21!')
})

test.each([
  ['the one connection that can send is chosen', 'disconnected', '5561988880001'],
  ['no connection is chosen where two can send', 'connected', ''],
] as const)('%s', async (_title, state, chosen) => {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: '5561988880001', connectionName: 'Loja' })
  await keepDevice(console, console, {
    ...{ deviceId: '5561988880002', connectionName: 'Filial', state },
  })
  const { page } = await console.open('/campaigns/new')
  await page.findByRole('option', { name: /^Filial/ })
  expect(page.getByLabelText('Conexão WhatsApp')).toHaveProperty('value', chosen)
})

test.each([
  [390, 'between the message and the hour'],
  [1440, 'beside the whole form, after it'],
])('at %d px the preview is read %s', async (width) => {
  setWidth(width)
  onTestFinished(() => setWidth(1_440))
  const { open } = await aConsole()
  const { page } = await open('/campaigns/new')
  const preview = await page.findByRole('complementary', { name: 'Prévia da mensagem' })
  const isAfterIt = (name: RegExp) => {
    const part = page.getByRole('region', { name })
    return (preview.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  }
  expect(isAfterIt(/^3 ?Mensagem$/)).toBe(false)
  expect(isAfterIt(/Agendamento$/)).toBe(width === 390)
})

test('a text that ends with the way out is not offered it again, and nobody is told to choose of no list', async () => {
  const { open } = await aConsole()
  const { user, page } = await open('/campaigns/new')
  await page.findByText(/^Crie uma lista para ver quando/)
  page.getByRole('switch', { name: /^Acrescentar/ })
  await user.type(page.getByLabelText('Texto'), 'Oi! Para não receber mais, responda SAIR.')
  await page.findByText(/^O texto já termina com/)
  expect(page.queryByRole('switch', { name: /^Acrescentar/ })).toBeNull()
})
