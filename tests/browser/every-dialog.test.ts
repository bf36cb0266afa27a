import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { consoleRoutes } from '../../src/contract/console-routes.ts'
import { describeConsole } from '../support/browser/console.ts'
import { aLivedInUser } from '../support/browser/lived-in.ts'
import { dialogLooks, examine, lookAt } from '../support/browser/looks.ts'
import { scenes } from '../support/browser/scenes/scenes.ts'
import type { User } from '../support/daemon/user.ts'

describeConsole('every dialog', (console) => {
  let user: User

  beforeAll(async () => {
    user = await aLivedInUser(console())
  })

  for (const { name, path, show } of scenes) {
    for (const look of dialogLooks) {
      test(`the dialog ${name} passes the checks of layout and access (${look.look})`, async () => {
        const page = await pageOf(name, async (fresh) => {
          await lookAt(fresh, look)
          await fresh.goto(path)
          await show(fresh)
        })
        await lookAt(page, look)
        await examine(page, `${name}-${look.look}`)
      })
    }
  }

  let opened: { readonly name: string; readonly page: Page } | undefined

  /** The page of before with this scene: one that shows it already only changes its look. */
  async function pageOf(name: string, show: (page: Page) => Promise<unknown>): Promise<Page> {
    const page = opened?.page ?? (await aPage())
    if (opened?.name !== name) await show(page)
    opened = { name, page }
    return page
  }

  async function aPage(): Promise<Page> {
    const page = await console().open(consoleRoutes.settings, {
      user,
      isKept: true,
      // On a machine with a lot else to do a code on show runs out.
      expectedErrors: [/pairing_expired/],
    })
    // A form that was filled in would ask before it is left.
    page.on('dialog', (question) => question.accept())
    return page
  }
})
