import type { Browser, Page } from 'playwright-core'
import { startDaemon } from '../support/daemon/daemon.ts'
import { registerUser } from '../support/daemon/user.ts'
import { launchChromium } from '../support/runner/chromium.ts'
import { fixed, median, print } from './stage.ts'

const ROUNDS = 7
/** A slow phone: what page-speed tools take for one. */
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

type Figures = {
  readonly firstPaintMs: number
  readonly readyMs: number
  readonly blockingMs: number
}

/** How long the first screens take on a slow phone, with nothing in the browser's cache. */
export async function firstScreen(): Promise<void> {
  const daemon = await startDaemon({ flags: ['--simulator'] })
  const browser = await launchChromium()
  try {
    const user = await registerUser(daemon.url())
    const answer = await fetch(`${daemon.url()}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email, password: user.password }),
    })
    const session: { token: string; user: unknown } = await answer.json()
    const stored = { token: session.token, user: JSON.stringify(session.user) }
    for (const [name, network] of Object.entries(networks)) {
      await report(`${name}, sign-in`, () =>
        visit(browser, `${daemon.url()}/login`, { network, ready: 'Entrar' }),
      )
      await report(`${name}, dashboard`, () =>
        visit(browser, daemon.url(), { network, ready: 'Painel de Controle', stored }),
      )
    }
  } finally {
    await browser.close()
    await daemon.close()
  }
}

async function report(name: string, measure: () => Promise<Figures>): Promise<void> {
  const rounds: Figures[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure())
  const of = (stat: keyof Figures) => fixed(median(rounds.map((one) => one[stat])))
  print(
    `${name}: first contentful paint ${of('firstPaintMs')} ms, title shown ${of('readyMs')} ms, total blocking time ${of('blockingMs')} ms`,
  )
}

async function visit(
  browser: Browser,
  url: string,
  {
    network,
    ready,
    stored = {},
  }: {
    readonly network: Network
    readonly ready: string
    readonly stored?: Record<string, string>
  },
): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, stored)
    await context.addInitScript(noteTitle, ready)
    const page = await context.newPage()
    await slowDown(page, network)
    await page.goto(url)
    const shown = page.locator('html[data-title-ms]')
    await shown.waitFor({ state: 'attached' })
    const readyMs = await shown.getAttribute('data-title-ms')
    // What comes after the title may still block somebody who taps.
    await page.waitForLoadState('load')
    const { firstPaintMs, tasks }: { firstPaintMs: number; tasks: number[] } =
      await page.evaluate(observed)
    const blockingMs = tasks.reduce((sum, ms) => sum + Math.max(0, ms - BLOCKING_MS), 0)
    return { firstPaintMs, readyMs: Number(readyMs), blockingMs }
  } finally {
    await context.close()
  }
}

/** Runs in the page: asking from outside would take a slow page as long as drawing it. */
function noteTitle(title: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1')?.textContent !== title) return
    observer.disconnect()
    requestAnimationFrame(() => {
      document.documentElement.dataset.titleMs = String(performance.now())
    })
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function slowDown(page: Page, network: Network): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
}

/** Runs in the page: its first paint, and its long tasks so far. */
const observed = `new Promise((resolve) => {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  setTimeout(() => resolve({ firstPaintMs: paint?.startTime ?? 0, tasks }), 1000)
})`
