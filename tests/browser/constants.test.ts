import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CampaignStatus, toCampaignWire } from '../../src/contract/campaign.ts'
import { toSendWire } from '../../src/contract/send.ts'
import { describeConsole } from '../support/browser/console.ts'
import { aCampaign, aSend } from '../support/domain/builders.ts'
import { aGatewayMessage, anUpsert } from '../support/domain/webhook.ts'

/** The numbers that the product promises, as somebody at a screen meets them. */

const startedAt = new Date('2026-11-21T13:00:00Z')

/** A page that hears no news, whose time the test moves on. */
async function withOwnTime(page: Page): Promise<void> {
  await page.route('**/api/events*', () => undefined)
  await page.addInitScript(keepCalls)
  await page.clock.install({ time: startedAt })
}

/** In the page: notes when each call about connections is made, and how many are under way. */
function keepCalls(): void {
  const ask = window.fetch
  const move = (by: number) =>
    sessionStorage.setItem('open', String(Number(sessionStorage.getItem('open')) + by))
  window.fetch = async (address, init) => {
    const path = String(address)
    if (!path.includes('/api/whatsapp/')) return ask(address, init)
    const known: unknown[] = JSON.parse(sessionStorage.getItem('calls') ?? '[]')
    sessionStorage.setItem('calls', JSON.stringify([...known, { path, atMs: Date.now() }]))
    move(1)
    try {
      const response = await ask(address, init)
      return new Response(await response.arrayBuffer(), response)
    } finally {
      move(-1)
    }
  }
}

/** Moves the page's time on in small steps, each only after all that the last one set going. */
async function pass(page: Page, seconds: number): Promise<void> {
  await page.evaluate(comeToRest)
  for (let step = 0; step < seconds * 2; step += 1) {
    await page.clock.runFor(500)
    await page.evaluate(comeToRest)
  }
}

/** In the page, whose timers stand still: lets everything run that waits for no timer. */
async function comeToRest(): Promise<void> {
  const nextTask = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  for (let quietTasks = 0; quietTasks < 20; quietTasks += 1) {
    await nextTask()
    // An answer may lead to the next call.
    if (Number(sessionStorage.getItem('open')) > 0) quietTasks = 0
  }
}

/** Seconds between one call of a path and the next. */
async function gapsOf(page: Page, path: string): Promise<readonly number[]> {
  const calls: { path: string; atMs: number }[] = JSON.parse(
    await page.evaluate(() => sessionStorage.getItem('calls') ?? '[]'),
  )
  const times = calls.filter((call) => call.path.includes(path)).map(({ atMs }) => atMs)
  return times.slice(1).map((time, place) => (time - (times[place] ?? 0)) / 1_000)
}

const connecting = { deviceId: '5561999990000', connection_name: 'Loja', status: 'connecting' }

async function askForCode(page: Page): Promise<void> {
  await page.route('**/api/whatsapp/connect', (route) => route.fulfill({ json: connecting }))
  await page.getByLabel('DDD').fill('61')
  await page.getByLabel('Número').fill('99999-0000')
  await page.clock.pauseAt(new Date(startedAt.getTime() + 3_600_000))
  await page.getByRole('button', { name: 'Gerar QR Code' }).click()
  await page.getByRole('dialog').waitFor()
}

