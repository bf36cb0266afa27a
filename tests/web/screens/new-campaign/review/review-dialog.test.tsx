import { expect, test } from 'vitest'
import { keepDevice } from '../../../../support/domain/kept.ts'
import { aConsole } from '../../../../support/web/console.tsx'

type Console = Awaited<ReturnType<typeof aConsole>>

/** Opens the review of a campaign from the only connection to so many people it never wrote to. */
async function aReview(
  peopleCount: number,
  prepare: (console: Console, device: string) => Promise<unknown> = async () => undefined,
) {
  const console = await aConsole()
  const { api } = console
  const device = await keepDevice(console, console)
  await prepare(console, device)
  const contatos = Array.from({ length: peopleCount }, (_, index) => ({
    name: 'Ana',
    phone: `55619999900${10 + index}`,
  }))
  await api('POST', '/api/contacts', { name: 'Pais', contatos })
  const { user, page } = await console.open('/campaigns/new')
  await user.type(await page.findByLabelText('Nome da campanha'), 'Aurora')
  const choose = async (label: string, option: RegExp) =>
    user.selectOptions(
      page.getByLabelText(label),
      await page.findByRole('option', { name: option }),
    )
  await choose('Conexão WhatsApp', /Conectado/)
  await choose('Lista', /^Pais/)
  await user.type(page.getByLabelText('Texto'), 'Oi')
  // A fixed hour, so that the campaign's end does not move with the clock.
  await user.click(page.getByRole('radio', { name: /^Agendar/ }))
  await user.type(page.getByLabelText('Data'), '2097-03-01')
  await user.type(page.getByLabelText('Hora'), '10:30')
  await user.click(page.getByRole('button', { name: /^Criar Campanha/ }))
  await page.findByRole('dialog', { name: 'Revisão' })
  const end = () => page.getByText(/^por volta de/).textContent
  const kept = async () => (await api('GET', '/api/whatsapp/devices')).devices[0]
  return { user, page, api, end, kept }
}

test('many strangers: the review offers to begin with 20 a day, and the connection keeps it', async () => {
  const { user, page, end, kept } = await aReview(25)
  const endAtOnce = end()
  await user.click(page.getByRole('button', { name: 'Começar com 20 por dia' }))

  const back = await page.findByRole('button', { name: 'Tirar este limite' })
  page.getByText(/A conexão escreve a até 20 por dia, em aquecimento; as outras esperam a vez\./)
  await expect.poll(end).not.toBe(endAtOnce)
  expect(await kept()).toMatchObject({ aquecimento: true, limite_de_hoje: 20 })

  await user.click(back)
  await page.findByRole('button', { name: 'Começar com 20 por dia' })
  await expect.poll(end).toBe(endAtOnce)
  expect(await kept()).not.toHaveProperty('limite_de_hoje')
})

test('says that the connection keeps the limit where the review cannot be made anew', async () => {
  const { user, page, api, kept } = await aReview(25)
  const [{ id }] = await api('GET', '/api/contacts')
  await api('DELETE', `/api/contacts/${id}`)
  await user.click(page.getByRole('button', { name: 'Começar com 20 por dia' }))
  await page.findByText(/^A conexão guardou a escolha, mas não foi possível refazer as contas/)
  page.getByRole('button', { name: 'Tirar este limite' })
  expect(page.queryByText('Não foi possível alterar a conexão.')).toBeNull()
  expect(await kept()).toMatchObject({ aquecimento: true })
})

test('few strangers: the review offers no limit', async () => {
  const { page } = await aReview(20)
  page.getByText(/^20 pessoas nunca receberam mensagem deste número\./)
  expect(page.queryByRole('button', { name: /por dia$/ })).toBeNull()
})

test('says of a connection with a limit that the others wait', async () => {
  const { page } = await aReview(25, ({ api }, device) =>
    api('PATCH', `/api/whatsapp/devices/${device}`, { limite_diario: 10 }),
  )
  page.getByText(/A conexão escreve a até 10 por dia; as outras esperam a vez\./)
  const foot = page.getAllByRole('status', { hidden: true }).map((each) => each.textContent)
  expect(foot.join()).toContain('ou depois, se mais de 10 por dia forem pessoas novas')
  expect(page.queryByRole('button', { name: /por dia$|limite$/ })).toBeNull()
})

test('a connection without a name is called there as on every other screen', async () => {
  const { page } = await aReview(1, ({ parts, id }, device) =>
    parts.devices.change(id, device, { connectionName: '' }),
  )
  page.getByText('Conexão Sem Nome · +55 (61) 98888-0000')
})
