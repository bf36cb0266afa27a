import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { consoleRoutes, personPage } from '../../src/contract/console-routes.ts'
import { describeOwnConsole, narrow, wide } from '../support/browser/console.ts'
import { ABSENT, aLivedInUser, KNOWN } from '../support/browser/lived-in.ts'
import { drawn } from '../support/browser/looks.ts'
import type { User } from '../support/daemon/user.ts'

/** Largest unnoticed shift, as a share of the window; browsers rate below 0.1 as good. */
const UNNOTICED = 0.05
/** Cards of one list differ in height: one may have two more lines than another. */
const LINES_PX = 40
/** An element that moved by itself, and by which share of the window. */
type Moved = { readonly share: number; readonly what: string }
/** Between two answers: time enough for each to be drawn before the next. */
const PAUSE_MS = 120

describeOwnConsole('while a screen fills', (console) => {
  let user: User

  beforeAll(async () => {
    user = await aLivedInUser(console())
  })

  for (const { width, viewport } of [
    { width: 'narrow', viewport: narrow },
    { width: 'wide', viewport: wide },
  ]) {
    test(`nothing moves away from a finger that is about to press (${width})`, async () => {
      const calls = answers()
      const page = await console().open(consoleRoutes.dashboard, {
        user,
        viewport,
        prepare: async (fresh) => {
          await fresh.addInitScript(watchShifts)
          await fresh.route(/\/(?:api|auth)\//, calls.pass)
        },
      })
      // The first visit lets the page remember the room that the part at the top takes.
      await filled(page, calls)
      const moving: unknown[] = []
      for (const path of [...pages, consoleRoutes.dashboard]) {
        await page.goto(path)
        await filled(page, calls)
        const moved: readonly Moved[] = await page.evaluate(() => Reflect.get(window, 'moved'))
        const sum = moved.reduce((total, { share }) => total + share, 0)
        if (sum > UNNOTICED) moving.push({ path, sum, moved })
      }
      expect(moving).toEqual([])
    })

    for (const path of standIns) {
      test(`what stands in for ${path} is as high as what comes (${width})`, async () => {
        const calls = heldCalls()
        const page = await console().open(path, {
          user,
          viewport,
          prepare: (fresh) => fresh.route(/\/(?:api|auth)\//, calls.pass),
        })
        await page.locator('[aria-busy="true"]').first().waitFor()
        const standIn = await placesOf(page)
        calls.release()
        await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
        const whole = await placesOf(page)
        expect(whole.length).toBeGreaterThanOrEqual(standIn.length)
        for (const [place, top] of standIn.entries()) {
          expect(Math.abs(top - (whole[place] ?? 0)), `card ${place}`).toBeLessThan(LINES_PX)
        }
      })
    }
  }
})

const standIns = [consoleRoutes.newCampaign, consoleRoutes.connections, consoleRoutes.instances]

/** Where each card of the screen begins, from its top. */
async function placesOf(page: Page): Promise<readonly number[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('main section')].map(
      (card) => card.getBoundingClientRect().top + scrollY,
    ),
  )
}

function heldCalls() {
  const released = new EventTarget()
  const isReleased = new Promise((resolve) => released.addEventListener('yes', resolve))
  return {
    release: () => released.dispatchEvent(new Event('yes')),
    pass: async (route: Route): Promise<void> => {
      await isReleased
      await route.continue().catch(() => undefined)
    },
  }
}

const pages = [
  consoleRoutes.dashboard,
  consoleRoutes.campaigns,
  consoleRoutes.newCampaign,
  consoleRoutes.contacts,
  consoleRoutes.optOuts,
  personPage(ABSENT),
  personPage(KNOWN),
  consoleRoutes.connections,
  consoleRoutes.instances,
  consoleRoutes.chat,
  consoleRoutes.settings,
]

function watchShifts(): void {
  const moved: Moved[] = []
  Reflect.set(window, 'moved', moved)
  type Shift = PerformanceEntry & {
    readonly value: number
    readonly sources: readonly { readonly node: Node | null }[]
  }
  new PerformanceObserver((entries) => {
    for (const { value, sources } of entries.getEntries() as Shift[]) {
      const what = sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 80) : String(node?.nodeName),
      )
      moved.push({ share: value, what: what.join(' | ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Lets the server's answers come one after another, so that each is drawn before the next. */
function answers() {
  let lastAt = 0
  return {
    pass: async (route: Route): Promise<void> => {
      lastAt = Math.max(Date.now(), lastAt + PAUSE_MS)
      await new Promise((resolve) => setTimeout(resolve, lastAt - Date.now()))
      await route.continue().catch(() => undefined)
    },
    areIn: () => Date.now() > lastAt + 3 * PAUSE_MS,
  }
}

/** Waits until all answers are shown. */
async function filled(page: Page, { areIn }: ReturnType<typeof answers>): Promise<void> {
  const isShown = () =>
    page.evaluate(
      () => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'),
    )
  await expect.poll(async () => areIn() && (await isShown())).toBe(true)
  // A part remembers its room in the next frame.
  await drawn(page)
}