describeConsole('constants', (console) => {
  test('a code is asked for 15 times, 2 seconds apart', async () => {
    const user = await console().newUser()
    const page = await console().open('/baileys', {
      user,
      prepare: withOwnTime,
      expectedErrors: [/A conexão não se completou/],
    })
    await page.route('**/api/whatsapp/status/*', (route) => route.fulfill({ json: connecting }))
    await page.route('**/api/whatsapp/qr/*', (route) =>
      route.fulfill({ json: { qr: null, pairingCode: null } }),
    )
    await askForCode(page)
    await pass(page, 40)
    await page
      .getByRole('dialog')
      .getByText('Não foi possível obter o QR Code do servidor.')
      .waitFor()
    expect(await gapsOf(page, '/qr/')).toEqual(Array(14).fill(2))
    await page.context().close()
  }, 90_000)

  test('a phone is waited for in steps of 5 seconds, beside a code of level H', async () => {
    const user = await console().newUser()
    const page = await console().open('/baileys', { user, prepare: withOwnTime })
    let isScanned = false
    await page.route('**/api/whatsapp/status/*', (route) =>
      route.fulfill({ json: { status: isScanned ? 'connected' : 'pending' } }),
    )
    await page.route('**/api/whatsapp/qr/*', (route) =>
      route.fulfill({ json: { qr: '2@abcdefghijklmnopqrstuvwxyz,0123456789', pairingCode: null } }),
    )
    await askForCode(page)
    const code = page.getByRole('img', { name: /Código QR/ })
    await code.waitFor()
    const modules = await code.locator('path').evaluate((path) => {
      if (!(path instanceof SVGGeometryElement)) throw new Error('no path')
      // Inside a white border of four modules.
      const isDark = (x: number, y: number) => path.isPointInFill(new DOMPoint(x + 4.5, y + 4.5))
      return { corner: isDark(0, 0), level: [isDark(0, 8), isDark(1, 8)] }
    })
    // Beside the upper left corner stands the level, masked: H is the only one of two light modules.
    expect(modules).toEqual({ corner: true, level: [false, false] })
    expect((await code.boundingBox())?.width).toBe(256)

    await pass(page, 21)
    isScanned = true
    await pass(page, 5)
    await page.waitForURL('**/whatsapp/connections')
    expect(await gapsOf(page, '/status/')).toEqual([5, 5, 5, 5])
    await page.context().close()
  }, 90_000)

  test('connections are read anew every 30 seconds', async () => {
    const user = await console().newUser()
    const page = await console().open('/whatsapp/connections', { user, prepare: withOwnTime })
    await page.getByText('Nenhuma conexão encontrada.').waitFor()
    await page.clock.pauseAt(new Date(startedAt.getTime() + 25_000))
    await pass(page, 100)
    // While the page loads, its time goes on by itself.
    expect((await gapsOf(page, '/devices')).slice(-2)).toEqual([30, 30])
    await page.context().close()
  }, 90_000)

  test('a toast stands at the upper right for 5 seconds, and is dragged away beyond 80 percent', async () => {
    const user = await console().newUser()
    for (const name of ['Um', 'Dois']) await user.createCampaign({ name, status: 'Rascunho' })
    const page = await console().open('/campaigns', { user })
    const toast = page.locator('.Toastify__toast')
    const remove = async (name: string) => {
      await page
        .getByRole('article', { name, exact: true })
        .getByRole('button', { name: 'Excluir' })
        .click()
      await page.getByRole('button', { name: 'Sim', exact: true }).click()
      await toast.getByText('Campanha excluída com sucesso!').waitFor()
      // On its way in it is not yet where it looks.
      await page.locator('.Toastify__toast:not(.Toastify--animate)').waitFor()
    }
    const drag = async (share: number) => {
      const { x, y, width, height } = (await toast.boundingBox()) ?? aBox
      await page.mouse.move(x + 10, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + 10 + width * share, y + height / 2, { steps: 8 })
      await page.mouse.up()
    }

    await remove('Um')
    const life = toast.locator('.Toastify__progress-bar--animated')
    expect(await life.evaluate((bar) => getComputedStyle(bar).animationDuration)).toBe('5s')
    const { x, y, width } = (await toast.boundingBox()) ?? aBox
    expect(y).toBeLessThan(40)
    expect(1440 - x - width).toBeLessThan(40)
    await page.getByRole('status').filter({ hasText: 'Campanha excluída com sucesso!' }).waitFor()
    const cross = await toast.getByRole('button', { name: 'Fechar aviso' }).boundingBox()
    expect(Math.min(cross?.width ?? 0, cross?.height ?? 0)).toBeGreaterThanOrEqual(40)
    await drag(0.7)
    expect(await toast.count()).toBe(1)
    await drag(0.9)
    await toast.waitFor({ state: 'detached', timeout: 2_000 })

    await remove('Dois')
    await page.mouse.move(10, 10)
    await toast.waitFor({ state: 'detached', timeout: 15_000 })
    await page.context().close()
  }, 60_000)

  test('times of sends are three hours before UTC, wherever the browser is', async () => {
    const user = await console().newUser()
    const campaign = aCampaign({ name: 'Natal', status: CampaignStatus.done })
    const page = await console().open('/campaigns?detalhes=1', {
      user,
      timezoneId: 'Asia/Tokyo',
      prepare: async (unused) => {
        const json = toCampaignWire(campaign)
        await unused.route('**/api/campaigns/with-stats', (route) =>
          route.fulfill({ json: [json] }),
        )
        await unused.route('**/api/campaigns/1', (route) => route.fulfill({ json }))
        await unused.route('**/api/campaigns/1/sends?*', (route) =>
          route.fulfill({ json: [toSendWire(aSend({ sentAt: '2026-11-21T01:05:09.000Z' }))] }),
        )
      },
    })
    await page.getByRole('cell', { name: '20/11/2026 22:05:09' }).waitFor()
    await page.context().close()
  })

  test('an interval of 60 seconds is recommended, and set where nobody chooses', async () => {
    const page = await console().open('/campaigns/new', { user: await console().newUser() })
    await page.getByText('Recomendado: 60', { exact: true }).waitFor()
    expect(await page.getByLabel('Intervalo').inputValue()).toBe('60')
    await page.context().close()
  })

  test('the chart is 400 pixels high, counts have points and rates two decimals', async () => {
    const user = await console().newUser()
    const campaign = aCampaign({
      name: 'Grande',
      status: CampaignStatus.done,
      recipientCount: 1_234_567,
      sentCount: 30_000,
      deliveredCount: 29_345,
    })
    const page = await console().open('/', {
      user,
      prepare: (unused) =>
        unused.route('**/api/campaigns/with-stats', (route) =>
          route.fulfill({ json: [toCampaignWire(campaign)] }),
        ),
    })
    const row = page.getByRole('row', { name: /Grande/ })
    await row.getByText('1.234.567', { exact: true }).waitFor()
    await row.getByText('97,82%', { exact: true }).waitFor()
    const chart = page.locator('.uplot')
    await chart.waitFor()
    expect((await chart.boundingBox())?.height).toBe(400)
    await page.context().close()
  })

  test('a talk shows its newest 100 messages', async () => {
    const user = await console().newUser()
    const { url } = await user.get<{ url: string }>('/api/webhooks')
    const data = Array.from({ length: 101 }, (_, place) =>
      aGatewayMessage({ id: `M${place}`, text: `texto ${place}.`, at: 1_768_478_400 + place }),
    )
    const posted = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(anUpsert({ data })),
    })
    expect(await posted.json()).toEqual({ stored: 101 })
    const page = await console().open('/chat', { user })
    await page.getByRole('button', { name: /Bruna/ }).click()
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    await talk.getByText('texto 100.', { exact: true }).waitFor()
    expect(await talk.getByText(/^texto \d+\.$/).count()).toBe(100)
    expect(await talk.getByText('texto 0.', { exact: true }).count()).toBe(0)
    await page.context().close()
  })
})

/** Of what is not there. */
const aBox = { x: 0, y: 0, width: 0, height: 0 }
