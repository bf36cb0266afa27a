import { expect, test } from 'vitest'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'

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
