import { createHash } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ReceivedMessage } from '../../src/simulator/control/control.ts'
import { createFrom } from '../support/browser/campaign-form.ts'
import { type Console, describeConsole, narrow, wide } from '../support/browser/console.ts'
import { button, card } from '../support/browser/places.ts'

/** One way through the whole product, on a machine that does other things too. */

const absent = '5561988880006'
/** The members of the list that are on WhatsApp. */
const people = Array.from({ length: 5 }, (_, index) => `556198888000${index + 1}`)
const names = ['Ana Beatriz', 'Bruno', 'Carla', 'Davi', 'Elisa']

describeConsole('the journey', (console) => {
  test('leads from a new account to what its campaigns did, live, and leaves no card behind', async () => {
    const page = await console().open('/signup')
    await makeAccount(page)
    // This attribute lives as long as the document: nothing below may reload the page.
    await page.evaluate(() => document.documentElement.setAttribute('data-witness', 'here'))
    await connect(page)
    await console().control.setBehaviour(absent, { absent: true })
    await importList(page)

    const image = await aPicture()
    await go(page, 'Campanhas')
    await page.getByRole('link', { name: 'Nova Campanha' }).click()
    await fill(page, { name: 'Feirão', interval: '1' })
    await page
      .getByLabel('Escolher imagem')
      .setInputFiles({ name: 'feirao.png', mimeType: 'image/png', buffer: image })
    await page.getByText('120 × 80').waitFor()
    await create(page)
    await watchTheEnd(page)
    await expectOnePicture(console(), image)
    await readAndLook(page, console())

    await scheduleTheSame(page)
    await startAndStop(page, console())
    await expectInboxes(console())
    await removeCard(page, 'Devagar')
    await removeCard(page, 'Feirão de sábado')
    await removeCard(page, 'Feirão')
    await page.getByText('Nenhuma campanha encontrada').waitFor()

    // Sent messages still count after their campaign was deleted.
    await go(page, 'Dashboard')
    await page
      .getByRole('region', { name: 'Mensagens Enviadas' })
      .getByText('6', { exact: true })
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.witness)).toBe('here')
    await button(page, 'Log Out').click()
    await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor()
  })
})

async function go(page: Page, screen: string): Promise<void> {
  const sidebar = page.getByRole('navigation', { name: 'Principal' })
  await sidebar.getByRole('link', { name: screen, exact: true }).click()
}

