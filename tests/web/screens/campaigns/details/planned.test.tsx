import { act, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Campaign } from '../../../../../src/contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../../../../src/contract/campaigns/campaign-status.ts'
import { publishAppEvent, refresh } from '../../../../../web/api/calls/app-events.ts'
import { keepCampaign, keepDevice } from '../../../../support/domain/kept.ts'
import { aConsole, refusal, toast } from '../../../../support/web/console.tsx'

/** Noon in the browser's time zone, whatever it is. */
const AT_NOON = new Date(2099, 2, 16, 12).toISOString()
const AT_NIGHT = new Date(2099, 2, 16, 1).toISOString()

/**
 * Plans a campaign for 26 contacts, of whom one has opted out and two are the same. `preview`
 * replaces the daemon's preview.
 */
async function aPlanned(
  fields: Partial<Campaign> = {},
  preview?: object,
  state: 'connected' | 'lost' = 'connected',
) {
  const console = await aConsole()
  console.intercept(({ url }) =>
    preview && url.endsWith('/api/campaigns/preview') ? Response.json(preview) : undefined,
  )
  const deviceId = await keepDevice(console, console, { state })
  const contatos = Array.from({ length: 25 }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: String(5_561_900_000_000 + place),
    campos: { turma: `${place}A` },
  }))
  const more = [{ name: 'Outra vez', phone: '5561900000003' }]
  const list = await console.api('POST', '/api/contacts', { name: 'Pais', contatos })
  const other = await console.api('POST', '/api/contacts', { name: 'Mães', contatos: more })
  await console.api('POST', '/api/optouts', { phone: '5561900000001', nome: 'Pessoa 1' })
  await keepCampaign(console, console, {
    ...{ contactListId: list.id, moreListIds: [other.id], deviceId, text: 'Oi, {nome}: {turma}' },
    ...{ status: CampaignStatus.scheduled, scheduledAt: AT_NOON, intervalSeconds: 60 },
    ...{ variants: [], hasOptOutFooter: false, name: 'Natal' },
    ...fields,
  })
  const { user, page } = await console.open('/campaigns/1')
  await page.findByRole('heading', { level: 1, name: 'Natal' })
  const statusNow = async () => (await console.api('GET', '/api/campaigns/1')).status
  return { console, user, page, deviceId, statusNow }
}

test('the page of a planned campaign tells who gets it, who is left out, and why', async () => {
  const { page } = await aPlanned()
  const people = within(await page.findByRole('region', { name: 'Quem recebe' }))
  await people.findByText('Recebem')
  const countOf = (name: string) => people.getByText(name).nextSibling?.textContent
  expect(countOf('Pessoas nas listas')).toMatch(/^26/)
  people.getByText('92% das listas')
  expect(countOf('Pediram para sair')).toBe('−1+55 (61) 90000-0001')
  expect(countOf('Repetidos')).toBe('−1+55 (61) 90000-0003')
  expect(countOf('Recebem')).toMatch(/^24/)
  page.getByText('A cada 60 s, a qualquer hora')
})

test('the page of a planned campaign shows the message as each person will read it, by steps or by name', async () => {
  const { user, page } = await aPlanned()
  const phone = within(await page.findByRole('complementary', { name: 'Prévia da mensagem' }))
  await phone.findByText('Oi, Pessoa 0: 0A')
  await user.click(phone.getByRole('button', { name: 'Próximo contato' }))
  await phone.findByText('Oi, Pessoa 2: 2A')
  phone.getByText('Contato 2 de 24')
  const people = within(page.getByRole('region', { name: 'Quem vai receber' }))
  expect(people.getByRole('button', { pressed: true }).textContent).toContain('Pessoa 2')
  await user.click(people.getByRole('button', { name: /^Pessoa 9/ }))
  await phone.findByText('Oi, Pessoa 9: 9A')
  await user.click(people.getByRole('button', { name: 'Próximos contatos' }))
  await people.findByText('21 a 24 de 24')
  await phone.findByText('Oi, Pessoa 21: 21A')
})

