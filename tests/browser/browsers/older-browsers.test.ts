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
import { card, toast } from '../../support/browser/places.ts'

describeConsole('browsers that have less', (console) => {
  test('creating a campaign and receiving events of others need nothing that browsers of 2023 lack', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    await makeList(user)
    const page = await console().open('/campaigns/new', {
      user,
      isNew: true,
      prepare: (fresh) => fresh.addInitScript(forgetNewer),
    })
    expect(await page.evaluate(() => 'showPopover' in HTMLElement.prototype)).toBe(false)
    // An attribute that the browser does not know shows nothing and hides nothing.
    await page.locator('[popover]').evaluate((layer) => layer.removeAttribute('popover'))
    await fillForm(page, { name: 'Natal', text: 'Olá, {nome}!' })
    await createFrom(page)
    await toast(page, 'Campanha criada e agendada com sucesso!').waitFor()
    await page.waitForURL('**/campaigns')
    await card(page, 'Natal').waitFor()
    expect(await campaignsOf(user)).toHaveLength(1)
    await user.createCampaign({ name: 'Aurora', status: 'Rascunho' })
    await card(page, 'Aurora').waitFor()
  })

  test('with storage blocked, somebody signs in and works until the page closes', async () => {
    const user = await console().newUser()
    const page = await console().open('/', {
      isNew: true,
      expectedErrors: [/O navegador não guarda os dados do console/],
      prepare: blockStorage,
    })
    await page.getByLabel('E-mail').fill(user.email)
    await page.getByLabel('Senha').fill(user.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByRole('link', { name: 'Configurações' }).click()
    await page.getByRole('tab', { name: 'Aparência' }).click()
    await page.getByText('Escuro').click()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.theme))
      .toBe('dark')
  })
})

function forgetNewer() {
  const { prototype: element } = HTMLElement
  for (const name of ['showPopover', 'hidePopover', 'togglePopover']) {
    Reflect.deleteProperty(element, name)
  }
  for (const name of ['toSorted', 'toSpliced', 'toReversed', 'with']) {
    Reflect.deleteProperty(Array.prototype, name)
  }
  Reflect.deleteProperty(AbortSignal, 'any')
  Reflect.deleteProperty(URL, 'canParse')
  Reflect.deleteProperty(Object, 'groupBy')
  Reflect.deleteProperty(Promise, 'withResolvers')
}

function blockStorage(page: Page) {
  return page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  })
}
