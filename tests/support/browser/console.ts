import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { type Daemon, startDaemon } from '../daemon/daemon.ts'
import { registerUser, type User } from '../daemon/user.ts'
import { chromiumPath, launchChromium } from '../runner/chromium.ts'
import { tellLastWords } from './last-words.ts'
import { createPages, type PageLook } from './pages.ts'

export { expectAccessible } from './accessible.ts'
export { narrow, wide } from './pages.ts'

export type PageOptions = PageLook & {
  /** Whose session the page finds in its storage; left out: nobody's. */
  readonly user?: User
  /** What the browser's console may complain of in this test. */
  readonly expectedErrors?: readonly RegExp[]
  /** Happens before the page comes to its address: what the network is to do, say. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Settings of the daemon. */
type Env = Readonly<Record<string, string>>

export type Console = {
  readonly url: string
  readonly daemon: Daemon
  readonly control: ReturnType<typeof createControlClient>
  newUser(): Promise<User>
  /** A page of a browser of its own, until the test is over: nothing is shared between two of them. */
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
      const control = createControlClient(daemon.controlUrl())
      running = { browser, console: consoleOf({ daemon, control, browser, complaints }) }
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

/** The console of a daemon that is there already. */
export async function openConsole(
  stage: Pick<Console, 'daemon' | 'control'>,
  complaints: string[] = [],
): Promise<Console> {
  return consoleOf({ ...stage, browser: await theChromium(), complaints })
}

let chromium: Promise<Browser> | undefined

/** The one of this worker, for one file after another: it ends with the process. */
function theChromium(): Promise<Browser> {
  chromium ??= launchChromium()
  return chromium
}

function consoleOf({
  daemon,
  control,
  browser,
  complaints,
}: {
  readonly daemon: Daemon
  readonly control: Console['control']
  readonly browser: Browser
  readonly complaints: string[]
}): Console {
  const pages = createPages(browser, daemon.url())
  return {
    url: daemon.url(),
    daemon,
    control,
    newUser: () => registerUser(daemon.url()),
    async open(path, options = {}) {
      const session = options.user && (await sessionOf(daemon.url(), options.user))
      const page = await pages.take(options)
      listenFor(complaints, page, options.expectedErrors ?? [])
      if (!options.isKept) tellLastWords(page, daemon)
      if (session) await signIn(page, session)
      await options.prepare?.(page)
      await page.goto(path)
      return page
    },
  }
}

type Session = { readonly token: string; readonly user: unknown }

/** Puts a session where the console keeps it, as a sign-in does. */
async function signIn(page: Page, { token, user }: Session): Promise<void> {
  await page.evaluate(
    ([ofSession, account]) => {
      localStorage.setItem('token', ofSession)
      localStorage.setItem('user', account)
    },
    [token, JSON.stringify(user)] as const,
  )
}

async function sessionOf(url: string, user: User): Promise<Session> {
  return (await firstSession(url, user)) ?? (await newSession(url, user))
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
