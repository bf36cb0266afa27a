import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { consoleRoutes } from '../../src/contract/console-routes.ts'
import { describeConsole } from '../support/browser/console.ts'
import { aLivedInUser } from '../support/browser/lived-in.ts'
import {
  dialogLooks,
  drawn,
  examine,
  goWithin,
  type Look,
  lookAt,
} from '../support/browser/looks.ts'
import type { Scene } from '../support/browser/scenes/scene.ts'
import { scenes } from '../support/browser/scenes/scenes.ts'
import type { User } from '../support/daemon/user.ts'

describeConsole('every dialog', (console) => {
  let user: User

  beforeAll(async () => {
    user = await aLivedInUser(console())
  })

  for (const scene of scenes) {
    for (const look of dialogLooks) {
      test(`the dialog ${scene.name} passes the checks of layout and access (${look.look})`, async () => {
        const page = await pageOf(scene, look)
        await examine(page, `${scene.name}-${look.look}`)
      })
    }
  }

  let opened: { readonly scene: Scene | undefined; readonly page: Page } | undefined

  /** Shows the scene in the page of the one before; the same scene only changes its look. */
  async function pageOf(scene: Scene, look: Look): Promise<Page> {
    const { scene: before, page } = opened ?? { page: await aPage() }
    // After a scene that failed, the state of the page is unknown.
    opened = { scene: undefined, page }
    await lookAt(page, look)
    if (before !== scene) {
      await lead(page, { to: scene, from: before })
      await scene.show(page)
    }
    opened = { scene, page }
    return page
  }

  async function aPage(): Promise<Page> {
    const page = await console().open(consoleRoutes.settings, {
      user,
      isKept: true,
      // On a busy machine a code that is shown may expire.
      expectedErrors: [/pairing_expired/],
    })
    // A form that was filled in would ask before it is left.
    page.on('dialog', (question) => question.accept())
    return page
  }
})

/** Leads to the path of a scene, without a reload where the scene before allows it. */
async function lead(
  page: Page,
  { to, from }: { readonly to: Scene; readonly from: Scene | undefined },
): Promise<void> {
  if (!from || from.isMadeUp) {
    await page.goto(to.path)
    return
  }
  await closeDialogs(page)
  // A screen without data from the server lies between, so that no state stays, even on the same
  // path.
  await goWithin(page, consoleRoutes.baileys)
  await goWithin(page, to.path)
}

/** Closes dialogs of the console's frame, which would stay open from screen to screen. */
async function closeDialogs(page: Page): Promise<void> {
  const open = page.locator('dialog[open]')
  while ((await open.count()) > 0) {
    await page.keyboard.press('Escape')
    await drawn(page)
  }
}