test('a campaign that would begin at night is told why not to, and moved to the morning', async () => {
  const { page, user, console } = await aPlanned({ scheduledAt: AT_NIGHT })
  const before = within(await page.findByRole('region', { name: 'Antes de começar' }))
  await before.findByText(/^A esta hora as pessoas dormem/)
  expect(before.queryByText('Nada impede o início.')).toBeNull()
  let sent = 0
  console.intercept(({ method }) => {
    if (method === 'PATCH') sent += 1
    return undefined
  })
  await user.dblClick(before.getByRole('button', { name: /^Mudar para 16\/03\/2099 08:00/ }))
  await page.findByText(/^A campanha começa em 16\/03\/2099 08:00/, toast)
  await waitFor(() => expect(before.queryByText(/^A esta hora as pessoas dormem/)).toBeNull())
  expect(sent).toBe(1)
  const { data_de_envio } = await console.api('GET', '/api/campaigns/1')
  expect(data_de_envio).not.toBe(AT_NIGHT)
})

test('the page of a planned campaign says where its own hours hold it back', async () => {
  const onSunday = { days: [7], start: '10:00', end: '18:00' }
  const { page } = await aPlanned({ windows: [onSunday], timeZone: 'America/Sao_Paulo' })
  const before = within(await page.findByRole('region', { name: 'Antes de começar' }))
  await before.findByText(/^(Ela começa fora dos horários de envio|A esta hora)/)
})

const known = {
  ...{ total: 25, recipients: 25, excluded: [], foreign: { count: 0, sample: [] } },
  ...{ strangers: 0, recent: 0, samples: [], warnings: [], columns: ['turma'] },
  ...{ starts_at: AT_NOON, ends_at: AT_NOON },
}

test('the page of a planned campaign says so where nothing holds it back', async () => {
  const { page } = await aPlanned({}, known)
  await page.findByText('Nada impede o início.')
})

test('the page of a planned campaign says that nobody knows who is a stranger, until the connection is back', async () => {
  const preview: object = { ...known, strangers: null }
  const { console, page, deviceId } = await aPlanned({}, preview, 'lost')
  await page.findByText(/^Com a conexão desligada não dá para saber/)
  expect(page.queryByText('Nada impede o início.')).toBeNull()
  Object.assign(preview, { strangers: 0 })
  const key = (await console.parts.devices.findKey(console.id, deviceId)) ?? ''
  await console.whatsapp.link(key, deviceId)
  act(() => refresh('/api/whatsapp/devices'))
  await page.findByText('Nada impede o início.')
  expect(page.queryByText(/^Com a conexão desligada/)).toBeNull()
})

test('the page of a planned campaign says so where it cannot be read anew, and keeps what stood there', async () => {
  const { console, page, user } = await aPlanned({}, known)
  await page.findByText('Nada impede o início.')
  console.intercept(({ url }) =>
    url.endsWith('/api/campaigns/preview') ? refusal('O disco está cheio.') : undefined,
  )
  act(() => publishAppEvent({ type: 'opt_out' }))
  await page.findByText(/^Não foi possível ver de novo quem recebe esta campanha/)
  page.getByText('O disco está cheio.')
  page.getByRole('region', { name: 'Quem recebe' })
  page.getByRole('region', { name: 'Antes de começar' })
  expect(page.queryByText('Nada impede o início.')).toBeNull()
  console.intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Tentar novamente' }))
  await waitFor(() => expect(page.queryByText(/^Não foi possível ver de novo/)).toBeNull())
})

test('a planned campaign begins with few strangers a day, takes that back, and follows what others choose', async () => {
  const { console, page, user, deviceId } = await aPlanned({}, { ...known, strangers: 25 })
  await user.click(await page.findByRole('button', { name: 'Começar com 20 por dia' }))
  const back = await page.findByRole('button', { name: 'Tirar este limite' })
  expect(document.activeElement).toBe(back)
  await user.click(back)
  await page.findByRole('button', { name: 'Começar com 20 por dia' })
  await console.api('PATCH', `/api/whatsapp/devices/${deviceId}`, { limite_diario: 7 })
  act(() => refresh('/api/whatsapp/devices'))
  await page.findByText(/A conexão escreve a até 7 por dia/)
  expect(page.queryByRole('button', { name: /por dia$|^Tirar este/ })).toBeNull()
})

