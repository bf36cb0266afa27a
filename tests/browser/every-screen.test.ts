import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { consoleRoutes, consoleScreens, personPage } from '../../src/contract/console-routes.ts'
import { AppError } from '../../src/contract/errors.ts'
import { describeConsole, type PageOptions } from '../support/browser/console.ts'
import {
  ABSENT,
  aLivedInUser,
  KNOWN,
  pageOfMixedResults,
  pageOfShortList,
} from '../support/browser/lived-in.ts'
import {
  examine,
  goWithin,
  isDark,
  type Look,
  lookAt,
  screenLooks,
} from '../support/browser/looks.ts'
import type { User } from '../support/daemon/user.ts'

const screens = [
  { name: 'painel', path: consoleRoutes.dashboard },
  { name: 'campanhas', path: consoleRoutes.campaigns },
  { name: 'campanha', path: pageOfMixedResults, route: consoleRoutes.campaign },
  { name: 'nova-campanha', path: consoleRoutes.newCampaign },
  { name: 'contatos', path: consoleRoutes.contacts },
  { name: 'lista', path: pageOfShortList, route: consoleRoutes.contactList },
  { name: 'descadastro', path: consoleRoutes.optOuts },
  { name: 'pessoa', path: personPage(KNOWN), route: consoleRoutes.person },
  { name: 'pessoa-ausente', path: personPage(ABSENT), route: consoleRoutes.person },
  { name: 'conectar', path: consoleRoutes.baileys },
  { name: 'conexoes', path: consoleRoutes.connections },
  { name: 'instancias', path: consoleRoutes.instances },
  { name: 'chat', path: consoleRoutes.chat },
  { name: 'configuracoes', path: consoleRoutes.settings },
] as const

type Place = (typeof screens)[number]['path']

/** Screens that show no data from the server, and so have neither an error nor a wait. */
const still: ReadonlySet<string> = new Set(['conectar'])

test('no screen of the console is left out', () => {
  const shown = new Set<string>(
    screens.map((screen) => ('route' in screen ? screen.route : screen.path)),
  )
  const missing = Object.keys(consoleScreens).filter((route) => !shown.has(route))
  // What is seen before a sign-in has a test of its own, and connecting has two addresses.
  expect(missing).toEqual([consoleRoutes.signup, consoleRoutes.connect])
})

/** What the screens ask the server for. */
const calls = /\/(?:api|auth)\//

describeConsole('every screen', (console) => {
  let livedIn: User
  let fresh: User

  beforeAll(async () => {
    livedIn = await aLivedInUser(console())
    fresh = await console().newUser()
  })

  for (const { name, path } of screens) {
    for (const look of screenLooks) {
      test(`${name} is whole with data (${look.look})`, async () => {
        const page = await open(path, { look, as: 'cheia', user: livedIn })
        await settled(page)
        await examine(page, `${name}-cheia-${look.look}`)
      })
    }

    for (const look of screenLooks.filter(isDark)) {
      test(`${name} says what comes next where there is nothing yet (${look.look})`, async () => {
        const page = await open(path, { look, user: fresh, ...emptiness(path) })
        await settled(page)
        await examine(page, `${name}-vazia-${look.look}`)
      })
    }
  }

  for (const { name, path } of screens.filter((screen) => !still.has(screen.name))) {
    for (const look of screenLooks.filter(isDark)) {
      test(`${name} shows that it is loading (${look.look})`, async () => {
        const page = await open(path, {
          look,
          as: 'carregando',
          user: livedIn,
          prepare: (unused) => unused.route(calls, () => new Promise(() => undefined)),
        })
        await page.locator('[aria-busy="true"]').first().waitFor()
        await page.getByRole('heading', { level: 1 }).waitFor()
        await examine(page, `${name}-carregando-${look.look}`)
      })

      test(`${name} says what failed (${look.look})`, async () => {
        const page = await open(path, {
          look,
          as: 'erro',
          user: livedIn,
          expectedErrors: [/./],
          prepare: (unused) => unused.route(calls, (route) => route.fulfill(refusal)),
        })
        await page.getByText(refused.text).first().waitFor()
        await examine(page, `${name}-erro-${look.look}`)
      })
    }
  }

  for (const look of screenLooks) {
    test(`the screens before a sign-in and the one for an unknown address are whole (${look.look})`, async () => {
      for (const [name, path] of [
        ['entrar', consoleRoutes.login],
        ['criar-conta', consoleRoutes.signup],
        ['nao-encontrada', '/nao-existe'],
      ] as const) {
        const page = await open(path, { look, as: 'fora', expectedErrors: [/404/] })
        await settled(page)
        await examine(page, `${name}-${look.look}`)
      }
    })
  }

  /** A new user has no empty state for a page of one record: it answers 404. */
  function emptiness(path: Place): Pick<PageOptions, 'expectedErrors'> & { readonly as: string } {
    return typeof path === 'string' ? { as: 'vazia' } : { as: 'alheia', expectedErrors: [/404/] }
  }

  /** One page for each state of the server, so that the program loads only once in each. */
  const opened = new Map<string, { readonly path: string; readonly page: Page }>()

  async function open(
    place: Place | '/nao-existe',
    { look, as, ...options }: PageOptions & { readonly look: Look; readonly as: string },
  ): Promise<Page> {
    const path = typeof place === 'string' ? place : await place(livedIn)
    const { viewport, colorScheme } = look
    const known = opened.get(as)
    const page =
      known?.page ??
      (await console().open(path, { viewport, colorScheme, ...options, isKept: true }))
    await lookAt(page, look)
    if (known && known.path !== path) await goWithin(page, path)
    opened.set(as, { path, page })
    return page
  }
})

const refused = new AppError('storage_unavailable', 'no room')
const refusal = { status: refused.status, json: refused.toJson() }

/** Waits until all answers have come and nothing changes for two more frames. */
async function settled(page: Page): Promise<void> {
  const isStill = () =>
    page.evaluate(async () => {
      const isSettled = () =>
        document.querySelectorAll('h1').length === 1 &&
        document.getAnimations().every(({ playState }) => playState !== 'running') &&
        !document.querySelector('[role="status"][aria-busy="true"]')
      if (!isSettled()) return false
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return isSettled()
    })
  await expect.poll(isStill).toBe(true)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
}
