import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Console, describeConsole, narrow, wide } from '../support/browser/console.ts'
import { examine } from '../support/browser/looks.ts'
import { card, toast } from '../support/browser/places.ts'
import { aPerson } from '../support/daemon/command-line.ts'
import { type User, until } from '../support/daemon/user.ts'

const device = '5561970000021'
/** Each recipient meets another fate, in this order; the last three are beyond the daily limit. */
const people = Array.from(
  { length: 11 },
  (_, place) => `556198600${String(place).padStart(4, '0')}`,
)
const [OFF = '', _GETS = '', READS = '', ANSWERS = '', LEAVES = '', ABSENT = '', ...others] = people
const [REFUSED = '', TOO_OLD = ''] = others
/** Limit of first messages a day; refused ones and those to absent numbers do not count. */
const DAILY_LIMIT = 6

/** The stats of that campaign that every place is to show, under whatever name. */
const whole = { total: 11, sent: 5, delivered: 4, read: 3, replied: 2, errors: 3 }
type Figures = Partial<typeof whole> & {
  readonly deliveryPercent?: number
  readonly replyPercent?: number
}
const rates = { deliveryPercent: 80, replyPercent: 40 }

describeConsole('results of a campaign', (console) => {
  test('are the same in every place, and lead to those whom it did not reach', async () => {
    const user = await console().newUser()
    const id = await aMessyCampaign(console(), user)
    const page = await console().open('/campaigns', { user, viewport: wide })
    await expectWaiting(page)
    await user.post(`/api/campaigns/${id}/stop`, {})
    await user.waitForEnd(id)

    await expectFunnel(user, id)
    expect(await detailsFigures(page, id)).toEqual({ ...whole, ...rates })
    expect(await dashboardFigures(page)).toEqual({
      ...{ total: whole.total, sent: whole.sent, deliveryPercent: rates.deliveryPercent },
    })
    expect(await reportFigures(user, id)).toEqual({ ...whole, ...rates })
    expect(await csvFigures(user, id)).toEqual({ ...whole, total: whole.sent + whole.errors })
    expect(await commandFigures(user, id)).toEqual({ ...whole, ...rates })

    await expectConversation(page, id)
    await expectFollowUps(page, id)
  })
})

/** Creates a campaign for two lists that share a person; the daily limit leaves some waiting. */
async function aMessyCampaign({ control }: Console, user: User): Promise<string> {
  await user.pair(control, device)
  await user.patch(`/api/whatsapp/devices/${device}`, { limite_diario: DAILY_LIMIT })
  await control.setBehaviour(OFF, { undelivered: true })
  for (const phone of [READS, ANSWERS, LEAVES]) {
    await control.setBehaviour(phone, { readDelayMs: 0 })
  }
  await control.setBehaviour(ABSENT, { absent: true })
  await control.setBehaviour(REFUSED, { ackError: 479 })
  await control.setBehaviour(TOO_OLD, { incapable: true })
  const contatos = await user.createList(people.slice(0, 8), 'Pais do 5º ano')
  const listas = [await user.createList([...people.slice(8), OFF], 'Alunos')]
  const { id } = await user.createCampaign({ name: 'Reunião', device_id: device, contatos, listas })
  await until(
    () => user.campaign(id),
    ({ readCount, errorCount }) => readCount === 3 && errorCount === whole.errors,
  )
  await control.sendInbound({ from: ANSWERS, to: device, text: 'Sim' })
  await control.sendInbound({ from: LEAVES, to: device, text: 'SAIR' })
  await until(
    () => user.campaign(id),
    ({ replyCount, espera }) => replyCount === 2 && espera?.motivo === 'limite_diario',
  )
  return id
}

