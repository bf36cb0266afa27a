import { expect, test } from 'vitest'
import { toCampaignWire } from '../../src/contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { toSendWire } from '../../src/contract/campaigns/send.ts'
import { describeConsole } from '../support/browser/console.ts'
import { holdToasts } from '../support/browser/places.ts'
import { aCampaign, aSend } from '../support/domain/builders.ts'
import { aGatewayMessage, anUpsert } from '../support/domain/webhook.ts'

/** The numbers that the product promises, as somebody at a screen meets them. */

describeConsole('constants', (console) => {
  test('a toast stands at the upper right for 5 seconds, one with a way back for 8, and is dragged away beyond 80 percent', async () => {
    const user = await console().newUser()
    await user.createCampaign({ name: 'Um', status: 'Rascunho' })
    const page = await console().open('/campaigns', { user })
    const toast = page.locator('.Toastify__toast')
    const remove = async (name: string) => {
      await page
        .getByRole('article', { name, exact: true })
        .getByRole('button', { name: 'Excluir' })
        .click()
      await page.getByRole('button', { name: 'Sim', exact: true }).click()
      await toast.getByText('Campanha excluída com sucesso!').waitFor()
    }
    const drag = async (share: number) => {
      const { x, y, width, height } = (await toast.boundingBox()) ?? aBox
      await page.mouse.move(x + 10, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + 10 + width * share, y + height / 2, { steps: 8 })
      await page.mouse.up()
    }

    await page.goto('/campaigns/new')
    const release = await holdToasts(page)
    await page.getByLabel('Nome da campanha').fill('Três')
    await page.getByRole('button', { name: 'Salvar Rascunho' }).click()
    await toast.getByText('Rascunho salvo com sucesso!').waitFor()
    // While a toast slides in, its measured place is not yet its final one.
    await page.locator('.Toastify__toast:not(.Toastify--animate)').waitFor()
    const life = toast.locator('.Toastify__progress-bar--animated')
    expect(await life.evaluate((bar) => getComputedStyle(bar).animationDuration)).toBe('5s')
    const { x, y, width } = (await toast.boundingBox()) ?? aBox
    expect(y).toBeLessThan(40)
    expect(1440 - x - width).toBeLessThan(40)
    await page.getByRole('status').filter({ hasText: 'Rascunho salvo com sucesso!' }).waitFor()
    const cross = await toast.getByRole('button', { name: 'Fechar aviso' }).boundingBox()
    expect(Math.min(cross?.width ?? 0, cross?.height ?? 0)).toBeGreaterThanOrEqual(40)
    await drag(0.7)
    expect(await toast.count()).toBe(1)
    await drag(0.9)
    await toast.waitFor({ state: 'detached' })

    await remove('Um')
    expect(await life.evaluate((bar) => getComputedStyle(bar).animationDuration)).toBe('8s')
    await release()
    await page.mouse.move(10, 10)
    await release()
    await toast.waitFor({ state: 'detached' })
  })

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
    await row.getByText('30.000 de 1.234.567', { exact: true }).waitFor()
    await row.getByText('97,82%', { exact: true }).waitFor()
    const chart = page.locator('.uplot')
    await chart.waitFor()
    expect((await chart.boundingBox())?.height).toBe(400)
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
    await expect.poll(() => talk.getByText(/^texto \d+\.$/).count()).toBe(100)
    expect(await talk.getByText('texto 0.', { exact: true }).count()).toBe(0)
  })
})

/** Stands for the box of an element that is not shown. */
const aBox = { x: 0, y: 0, width: 0, height: 0 }
