import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow } from '../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../support/browser/looks.ts'
import { button } from '../support/browser/places.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'

describeConsole('settings', (console) => {
  test('shows samples in the last three tabs, reached by arrows, and says that nothing is saved', async () => {
    const user = await console().newUser()
    for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
      const page = await console().open('/settings?aba=account', { user, viewport })
      await page.getByText('nada é salvo').waitFor()
      await page.getByRole('tabpanel', { name: 'Account' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Account' }).press('ArrowRight')
      await page.getByRole('tabpanel', { name: 'Notifications' }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('ArrowRight')
      await page.getByRole('tabpanel', { name: 'Billing' }).waitFor()
      await page.getByText('20.000').waitFor()
      expect(await page.getByText('exemplo', { exact: true }).count()).toBeGreaterThan(0)
      await expectAccessible(page)
      await page.context().close()
    }
  })

  test('makes a webhook, shows its secret once, and tells what its address answered', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 204 }))
    const page = await console().open('/settings?aba=webhooks', {
      user: await console().newUser(),
    })
    await page.getByText('Nenhum webhook').waitFor()
    await examine(page, 'configuracoes-webhooks-vazio')
    await button(page, 'Novo webhook').click()
    await page.getByLabel('Endereço').fill(url)
    await button(page, 'Cadastrar webhook').click()
    const secret = await page.getByLabel('Segredo', { exact: true }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `configuracoes-webhook-segredo-${look.look}`)
    }
    await button(page, 'Guardei o segredo').click()
    await button(page, 'Enviar teste').click()
    await page.getByText('O teste chegou: o endereço respondeu 204.').waitFor()
    expect(seen.map(({ text }) => JSON.parse(text).type)).toEqual(['teste'])
    expect(await page.content()).not.toContain(secret)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `configuracoes-webhook-testado-${look.look}`)
    }
  })
})
