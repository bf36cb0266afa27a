import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { type Daemon, startDaemon } from '../daemon/daemon.ts'
import { registerUser, type User } from '../daemon/user.ts'
import { PATIENCE_MS } from '../patience.ts'
import { chromiumPath, launchChromium } from '../runner/chromium.ts'

/** The widths every screen is drawn for. */
export const wide = { width: 1440, height: 900 }
export const narrow = { width: 390, height: 844 }

export type PageOptions = {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'dark' | 'light'
  readonly timezoneId?: string
  /** Whose session the page finds in its storage; left out: nobody's. */
  readonly user?: User
  /** What the browser's console may complain of in this test. */
  readonly expectedErrors?: readonly RegExp[]
  /** Happens before the page goes anywhere: what the network is to do, say. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Settings of the daemon. */
type Env = Readonly<Record<string, string>>

export type Console = {
  readonly url: string
  readonly daemon: Daemon
  readonly control: ReturnType<typeof createControlClient>
  newUser(): Promise<User>
  /** A page of a browser of its own: nothing is shared between two of them. */
  open(path: string, options?: PageOptions): Promise<Page>
}

/**
 * Tests of the console in a real browser, at the built daemon with its simulator. They are skipped
 * where there is no browser. After each file no page may have complained at the browser's console.
 */
export function describeConsole(
  name: string,
  define: (console: () => Console) => void,
  env: Env | (() => Promise<Env>) = {},
): void {
  describe.skipIf(chromiumPath === null)(name, () => {
    let running: { browser: Browser; console: Console } | undefined
    const complaints: string[] = []

    beforeAll(async () => {
      const daemon = await startDaemon({
        flags: ['--simulator'],
        env: typeof env === 'function' ? await env() : env,
      })
      const browser = await theChromium()
      running = { browser, console: consoleOf({ daemon, browser, complaints }) }
    })

    afterAll(async () => {
      for (const context of running?.browser.contexts() ?? []) await context.close()
      await running?.console.daemon.close()
      expect(complaints).toEqual([])
    })

    define(() => {
      if (!running) throw new Error('the console has not started')
      return running.console
    })
  })
}

let chromium: Promise<Browser> | undefined

/** The one of this worker, for one file after another: it ends with the process. */
function theChromium(): Promise<Browser> {
  chromium ??= launchChromium()
  return chromium
}

function consoleOf({
  daemon,
  browser,
  complaints,
}: {
  readonly daemon: Daemon
  readonly browser: Browser
  readonly complaints: string[]
}): Console {
  return {
    url: daemon.url(),
    daemon,
    control: createControlClient(daemon.controlUrl()),
    newUser: () => registerUser(daemon.url()),
    async open(path, options = {}) {
      const context = await browser.newContext({
        baseURL: daemon.url(),
        locale: 'pt-BR',
        viewport: options.viewport ?? wide,
        colorScheme: options.colorScheme ?? 'dark',
        timezoneId: options.timezoneId ?? 'America/Sao_Paulo',
        reducedMotion: 'reduce',
      })
      if (options.user) await signIn(context, daemon.url(), options.user)
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      listenFor(complaints, page, options.expectedErrors ?? [])
      await options.prepare?.(page)
      await page.goto(path)
      return page
    },
  }
}

type Session = { readonly token: string; readonly user: unknown }

/** Puts a session where the console keeps it, as a sign-in does. */
async function signIn(context: BrowserContext, url: string, user: User): Promise<void> {
  const session = (await firstSession(url, user)) ?? (await newSession(url, user))
  await context.addInitScript(
    ({ token, account }) => {
      // Only once: a test may end the session and load the page again.
      if (sessionStorage.getItem('signed-in')) return
      sessionStorage.setItem('signed-in', 'yes')
      localStorage.setItem('token', token)
      localStorage.setItem('user', account)
    },
    { token: session.token, account: JSON.stringify(session.user) },
  )
}

const usedUp = new WeakSet<User>()

/**
 * The session of the sign-up, for the user's first page unless it has ended by then. A page that
 * signs in has a password hashed, which takes the processor longer than the page itself.
 */
async function firstSession(url: string, user: User): Promise<Session | undefined> {
  if (usedUp.has(user)) return undefined
  usedUp.add(user)
  const response = await fetch(`${url}/auth/me`, {
    headers: { authorization: `Bearer ${user.token}` },
  })
  if (!response.ok) return undefined
  const me: { user: unknown } = await response.json()
  return { token: user.token, user: me.user }
}

async function newSession(url: string, user: User): Promise<Session> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  })
  return await response.json()
}

function listenFor(complaints: string[], page: Page, expected: readonly RegExp[]): void {
  const complain = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(`${page.url()}: ${text}`)
  }
  page.on('pageerror', (error) => complain(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text())
  })
}

/** Waits for the error that a page tells a developer of while something is done. */
export async function toldAtConsole(
  page: Page,
  sentence: RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  const told = page.waitForEvent('console', (message) => sentence.test(message.text()))
  await act()
  expect((await told).type()).toBe('error')
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * No serious or critical finding of axe, and nothing that hangs over the edge of the page. What goes
 * by itself, while something loads, is looked at again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  await expect.poll(() => graveFindings(page), { interval: 500, timeout: 15_000 }).toEqual([])
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overhang).toBeLessThanOrEqual(0)
}

async function graveFindings(page: Page): Promise<string[]> {
  // What passed is of no interest here, and takes longer to bring over than to find.
  const violations: AxeResults['violations'] = await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