/** A campaign that waits says why and until when, wherever it is shown as running. */
async function expectWaiting(page: Page): Promise<void> {
  const why = /^Limite diário da conexão atingido\. Continua (hoje às|em) .+\.$/
  const running = card(page, 'Reunião')
  await running.getByText(why).waitFor()
  expect(await figuresIn(page, 'article')).toMatchObject({ total: 11, sent: 5, read: 3, errors: 3 })
  await running.getByText('Pais do 5º ano e mais 1 lista').waitFor()
  await running.getByRole('link', { name: 'Ver Detalhes' }).click()
  const details = page.getByRole('dialog', { name: 'Reunião' })
  await details.getByText(why).waitFor()
  await details.getByText('Pais do 5º ano, Alunos').waitFor()
  await page.goto('/')
  for (const place of [
    page.getByRole('row', { name: /^Reunião/ }),
    page.getByRole('region', { name: 'Agora' }).getByRole('listitem'),
    page.getByRole('listitem').filter({ hasText: 'Reunião' }).last(),
  ]) {
    await place.getByText(why).waitFor()
  }
  await examine(page, 'espera-painel')
}

/** No step of the way to an answer has more people than the one before it. */
async function expectFunnel(user: User, id: string): Promise<void> {
  const campaign = await user.campaign(id)
  const { messages, sentCount, deliveredCount, readCount, replyCount } = campaign
  const steps = [messages, sentCount, deliveredCount, readCount, replyCount]
  expect(steps).toEqual(steps.toSorted((a, b) => b - a))
  expect({ ...campaign, deliveryRate: 80, replyRate: 40 }).toEqual(campaign)
}

const termNames: Readonly<Record<string, keyof Figures>> = {
  ...{ Total: 'total', Enviados: 'sent', Entregues: 'delivered', Lidos: 'read', Erros: 'errors' },
  ...{ Respostas: 'replied', 'Taxa de entrega': 'deliveryPercent' },
  ...{ 'Taxa de resposta': 'replyPercent' },
}

/** The stats of the campaign among the terms and values in a part of the page. */
async function figuresIn(page: Page, part: string): Promise<Figures> {
  const pairs = await page
    .locator(`${part} dl > div`)
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('dt')?.textContent ?? '',
        row.querySelector('dd')?.textContent ?? '',
      ]),
    )
  return figuresOf(pairs.map(([name = '', value = '']) => [termNames[name], value]))
}

function figuresOf(pairs: readonly (readonly [keyof Figures | undefined, string])[]): Figures {
  const known = pairs.filter(([name]) => name !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [name, numberIn(value)]))
}

/** `80,00%` */
function numberIn(text: string): number {
  return Number(text.replace('%', '').replace('.', '').replace(',', '.'))
}

async function detailsFigures(page: Page, id: string): Promise<Figures> {
  await page.goto(`/campaigns?detalhes=${id}`)
  await page.getByRole('dialog', { name: 'Reunião' }).getByText('Taxa de resposta').waitFor()
  return figuresIn(page, 'dialog')
}

async function dashboardFigures(page: Page): Promise<Figures> {
  await page.goto('/')
  const answered = page.waitForResponse(/dashboard\/stats\?campaignId=/)
  await page.getByLabel('Campanha', { exact: true }).selectOption('Reunião')
  await answered
  const row = page.getByRole('row', { name: /^Reunião/ })
  expect(await row.getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining([`${whole.sent} de ${whole.total}`, '80,00%']),
  )
  const value = async (title: string) => {
    const text = await page.getByRole('region', { name: title }).locator('p').first().textContent()
    return numberIn(text ?? '')
  }
  await expect.poll(() => value('Contatos Totais')).toBe(whole.total)
  return {
    total: await value('Contatos Totais'),
    sent: await value('Mensagens Enviadas'),
    deliveryPercent: await value('Taxa de Entrega'),
  }
}

