import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow } from '../support/browser/console.ts'

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
})
