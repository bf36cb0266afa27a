import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  campaignsOf,
  createFrom,
  fillForm,
  makeDevice,
  makeList,
} from '../../support/browser/campaign-form.ts'
import { describeConsole } from '../../support/browser/console.ts'
import { holdToasts, toast } from '../../support/browser/places.ts'

describeConsole('a campaign whose answer is lost', (console) => {
  test('is the same one when it is sent again, at once and after a reload', async () => {
    const user = await console().newUser()
    await makeList(user)
    await makeDevice(user)
    const page = await console().open('/campaigns/new', {
      user,
      expectedErrors: [/Failed to load/],
    })
    await fillForm(page, { name: 'Aviso', text: 'Oi!' })
    await holdToasts(page)
    const keys = await loseAnswers(page)
    for (let time = 1; time <= 2; time += 1) {
      await createFrom(page)
      await expect.poll(() => keys.length).toBe(time)
    }
    await toast(page, 'Erro ao criar campanha: Falha ao criar campanha. Tente novamente.').waitFor()
    await page.reload()
    await page.getByText('Rascunho recuperado').waitFor()
    await page.unrouteAll()
    await createFrom(page)
    await page.waitForURL('**/campaigns')
    await toast(page, 'Campanha criada e agendada com sucesso!').waitFor()
    expect(new Set(keys).size).toBe(1)
    expect(await campaignsOf(user)).toMatchObject([{ name: 'Aviso' }])
  })
})

/** Drops the answers to created campaigns; returns the idempotency keys of the requests. */
async function loseAnswers(page: Page): Promise<readonly (string | undefined)[]> {
  const keys: (string | undefined)[] = []
  await page.route('**/api/campaigns', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answer = await route.fetch()
    expect(answer.status()).toBe(201)
    await route.abort('connectionreset')
    keys.push(route.request().headers()['idempotency-key'])
  })
  return keys
}