/** Reads the stats of the printable report, and the share of each of the step before it. */
async function reportFigures(user: User, id: string): Promise<Figures> {
  const html = await (await user.raw(`/api/campaigns/${id}/report`)).text()
  const bars = [...html.matchAll(/<th scope="row">([^<]+)<\/th><td class="number">([^<]+)<\/td>/g)]
  const shares = new Map(
    [...html.matchAll(/<th scope="row">([^<]+)<\/th><td[^>]*>[^<]+<\/td><td[^>]*>([^<]+)</g)].map(
      ([, name = '', share = '']) => [name, numberIn(share)],
    ),
  )
  const total = /em (\d+) destinatários/.exec(html.replace(/<!--.*?-->/g, ''))?.[1]
  return {
    ...figuresOf(bars.map(([, name = '', value = '']) => [termNames[name], value])),
    total: Number(total),
    deliveryPercent: shares.get('Entregues') ?? -1,
    replyPercent: shares.get('Respostas') ?? -1,
  }
}

/** Counts the rows of the CSV, as a user does in a spreadsheet. */
async function csvFigures(user: User, id: string): Promise<Figures> {
  const csv = await (await user.raw(`/api/campaigns/${id}/sends?format=csv`)).text()
  const rows: Record<string, string>[] = parse(csv, { columns: true })
  const count = (isCounted: (row: Record<string, string>) => boolean) =>
    rows.filter(isCounted).length
  return {
    total: rows.length,
    sent: count(({ status }) => status === 'success' || status === 'read'),
    delivered: count(({ delivered_at }) => delivered_at !== ''),
    read: count(({ status }) => status === 'read'),
    replied: count(({ replied_at }) => replied_at !== ''),
    errors: count(({ status }) => status === 'error'),
  }
}

async function commandFigures(user: User, id: string): Promise<Figures> {
  const person = await aPerson()
  const environment = { DISPARO_URL: user.url, DISPARO_APIKEY: user.apikey }
  const { stdout } = await person.run(['campaigns', 'show', id], { environment })
  const value = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(stdout)?.[1] ?? ''
  const [delivered = '', deliveryPercent = ''] = value('Entregues').split(' (')
  const [replied = '', replyPercent = ''] = value('Respostas').split(' (')
  expect(value('Listas')).toBe('Pais do 5º ano, Alunos')
  const listed = await person.run(['campaigns', 'list'], { environment })
  expect(listed.stdout).toMatch(/Reunião +Cancelada +5\/11 +3 +4 +3 /)
  return figuresOf([
    ...([
      ['total', value('Contatos')],
      ['sent', value('Enviadas')],
    ] as const),
    ...([
      ['delivered', delivered],
      ['read', value('Lidas')],
      ['replied', replied],
    ] as const),
    ['errors', value('Erros')],
    ['deliveryPercent', deliveryPercent.replace(')', '')],
    ['replyPercent', replyPercent.replace(')', '')],
  ])
}

/** On the campaign's page each step leads to its recipients, and each of them to the message. */
async function expectFunnelPage(page: Page): Promise<void> {
  const funnel = page.getByRole('region', { name: 'Funil da campanha' })
  const rows = page.getByRole('table', { name: 'Envios' }).getByRole('row')
  await funnel.getByRole('button', { name: /^Responderam/ }).click()
  await page.getByText('2 envios', { exact: true }).waitFor()
  await expect.poll(() => rows.count()).toBe(1 + 2)
  await examine(page, 'campanha-respostas')
  await rows.nth(1).getByTitle('Ver a mensagem').click()
  const message = page.getByRole('dialog')
  await message.getByText('Respondida em').waitFor()
  await examine(page, 'campanha-mensagem')
  await page.goBack()
  await message.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Reunião' }).waitFor()
}

/** One press on an answer among the results leads to the conversation. */
async function expectConversation(page: Page, id: string): Promise<void> {
  await page.goto(`/campaigns/${id}`)
  const answered = page.getByRole('row').filter({ hasText: 'Sim' })
  await answered.getByRole('link', { name: /^Abrir a conversa com / }).click()
  await page.waitForURL('**/chat?**')
  const talk = page.getByRole('region', { name: 'Conversa', exact: true })
  await talk.getByText('Sim', { exact: true }).waitFor()
  await talk.getByText('Reunião').first().waitFor()
}