test('the page of a planned campaign says of a connection that was taken away that nothing goes out', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console, { state: 'disconnected' })
  const contatos = [{ name: 'Ana', phone: '5561900000000' }]
  const list = await console.api('POST', '/api/contacts', { name: 'Pais', contatos })
  await keepCampaign(console, console, {
    ...{ contactListId: list.id, deviceId, status: CampaignStatus.scheduled },
    scheduledAt: AT_NOON,
  })
  const { page } = await console.open('/campaigns/1')
  await page.findByText(/está desconectada: nada sai até ela voltar/)
  page.getByRole('link', { name: 'Ver conexões' })
})

test('a planned campaign is cancelled, which makes a draft of it, and taken back; and its hour is changed', async () => {
  const { page, user, statusNow, console } = await aPlanned()
  await user.click(page.getByRole('button', { name: 'Cancelar agendamento' }))
  await page.findByText(/^Agendamento cancelado/, toast)
  expect(await statusNow()).toBe(CampaignStatus.draft)
  await page.findByText('Pronta para criar')
  expect(page.queryByRole('button', { name: 'Começar agora' })).toBeNull()
  await user.click(page.getByRole('button', { name: 'Desfazer' }))
  await page.findByRole('button', { name: 'Começar agora' })
  expect(await statusNow()).toBe(CampaignStatus.scheduled)

  await user.click(page.getByRole('button', { name: 'Mudar horário' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Mudar horário' }))
  await user.clear(dialog.getByLabelText('Data'))
  await user.type(dialog.getByLabelText('Data'), '2020-01-01')
  await user.click(dialog.getByRole('button', { name: 'Mudar horário' }))
  dialog.getByText('Esta data e hora já passaram.')
  await user.clear(dialog.getByLabelText('Data'))
  await user.type(dialog.getByLabelText('Data'), '2099-04-01')
  await user.click(dialog.getByRole('button', { name: 'Mudar horário' }))
  await page.findByText(/^A campanha começa em 01\/04\/2099/, toast)
  const { data_de_envio } = await console.api('GET', '/api/campaigns/1')
  expect(data_de_envio).toBe(new Date(2099, 3, 1, 12).toISOString())
})

test('an hour that is refused stays in its form', async () => {
  const { console, page, user } = await aPlanned()
  console.intercept(({ method }) =>
    method === 'PATCH' ? refusal('O disco está cheio.') : undefined,
  )
  await user.click(page.getByRole('button', { name: 'Mudar horário' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Mudar horário' }))
  await user.clear(dialog.getByLabelText('Data'))
  await user.type(dialog.getByLabelText('Data'), '2099-04-01')
  await user.click(dialog.getByRole('button', { name: 'Mudar horário' }))
  await dialog.findByText('O disco está cheio.')
  expect(dialog.getByLabelText('Data')).toHaveProperty('value', '2099-04-01')
  console.intercept(() => undefined)
  await user.click(dialog.getByRole('button', { name: 'Mudar horário' }))
  await page.findByText(/^A campanha começa em 01\/04\/2099/, toast)
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'Mudar horário' })).toBeNull())
})

test('a planned campaign begins at once where somebody says so', async () => {
  const { page, user, statusNow } = await aPlanned()
  await user.click(page.getByRole('button', { name: 'Começar agora' }))
  await user.click(await page.findByRole('button', { name: 'Voltar' }))
  expect(await statusNow()).toBe(CampaignStatus.scheduled)
  await user.click(page.getByRole('button', { name: 'Começar agora' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Começar agora' }))
  await user.click(dialog.getByRole('button', { name: 'Começar agora' }))
  await page.findByText('A campanha vai começar.', toast)
  await waitFor(async () => expect(await statusNow()).toBe(CampaignStatus.running))
})

test('the page of a draft without a list says what comes with one', async () => {
  const { page } = await aPlanned({ status: CampaignStatus.draft, contactListId: null })
  await page.findByText('Ninguém para receber ainda')
  page.getByText('Escolha uma lista de contatos.')
  expect(page.queryByRole('region', { name: 'Quem recebe' })).toBeNull()
})