async function makeAccount(page: Page): Promise<void> {
  await page.getByLabel('Nome completo').fill('Padaria Aurora')
  await page.getByLabel('E-mail').fill('padaria@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('uma senha de teste')
  await page.getByLabel('Confirmar senha').fill('uma senha de teste')
  await button(page, 'Criar conta').click()
  await page.getByText('Nenhuma campanha ainda').waitFor()
}

async function connect(page: Page): Promise<void> {
  await go(page, 'Conectar WhatsApp')
  await page.getByLabel('Nome da conexão').fill('Balcão')
  await page.getByLabel('DDD').fill('61')
  await page.getByLabel('Número').fill('97777-0000')
  await button(page, 'Gerar QR Code').click()
  await button(page, 'Ler com o celular simulado').click()
  await page.getByText('WhatsApp conectado com sucesso!').waitFor()
  await page.getByRole('region', { name: 'Balcão' }).getByText('Conectado').waitFor()
}

async function importList(page: Page): Promise<void> {
  await go(page, 'Contatos')
  await button(page, 'Importar').first().click()
  const picked = page.waitForEvent('filechooser')
  await button(page, 'Escolher arquivo').click()
  const rows = [...people, absent].map((phone, index) => `${names[index] ?? 'Fora'};${phone};Gama`)
  const content = `nome;telefone;bairro\n${rows.join('\n')}\n`
  await (await picked).setFiles({
    name: 'Fregueses.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  })
  await button(page, 'Importar 6 contatos').click()
  await page.getByText('6 contatos adicionados à lista “Fregueses”').waitFor()
  await button(page, 'Concluir').click()
  await page
    .getByRole('region', { name: 'Fregueses' })
    .getByText('6 contatos', { exact: true })
    .waitFor()
}

function aPicture(): Promise<Buffer> {
  const create = { width: 120, height: 80, channels: 3, background: '#d9b45b' } as const
  return sharp({ create }).png().toBuffer()
}

async function fill(
  page: Page,
  { name, interval }: { readonly name: string; readonly interval: string },
): Promise<void> {
  await page.getByLabel('Nome da campanha').fill(name)
  await page.getByLabel('Conexão WhatsApp').selectOption({ label: 'Balcão · Conectado' })
  await page.getByLabel('Texto', { exact: true }).fill('Oi, {primeiro_nome} do {bairro}!')
  await page.getByLabel('Lista', { exact: true }).selectOption({ label: 'Fregueses · 6 contatos' })
  await page.getByLabel('Intervalo').fill(interval)
}

async function create(page: Page): Promise<void> {
  const told = page.getByText('Campanha criada e agendada com sucesso!')
  // Waits until the toast of the campaign before is gone, which would pass for this one's.
  await told.waitFor({ state: 'detached' })
  // The toast closes by itself: a wait that begins after the click may miss it.
  await Promise.all([told.waitFor(), createFrom(page)])
  await page.waitForURL('**/campaigns')
}

/** The card shows the progress while the campaign runs, and how it ended. */
async function watchTheEnd(page: Page): Promise<void> {
  const feirao = card(page, 'Feirão')
  await feirao.getByText(/^[1-4] de 6 enviados$/).waitFor()
  await feirao.getByText('Concluída com erros', { exact: true }).waitFor()
  await expect
    .poll(() => countsOf(page, 'Feirão'))
    .toEqual({
      Total: 6,
      Enviados: 5,
      Lidos: 0,
      Erros: 1,
    })
}

/** The counts of a card, by their names. */
function countsOf(page: Page, name: string): Promise<Record<string, number>> {
  return card(page, name)
    .locator('dl')
    .last()
    .evaluate((list) =>
      Object.fromEntries(
        [...list.querySelectorAll('div')].map((pair) => [
          pair.querySelector('dt')?.textContent ?? '',
          Number(pair.querySelector('dd')?.textContent),
        ]),
      ),
    )
}

async function expectOnePicture({ control }: Console, image: Buffer): Promise<void> {
  const mediaSha256 = createHash('sha256').update(image).digest('hex')
  for (const [index, phone] of people.entries()) {
    const caption = `Oi, ${names[index]?.split(' ')[0]} do Gama!`
    const inbox = await control.inbox(phone)
    expect(inbox).toMatchObject([{ type: 'image', caption, mediaSha256, times: 1 }])
  }
  expect(await control.inbox(absent)).toEqual([])
}

/** Two phones read; the card and the open details follow, and agree with each other. */
async function readAndLook(page: Page, { control }: Console): Promise<void> {
  const feirao = card(page, 'Feirão')
  await control.markRead(people[0] ?? '')
  await expect.poll(async () => (await countsOf(page, 'Feirão')).Lidos).toBe(1)

  await feirao.getByRole('link', { name: 'Ver Detalhes' }).click()
  const details = page.getByRole('dialog', { name: 'Feirão' })
  await details.getByRole('row', { name: /Ana Beatriz .* Lido/ }).waitFor()
  await details.getByRole('row', { name: /Bruno .* Entregue/ }).waitFor()
  await control.markRead(people[1] ?? '')
  await details.getByRole('row', { name: /Bruno .* Lido/ }).waitFor()
  await details.getByRole('row', { name: /Fora .* Erro .*Número não está no WhatsApp\./ }).waitFor()
  const rows = details.getByRole('table', { name: 'Envios' }).getByRole('row')
  const countOf = (status: string) => rows.filter({ hasText: status }).count()
  expect(await rows.count()).toBe(1 + 6)
  await button(page, 'Fechar').click()
  await details.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await countsOf(page, 'Feirão')).Lidos).toBe(2)

  await feirao.getByRole('link', { name: 'Ver Detalhes' }).click()
  await details.getByRole('row', { name: /Bruno .* Lido/ }).waitFor()
  const [read, delivered, failed] = [
    await countOf('Lido'),
    await countOf('Entregue'),
    await rows.filter({ hasText: 'Número não está no WhatsApp.' }).count(),
  ]
  expect({
    Total: read + delivered + failed,
    Enviados: read + delivered,
    Lidos: read,
    Erros: failed,
  }).toEqual(await countsOf(page, 'Feirão'))
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
}

async function scheduleTheSame(page: Page): Promise<void> {
  await card(page, 'Feirão').getByRole('link', { name: 'Reutilizar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nova campanha' }).waitFor()
  const name = page.getByLabel('Nome da campanha')
  await expect.poll(() => name.inputValue()).toContain('Feirão')
  await name.fill('Feirão de sábado')
  expect(await page.getByLabel('Texto', { exact: true }).inputValue()).toBe(
    'Oi, {primeiro_nome} do {bairro}!',
  )
  await page.getByText('120 × 80').waitFor()
  await page.getByLabel('Agendar').check()
  await page.getByLabel('Data', { exact: true }).fill('2090-01-28')
  await page.getByLabel('Hora', { exact: true }).fill('09:00')
  await create(page)
  const planned = card(page, 'Feirão de sábado')
  await planned.getByText('Agendada', { exact: true }).waitFor()
  await planned.getByRole('definition').getByText('28/01/2090 09:00').waitFor()

  await planned.getByRole('link', { name: 'Editar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Editar campanha' }).waitFor()
  await page.getByLabel('Hora', { exact: true }).fill('10:30')
  await createFrom(page, 'Salvar alterações')
  await page.waitForURL('**/campaigns')
  await planned.getByRole('definition').getByText('28/01/2090 10:30').waitFor()
  expect(await planned.count()).toBe(1)
}

async function startAndStop(page: Page, { control }: Console): Promise<void> {
  await page.getByRole('link', { name: 'Nova Campanha' }).click()
  await fill(page, { name: 'Devagar', interval: '600' })
  await create(page)
  const slow = card(page, 'Devagar')
  await slow.getByText('1 de 6 enviados').waitFor()
  await expectInReach(slow)
  await button(page, 'Pausar').click()
  await slow.getByRole('button', { name: 'Continuar' }).waitFor()
  await expectInReach(slow)
  await page.setViewportSize(narrow)
  await expectInMenu(slow)
  await page.setViewportSize(wide)
  await button(page, 'Parar').click()
  await button(page, 'Sim').click()
  await page.getByText('Sinal de parada enviado para a campanha.').waitFor()
  await slow.getByText('Cancelada', { exact: true }).waitFor()
  expect(await control.inbox(people[0] ?? '')).toHaveLength(2)
}

/**
 * All actions of a card are in one line, and those that steer the campaign in a line of their own.
 */
async function expectInReach(card: Locator): Promise<void> {
  const linesOf = async (names: readonly string[]) => {
    const found = names.map((name) =>
      card.getByRole('button', { name }).or(card.getByRole('link', { name })).boundingBox(),
    )
    return new Set((await Promise.all(found)).map((box) => box?.y)).size
  }
  // The cards find their places anew when the window changes.
  await expect.poll(() => linesOf(['Ver Detalhes', 'Reutilizar', 'Excluir'])).toBe(1)
  const steer = await card.getByRole('button', { name: /^(Pausar|Continuar)$/ }).boundingBox()
  const stop = await card.getByRole('button', { name: 'Parar' }).boundingBox()
  expect(stop?.y).toBe(steer?.y)
}

/** On a phone a menu has all actions. */
async function expectInMenu(line: Locator): Promise<void> {
  const menu = line.getByRole('button', { name: 'Ações de Devagar' })
  await menu.click()
  expect(await line.getByRole('menuitem').allTextContents()).toEqual([
    ...['Continuar', 'Parar', 'Ver Detalhes'],
    ...['Escrever para a pessoa que não leu', 'Escrever para a pessoa que não respondeu'],
    ...['Reutilizar', 'Excluir'],
  ])
  await menu.click()
}

/** All recipients have the first campaign's message, the first also the second's; none twice. */
async function expectInboxes({ control }: Console): Promise<void> {
  const received: ReceivedMessage[] = []
  for await (const message of control.inboxes()) received.push(message)
  expect(received.map(({ times }) => times)).toEqual(Array(6).fill(1))
  expect(received.map(({ phone }) => phone).sort()).toEqual([people[0], ...people].sort())
}

async function removeCard(page: Page, name: string): Promise<void> {
  await card(page, name).getByRole('button', { name: 'Excluir' }).click()
  await page.getByText(`Tem certeza que deseja excluir a campanha ${name}?`).waitFor()
  await button(page, 'Sim').click()
  await card(page, name).waitFor({ state: 'hidden' })
}
