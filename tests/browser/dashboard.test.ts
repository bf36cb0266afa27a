import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  type Console,
  describeConsole,
  expectAccessible,
  narrow,
} from '../support/browser/console.ts'
import { examine, screenLooks } from '../support/browser/looks.ts'
import { tryAgain } from '../support/browser/places.ts'
import { phones, type User } from '../support/daemon/user.ts'
import { aPromise } from '../support/promise.ts'

const statsPath = '**/api/dashboard/stats*'
const recipients = phones(12)

describeConsole('the dashboard', (console) => {
  test('shows what was sent, by campaign and in all, as it happens', async () => {
    const { user, campaign, device } = await aFinishedCampaign(console())
    const page = await console().open('/', { user })
    await figure(page, 'Mensagens Enviadas', /^12\b/).waitFor()
    await figure(page, 'Contatos Totais', /^12\b/).waitFor()
    await figure(page, 'Taxa de Entrega', /^100,00%/).waitFor()
    await figure(page, 'Intervalo Médio', / min/).waitFor()
    const row = page.getByRole('row', { name: /Aviso de hoje/ })
    await row.getByText('Concluída', { exact: true }).waitFor()
    await row.getByText('100,00%').waitFor()
    const numbers = page.getByRole('table', { name: 'Atividade de mensagens' })
    await numbers.getByRole('row').nth(30).getByText('12').first().waitFor()
    expect(await numbers.getByRole('row').count()).toBe(31)
    await page.locator('canvas').waitFor()
    await expectAccessible(page)

    // Another campaign shows without a reload.
    const contatos = await user.createList(phones(3, 1), 'Outros')
    const other = await user.createCampaign({ name: 'Outra', device_id: device, contatos })
    await user.waitForEnd(other.id)
    await figure(page, 'Mensagens Enviadas', /^15\b/).waitFor()
    await page.getByRole('row', { name: /Outra/ }).getByText('Concluída').waitFor()

    await page.getByLabel('Campanha', { exact: true }).selectOption('Outra')
    await figure(page, 'Mensagens Enviadas', /^3\b/).waitFor()
    await page.getByLabel('Campanha', { exact: true }).selectOption('Todas as Campanhas')
    await figure(page, 'Mensagens Enviadas', /^15\b/).waitFor()
    const asked = page.waitForResponse(statsPath)
    await page.getByRole('button', { name: 'Atualizar' }).click()
    expect((await asked).ok()).toBe(true)

    await row.getByRole('button', { name: 'Ações de Aviso de hoje' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Ver em Campanhas' }).waitFor()
    const icons = page.getByRole('menuitem').locator('svg')
    expect(await icons.evaluateAll((all) => all.map((icon) => icon.clientWidth))).toEqual([16, 16])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/campaigns/new?reutilizar=${campaign}`)
  })

  test('has a dash where nothing was sent, and cards instead of a table on a phone', async () => {
    const user = await console().newUser()
    for (let place = 1; place <= 21; place += 1) {
      await user.createCampaign({ name: `Rascunho ${place}`, status: 'Rascunho' })
    }
    const page = await console().open('/', { user, viewport: narrow, colorScheme: 'light' })
    const newest = page.getByRole('row', { name: /Rascunho 21/ })
    await newest.getByText('–').first().waitFor()
    // A title of two lines does not move a number below that of its neighbour.
    const topOf = async (title: string) => (await figure(page, title, /^0/).boundingBox())?.y
    expect(await topOf('Contatos Totais')).toBe(await topOf('Mensagens Enviadas'))
    await page.getByText('20 de 21').waitFor()
    expect(await page.getByRole('row', { name: /Rascunho 1\b/ }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Mostrar mais' }).click()
    await page.getByRole('row', { name: /Rascunho 1\b/ }).waitFor()
    await newest.getByRole('button', { name: 'Ações de Rascunho 21' }).click()
    await page.getByRole('menuitem', { name: 'Ver em Campanhas' }).click()
    await page.waitForURL('**/campaigns?busca=Rascunho+21')
  })

  test('tells how long ago a campaign was, with the date for whoever points at it', async () => {
    const user = await console().newUser()
    await user.createCampaign({ name: 'Aviso', status: 'Rascunho' })
    const page = await console().open('/', {
      user,
      isNew: true,
      prepare: (unused) => unused.clock.setFixedTime(Date.now() + 3 * 60_000),
    })
    const time = page.getByText('há 3 min', { exact: true })
    expect(await time.getAttribute('title')).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  })

  test('says what the first steps are while there is nothing to show, and which are done', async () => {
    const user = await console().newUser()
    const page = await console().open('/', { user })
    await page.getByText('Nenhuma campanha ainda').waitFor()
    await figure(page, 'Taxa de Entrega', /^–/).waitFor()
    const steps = page.getByRole('region', { name: 'Primeiros passos' })
    await steps.getByRole('link', { name: 'Conectar WhatsApp' }).waitFor()
    await expectAccessible(page)
    await user.pair(console().control, '5511960000002')
    await steps.getByRole('link', { name: 'Conectar WhatsApp' }).waitFor({ state: 'detached' })
    expect(await steps.getByRole('img', { name: 'Feito' }).count()).toBe(1)
    await steps.getByRole('link', { name: 'Criar lista' }).click()
    await page.waitForURL('**/contacts')
    await user.createList(recipients)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await steps.getByRole('img', { name: 'Feito' }).nth(1).waitFor()
    await expectAccessible(page)
    await steps.getByText('Falta só escrever a mensagem.').waitFor()
    await steps.getByRole('link', { name: 'Escrever campanha' }).click()
    await page.waitForURL('**/campaigns/new')
  })

  test('says what failed, in the words of the server too, and tries again', async () => {
    const user = await console().newUser()
    const page = await console().open('/settings', {
      user,
      viewport: narrow,
      expectedErrors: [/503/, /Falha ao buscar/],
    })
    const calls = /\/api\/(dashboard\/stats|campaigns\/with-stats)/
    const answer = 'O servidor está sendo encerrado. Tente de novo em instantes.'
    await page.route(calls, (route) =>
      route.fulfill({
        status: 503,
        json: { error: answer, message: answer, code: 'stopping' },
      }),
    )
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Dashboard' }).click()
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Não foi possível carregar os dados do painel.' })
    await alert.getByText(answer).waitFor()
    await expectAccessible(page)
    await tryAgain(page, calls, alert.getByRole('button', { name: 'Tentar novamente' }))
    await figure(page, 'Mensagens Enviadas', /^0\b/).waitFor()
  })

  test('draws the days before behind those that are chosen, and says at a point which they are', async () => {
    const { user } = await aFinishedCampaign(console())
    let sent = Array.from({ length: 30 }, (_, day) => (day % 7 < 5 ? 40 + ((day * 37) % 60) : 0))
    const prepare = (page: Page) =>
      page.route(statsPath, async (route) => {
        const response = await route.fetch()
        const { chartData, ...rest } = await response.json()
        chartData.datasets[0].data = sent
        chartData.datasets[1].data = sent.map((count) => Math.floor(count * 0.9))
        chartData.before.data = sent.map((_, day) => (day % 7 < 5 ? 20 + ((day * 53) % 50) : 0))
        await route.fulfill({ response, json: { ...rest, chartData } })
      })
    for (const look of screenLooks) {
      const { viewport, colorScheme } = look
      const page = await console().open('/', { user, viewport, colorScheme, prepare, isNew: true })
      await page.locator('canvas').waitFor()
      const toggle = page.getByRole('switch', { name: 'Comparar com os 30 dias anteriores' })
      await toggle.scrollIntoViewIfNeeded()
      const chart = await page.locator('.u-over').boundingBox()
      if (!chart) throw new Error('no chart')
      for (const place of [0.3, 0.97]) {
        await page.mouse.move(chart.x + chart.width * place, chart.y + chart.height / 2)
        const tooltip = page.locator('figure li', { hasText: /^Enviadas em \d\d\/\d\d/ })
        await tooltip.waitFor()
        const box = await tooltip.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
      }
      await examine(page, `painel-comparado-${look.look}`)
      await toggle.click()
      await page
        .getByRole('columnheader', { name: /dias anteriores/ })
        .waitFor({ state: 'detached' })
    }
    sent = sent.map((_, day) => (day === 29 ? 49 : 0))
    const page = await console().open('/', { user, prepare, isNew: true })
    await page.locator('canvas').waitFor()
    await page.getByRole('switch').scrollIntoViewIfNeeded()
    await examine(page, 'painel-comparado-barras')
  })

  test('warns at the console of a missing chart, and shows the rest', async () => {
    const user = await console().newUser()
    const page = await console().open('/settings', { user, expectedErrors: [/chartData/] })
    await page.route(statsPath, async (route) => {
      const response = await route.fetch()
      const { chartData: _, ...rest } = await response.json()
      await route.fulfill({ response, json: rest })
    })
    const warned = page.waitForEvent('console', (message) => message.text().includes('chartData'))
    await page.getByRole('link', { name: 'Dashboard' }).click()
    expect((await warned).type()).toBe('warning')
    await figure(page, 'Contatos Totais', /^0\b/).waitFor()
    const numbers = page.getByRole('table', { name: 'Atividade de mensagens' })
    await page.locator('canvas').waitFor()
    expect(await numbers.getByRole('row').count()).toBe(1)
  })

  test('keeps the title, the number and the change of every figure on a line, however wide the screen', async () => {
    const { user } = await aFinishedCampaign(console())
    const page = await console().open('/', {
      user,
      prepare: (unused) =>
        unused.route(statsPath, async (route) => {
          const body = await (await route.fetch()).json()
          const stats = {
            ...{ ...body.stats, totalMessages: 1_234_567, messageChange: 12.3 },
            ...{ deliveryChange: -2, contactChange: 105.2, withoutBefore: [] },
          }
          await route.fulfill({ json: { ...body, stats } })
        }),
    })
    await figure(page, 'Mensagens Enviadas', /^1\.234\.567$/).waitFor()
    // Texts that take more than one line or are cut off.
    const broken = () =>
      page
        .locator('section > h2, section p[data-live], section p[title^="Comparado"]')
        .evaluateAll((all) =>
          all
            .filter(
              (each) =>
                each.clientHeight > 1.8 * Number.parseFloat(getComputedStyle(each).lineHeight) ||
                each.scrollWidth > each.clientWidth,
            )
            .map(({ textContent }) => textContent),
        )
    expect(await page.locator('section p[data-live]').count()).toBe(6)
    for (const width of [360, 390, 1024, 1280, 1360, 1361, 1366, 1440, 1520, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      expect({ width, broken: await broken() }).toEqual({ width, broken: [] })
    }
  })

  test('shows four skeleton figures until the numbers come', async () => {
    const user = await console().newUser()
    const page = await console().open('/settings', { user })
    const held = aPromise()
    await page.route(statsPath, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { name: 'Intervalo Médio' }).waitFor()
    await page.getByText('Carregando…').first().waitFor({ state: 'attached' })
    await expectAccessible(page)
    held.keep()
    await figure(page, 'Contatos Totais', /^0\b/).waitFor()
  })
})

/** The value of a card, below its title. */
function figure(page: Page, title: string, value: RegExp) {
  return page.getByRole('region', { name: title }).locator('p').filter({ hasText: value }).first()
}

async function aFinishedCampaign({
  newUser,
  control,
}: Console): Promise<{ user: User; campaign: string; device: string }> {
  const user = await newUser()
  const device = await user.pair(control, '5511960000001')
  const contatos = await user.createList(recipients)
  const { id } = await user.createCampaign({ name: 'Aviso de hoje', device_id: device, contatos })
  await user.waitForEnd(id)
  return { user, campaign: id, device }
}