/** Errors stay readable, also where the column beside the campaign's text is narrowest. */
async function expectReadableErrors(page: Page): Promise<void> {
  const error = page.getByRole('cell', { name: 'Número não está no WhatsApp.' })
  for (const viewport of [
    { width: 1264, height: 900 },
    { width: 1200, height: 900 },
    narrow,
    wide,
  ]) {
    await page.setViewportSize(viewport)
    const { width = 0, height = 0 } = (await error.boundingBox()) ?? {}
    expect({ viewport, isWide: width >= 96, isLow: height <= 120 }).toEqual({
      ...{ viewport, isWide: true, isLow: true },
    })
    await examine(page, `resultados-${viewport.width}`)
    if (viewport === narrow) await expectFingerSized(page)
  }
}

/** On a phone a name opens the message, and the number below it the person: no press hits the other. */
async function expectFingerSized(page: Page): Promise<void> {
  const row = page.locator('tr', { hasText: 'Número não está no WhatsApp.' })
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  for (const title of ['Ver a mensagem', 'Ver tudo desta pessoa']) {
    const target = row.getByTitle(title)
    const height = await target.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      const places = Array.from({ length: 100 }, (_, place) => top - 40 + place)
      return places.filter((y) => document.elementFromPoint(left + 8, y) === element).length
    })
    expect(height).toBeGreaterThanOrEqual(40)
  }
}

/** What can follow, at both widths, by mouse and by keyboard. */
async function expectFollowUps(page: Page, id: string): Promise<void> {
  await page.goto(`/campaigns/${id}`)
  await expectFunnelPage(page)
  await expectReadableErrors(page)
  const part = page.getByRole('region', { name: 'A partir dos resultados' })
  const write = part.getByRole('button', { name: 'Escrever para os 2 que não leram' })
  await write.waitFor()
  await examine(page, 'continuar-detalhes')

  const makeList = 'Criar lista com estes contatos: 2 que responderam'
  await part.getByRole('button', { name: makeList }).press('Enter')
  await page.getByLabel('Nome da lista').fill('Interessados')
  await examine(page, 'continuar-lista')
  await page.getByLabel('Nome da lista').press('Enter')
  // Whoever asked for no more messages is among those who answered, and in no list.
  await toast(page, 'Lista "Interessados" criada com 1 contato.').waitFor()
  expect(await part.getByRole('button', { name: makeList }).evaluate(isFocused)).toBe(true)

  await page.setViewportSize(narrow)
  await write.scrollIntoViewIfNeeded()
  await examine(page, 'continuar-detalhes-estreito')
  await write.click()
  await page.getByRole('heading', { level: 1, name: 'Editar campanha' }).waitFor()
  expect(await page.getByLabel('Nome da campanha').inputValue()).toBe('Reunião (não lidos)')
  await page
    .locator('option:checked', { hasText: /^Reunião \(não lidos\) · 2 contatos$/ })
    .waitFor({
      state: 'attached',
    })

  await page.goto('/campaigns')
  const stopped = card(page, 'Reunião')
  const menu = stopped.getByRole('button', { name: 'Ações de Reunião' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Continuar com os 3 que faltam' }).waitFor()
  await page.getByRole('menuitem', { name: 'Reenviar para os 2 que falharam' }).waitFor()
  await examine(page, 'continuar-menu-estreito')
  await page.keyboard.press('Escape')
  expect(await menu.evaluate(isFocused)).toBe(true)
  const draft = card(page, 'Reunião (não lidos)')
  await draft.getByText('2 pessoas').waitFor()
  await examine(page, 'continuar-cartoes-estreito')
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Reutilizar' }).press('Enter')
  await page.waitForURL(`**/campaigns/new?reutilizar=${id}`)
}

function isFocused(element: Element): boolean {
  return element === document.activeElement
}
