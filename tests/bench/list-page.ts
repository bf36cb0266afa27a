import type { CDPSession, Page } from 'playwright-core'
import { CONTACT_COLUMNS_MAX } from '../../src/contract/limits.ts'
import { startDaemon } from '../support/daemon/daemon.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { launchChromium } from '../support/runner/chromium.ts'
import { fixed, print } from './stage.ts'

/** Rows and further columns: as many columns as a contact may have. */
const SIZES = [
  { size: 1_000, width: CONTACT_COLUMNS_MAX },
  { size: 10_000, width: 0 },
  { size: 100_000, width: 0 },
]
/** Slows the processor down to a cheap phone's. */
const SLOWDOWN = 4
const FIRST_PHONE = 5_561_900_000_000
/** Handlers that take less are not printed. */
const EVENT_MS = 16

type Settled = {
  readonly events: readonly { readonly name: string; readonly ms: number }[]
  /** Longest task; tasks below 50 ms are not reported. */
  readonly longest: number
}

/** Measures a long list on its page: until it is shown, and how long each press blocks the page. */
export async function listPage(): Promise<void> {
  const daemon = await startDaemon({ flags: ['--simulator'] })
  const browser = await launchChromium()
  try {
    const user = await registerUser(daemon.url())
    for (const { size, width } of SIZES) {
      const id = await fill(user, size, width)
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      // A busy machine is slow, but not broken.
      page.setDefaultTimeout(PATIENCE_MS)
      const devtools = await page.context().newCDPSession(page)
      // Counts the page's own time, without what other processes take.
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
      await signIn(page, { url: daemon.url(), user })
      if (width > 0) print(`with ${width} columns:`)
      await open(page, devtools, { url: daemon.url(), id, size })
      print(`  at ${SLOWDOWN} times the slowness:`)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await work(page, devtools)
      await page.close()
    }
  } finally {
    await browser.close()
    await daemon.close()
  }
}

async function fill(user: User, size: number, width: number): Promise<string> {
  const columns = Array.from({ length: width }, (_, column) => [`Coluna ${column}`, `v${column}`])
  const contatos = Array.from({ length: size }, (_, index) => ({
    name: `Cliente ${index}`,
    phone: String(FIRST_PHONE + index),
    ...(width > 0 && { campos: Object.fromEntries(columns) }),
  }))
  return (await user.post<{ id: string }>('/api/contacts', { name: `Lista de ${size}`, contatos }))
    .id
}

async function signIn(page: Page, { url, user }: { url: string; user: User }): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Senha', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Painel de Controle' }).waitFor()
}

async function open(
  page: Page,
  devtools: CDPSession,
  { url, id, size }: { readonly url: string; readonly id: string; readonly size: number },
): Promise<void> {
  await page.addInitScript(note)
  await page.goto(`${url}/contacts/${id}`)
  const whole = `${size.toLocaleString('pt-BR')} contatos`
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${whole}$`) })
    .waitFor()
  const { firstMs, wholeMs, longest }: Record<string, number> = await page.evaluate(noted)
  const { scripts, all } = await busy(devtools)
  print(
    `${size} rows: first rows after ${fixed(firstMs ?? Number.NaN, 0)} ms, all after ${fixed(wholeMs ?? Number.NaN, 0)} ms, longest task ${fixed(longest ?? Number.NaN, 0)} ms; scripts ${fixed(scripts, 0)} ms, the page's thread ${fixed(all, 0)} ms`,
  )
}

/** Presses what the page offers, one after the other. */
async function work(page: Page, devtools: CDPSession): Promise<void> {
  const search = page.getByRole('searchbox')
  const steps: readonly (readonly [string, () => Promise<void>])[] = [
    ['search', () => search.pressSequentially('cliente 99')],
    ['end of the search', () => search.fill('')],
    ['sort', () => page.getByRole('button', { name: 'Nome', exact: true }).click()],
    ['scroll to the end', () => page.evaluate(`${scroller}.scrollTo({ top: 1e9 })`)],
    ['scroll back', () => page.evaluate(`${scroller}.scrollTo({ top: 0 })`)],
    ['choose all', () => page.getByLabel('Escolher todos os que aparecem').check()],
    ['choose one', () => page.getByRole('checkbox').nth(2).uncheck()],
    [
      'edit a cell',
      async () => {
        await page
          .getByRole('button', { name: /^Nome de / })
          .first()
          .click()
        await page.getByRole('textbox', { name: /^Nome de / }).fill('Outro nome')
        await page.keyboard.press('Enter')
      },
    ],
  ]
  for (const [name, act] of steps) {
    const before = await busy(devtools)
    await page.evaluate('window.benchEvents.length = window.benchTasks.length = 0')
    await act()
    const { events, longest }: Settled = await page.evaluate(settled)
    const after = await busy(devtools)
    const worst = events.toSorted((a, b) => b.ms - a.ms)[0]
    print(
      `  ${name}: slowest event ${worst ? `${worst.name} ${fixed(worst.ms, 0)} ms` : `under ${EVENT_MS} ms`}, longest task ${longest === 0 ? 'under 50' : fixed(longest, 0)} ms; scripts ${fixed(after.scripts - before.scripts, 0)} ms, the page's thread ${fixed(after.all - before.all, 0)} ms`,
    )
  }
}

/** Work of the page's thread so far, in milliseconds of its own. */
async function busy(devtools: CDPSession): Promise<{ scripts: number; all: number }> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (wanted: string) =>
    (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1_000
  return { scripts: of('ScriptDuration'), all: of('TaskDuration') }
}

/** Runs in the page, before its own scripts. */
const note = `
  window.benchEvents = []
  window.benchTasks = []
  window.benchTimes = {}
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) window.benchEvents.push({ name, ms: duration })
  }).observe({ type: 'event', durationThreshold: ${EVENT_MS} })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchTasks.push(duration)
  }).observe({ type: 'longtask' })
  new MutationObserver(() => {
    const words = [...document.querySelectorAll('[role="status"]')].map((status) => status.textContent)
    if (document.querySelector('tbody tr td')) window.benchTimes.firstMs ??= performance.now()
    if (words.some((text) => /^[0-9.]+ contatos$/.test(text))) window.benchTimes.wholeMs ??= performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true })
`

/** The element in which the rows scroll. */
const scroller = `(() => {
  let at = document.querySelector('tbody')
  while (at.parentElement && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement
  return at
})()`

const noted =
  'new Promise((done) => setTimeout(() => done({ ...window.benchTimes, longest: Math.max(0, ...window.benchTasks) }), 1000))'
const settled =
  'new Promise((done) => setTimeout(() => done({ events: window.benchEvents, longest: Math.max(0, ...window.benchTasks) }), 1500))'
