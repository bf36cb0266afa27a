import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { consoleRoutes } from '../../src/contract/console-routes.ts'
import { describeConsole } from '../support/browser/console.ts'
import { dialogScenes } from '../support/browser/dialog-scenes.ts'
import { aLivedInUser } from '../support/browser/lived-in.ts'
import { dialogLooks, examine, type Look } from '../support/browser/looks.ts'
import type { User } from '../support/daemon/user.ts'

describeConsole('every dialog', (console) => {
  let user: User

  beforeAll(async () => {
    user = await aLivedInUser(console())
  }, 240_000)

  for (const look of dialogLooks) {
    for (const { name, path, show } of dialogScenes) {
      test(`the dialog ${name} passes the checks of layout and access (${look.look})`, async () => {
        const page = await pageOf(look)
        await page.goto(path)
        await show(page)
        await examine(page, `${name}-${look.look}`)
      })
    }
  }

  let opened: { readonly look: Look; readonly page: Page } | undefined

  async function pageOf(look: Look): Promise<Page> {
    if (opened?.look === look) return opened.page
    await opened?.page.context().close()
    const page = await console().open(consoleRoutes.settings, { user, ...look })
    // A form that was filled in would ask before it is left.
    page.on('dialog', (question) => question.accept())
    opened = { look, page }
    return page
  }
})
