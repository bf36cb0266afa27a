import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { startDaemon } from '../support/daemon/daemon.ts'
import { registerUser } from '../support/daemon/user.ts'
import { launchChromium } from '../support/runner/chromium.ts'
import { PAGE_MARK, tracePageTasks } from './page-tasks.ts'
import { storedSession } from './session.ts'
import { fixed, median, print } from './stage.ts'

/** Tasks near the limit of 50 ms fall on either side of it: a median of few visits says little. */
const ROUNDS = 9
/** A slow phone: the factor that page-speed tools use for one. */
const CPU_SLOWDOWN = 4
/** In milliseconds and bytes a second. */
const networks = {
  'slow mobile network': {
    latency: 150,
    downloadThroughput: (1_600 * 1_024) / 8,
    uploadThroughput: (750 * 1_024) / 8,
  },
  'home network': {
    latency: 20,
    downloadThroughput: (20_000 * 1_024) / 8,
    uploadThroughput: (5_000 * 1_024) / 8,
  },
}
type Network = (typeof networks)[keyof typeof networks]
/** What a task may take before it counts as blocking. */
const BLOCKING_MS = 50
/** How long tasks are counted after the page has loaded. */
const WATCHED_MS = 2_000
/**
 * Makes the engine note the place of each piece of a script as it is compiled. Otherwise it parses
 * the whole script again when places are first asked for: the tools that slow the network do so at
 * the first call of the server, and add a tenth of a second that no user has.
 */
const ENGINE_FLAGS = '--no-enable-lazy-source-positions'

type Figures = {
  readonly firstPaintMs: number
  readonly readyMs: number
  readonly blockingMs: number
  /** Total time of running scripts. */
  readonly scriptMs: number
}

const stats = {
  firstPaintMs: 'first contentful paint',
  readyMs: 'title shown',
  blockingMs: 'total blocking time',
  scriptMs: 'scripts',
} as const satisfies Record<keyof Figures, string>

type Visit = {
  readonly name: string
  readonly path: string
  readonly title: string
  readonly network: Network
  readonly isSignedIn: boolean
}

const visits: readonly Visit[] = [
  ...Object.entries(networks).flatMap(([name, network]) => [
    { name: `${name}, sign-in`, path: '/login', title: 'Entrar', network, isSignedIn: false },
    {
      name: `${name}, dashboard`,
      path: '/',
      title: 'Painel de Controle',
      network,
      isSignedIn: true,
    },
  ]),
  ...Object.entries({
    '/campaigns': 'Campanhas',
    '/campaigns/new': 'Nova campanha',
    '/contacts': 'Contatos',
    '/whatsapp/connections': 'Conexões',
  }).map(([path, title]) => ({
    ...{ name: `home network, ${path}`, path, title },
    ...{ network: networks['home network'], isSignedIn: true },
  })),
]

/** The target of visits: a daemon of one build, and a user's session there. */
type Place = {
  readonly url: string
  readonly stored: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/**
 * Measures how long the first screens take on a slow phone with an empty browser cache; with
 * `against`, beside those of the version in that folder, round by round.
 */
export async function firstScreen(against?: string): Promise<void> {
  const here = await openPlace()
  const there = against === undefined ? [] : [await openPlace(join(against, 'bin/disparo.js'))]
  const places = [here, ...there]
  const browser = await launchChromium([`--js-flags=${ENGINE_FLAGS}`])
  try {
    // A browser's first visit takes longer than any other, so it is not counted.
    for (const one of visits.slice(0, 1)) await visit(browser, here, one)
    for (const one of visits) {
      const figures = new Map(places.map((place): [Place, Figures[]] => [place, []]))
      for (let round = 0; round < ROUNDS; round += 1) {
        // The order alternates, so that neither place always gets the browser as the other left it.
        const order = round % 2 === 0 ? places : places.toReversed()
        for (const place of order) figures.get(place)?.push(await visit(browser, place, one))
      }
      report(one.name, [...figures.values()])
    }
  } finally {
    await browser.close()
    for (const place of places) await place.close()
  }
}

async function openPlace(program?: string): Promise<Place> {
  const daemon = await startDaemon({ flags: ['--simulator'], ...(program && { program }) })
  const user = await registerUser(daemon.url())
  const stored = await storedSession(user)
  return { url: daemon.url(), stored, close: daemon.close }
}

/** A line for each figure: here, there, and here as a part of there. */
function report(name: string, [here = [], there]: readonly (readonly Figures[])[]): void {
  print(name)
  for (const [stat, words] of Object.entries(stats)) {
    const of = (rounds: readonly Figures[]) =>
      median(rounds.map((one) => new Map(Object.entries(one)).get(stat) ?? Number.NaN))
    const compared = there
      ? `, there ${fixed(of(there))} ms: ${fixed(of(here) / of(there), 2)} times`
      : ''
    print(`  ${words} ${fixed(of(here))} ms${compared}`)
  }
}

async function visit(
  browser: Browser,
  place: Place,
  { path, title, network, isSignedIn }: Visit,
): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    await context.addInitScript(
      (entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      },
      isSignedIn ? place.stored : {},
    )
    await context.addInitScript(noteTitle, { title, mark: PAGE_MARK })
    const page = await context.newPage()
    const devtools = await slowDown(page, network)
    const trace = await tracePageTasks(browser)
    await page.goto(`${place.url}${path}`)
    const shown = page.locator('html[data-title-ms]')
    await shown.waitFor({ state: 'attached' })
    const readyMs = await shown.getAttribute('data-title-ms')
    // What comes after the title may still block a tap.
    await page.waitForLoadState('load')
    await page.waitForTimeout(WATCHED_MS)
    const tasks = await trace.end()
    const firstPaintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    const { metrics } = await devtools.send('Performance.getMetrics')
    const scriptSeconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
    const blockingMs = tasks.reduce((sum, ms) => sum + Math.max(0, ms - BLOCKING_MS), 0)
    return { firstPaintMs, readyMs: Number(readyMs), blockingMs, scriptMs: scriptSeconds * 1_000 }
  } finally {
    await context.close()
  }
}

/** Runs in the page: asking from outside would take a slow page as long as drawing it. */
function noteTitle({ title, mark }: { readonly title: string; readonly mark: string }): void {
  performance.mark(mark)
  const observer = new MutationObserver(() => {
    // Another build may write it with other capitals.
    if (document.querySelector('h1')?.textContent.toLowerCase() !== title.toLowerCase()) return
    observer.disconnect()
    requestAnimationFrame(() => {
      document.documentElement.dataset.titleMs = String(performance.now())
    })
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function slowDown(page: Page, network: Network): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  // In the page's own time: what others on the machine take is not counted.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  return devtools
}
