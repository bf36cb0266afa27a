import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { type Daemon, startDaemon } from '../daemon/daemon.ts'
import { type Resident, residentDaemon } from '../daemon/shared.ts'
import { type CampaignAnswer, registerUser, type User, until } from '../daemon/user.ts'
import { chromiumPath, launchChromium, shortLived } from '../runner/chromium.ts'
import { shared } from '../started-once.ts'
import { tellLastWords } from './last-words.ts'
import { createPages, type PageLook, type Pages } from './pages.ts'

export { expectAccessible } from './accessible.ts'
export { narrow, wide } from './pages.ts'

export type PageOptions = PageLook & {
  /** The user whose session the page finds in its storage; left out: none. */
  readonly user?: User
  /** Messages that the browser's console may show in this test. */
  readonly expectedErrors?: readonly RegExp[]
  /** Runs before the page opens its address, for instance to route its requests. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Settings of the daemon. */
type Env = Readonly<Record<string, string>>

export type Console = {
  readonly url: string
  readonly daemon: Resident
  readonly control: ReturnType<typeof createControlClient>
  newUser(): Promise<User>
  /** Opens a page in a browser of its own, until the test is over: pages share nothing. */
  open(path: string, options?: PageOptions): Promise<Page>
}

/**
 * Tests of the console in a real browser, at the built daemon with its simulator, which files use
 * one after another. They are skipped where there is no browser. After each file no page may have
 * logged an unexpected error.
 */
export function describeConsole(name: string, define: (console: () => Console) => void): void {
  describe.skipIf(chromiumPath === null)(name, () => {
    define(sharedConsole(residentDaemon(simulated), leave))
  })
}

/** The same at a daemon of its own, which may have settings and be ended. */
export function describeOwnConsole(
  name: string,
  define: (console: () => Console & { readonly daemon: Daemon }) => void,
  env: () => Promise<Env> = async () => ({}),
): void {
  describe.skipIf(chromiumPath === null)(name, () => {
    const daemon = shared(async () => startDaemon({ ...simulated, env: await env() }))
    const console = sharedConsole(daemon, ({ pages }) => pages.closeAll())
    define(() => ({ ...console(), daemon: daemon() }))
  })
}

const simulated = { flags: ['--simulator'] }

type Shared = { readonly console: Console; readonly pages: Pages; readonly users: User[] }

function sharedConsole(
  daemon: () => Resident,
  end: (shared: Shared) => Promise<void>,
): () => Console {
  const complaints: string[] = []
  let opened: Shared | undefined

  beforeAll(async () => {
    const users: User[] = []
    const pages = pagesAt(await theChromium(), daemon().url())
    const control = createControlClient(daemon().controlUrl())
    const made = consoleOf({ daemon: daemon(), control, pages, complaints })
    const newUser = async () => {
      const user = await made.newUser()
      users.push(user)
      return user
    }
    opened = { console: { ...made, newUser }, pages, users }
  })
  afterAll(async () => {
    if (opened) await end(opened)
    expect(complaints).toEqual([])
  })
  return () => {
    if (!opened) throw new Error('the console has not started')
    return opened.console
  }
}

/** Leaves no account and no changed simulator behaviour for the next file. */
async function leave({ console: { control }, pages, users }: Shared): Promise<void> {
  await pages.closeUsed()
  for (const user of users) await removeAccount(user)
  await control.reset()
}

/**
 * Removes an account with its running campaigns, which would also write to the phones of the next
 * file.
 */
async function removeAccount({ raw, password }: User): Promise<void> {
  const post = (path: string, body: unknown) =>
    raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const campaigns = await raw('/api/campaigns')
  // An account that is gone has nothing left to stop.
  if (campaigns.status === 401) return
  for (const { id, status } of (await campaigns.json()) as CampaignAnswer[]) {
    if (status === CampaignStatus.running) await post(`/api/campaigns/${id}/stop`, {})
  }
  const remove = () => post('/auth/delete', { password, confirmacao: 'EXCLUIR' })
  await until(remove, ({ status }) => status !== 409)
}

/** Opens the console of a running daemon. */
export async function openConsole(
  stage: Pick<Console, 'daemon' | 'control'>,
  complaints: string[] = [],
): Promise<Console> {
  const pages = pagesAt(await theChromium(), stage.daemon.url())
  return consoleOf({ ...stage, pages, complaints })
}

const pagesByUrl = new Map<string, Pages>()

/** The pages at one daemon, for one file after another. */
function pagesAt(browser: Browser, url: string): Pages {
  const known = pagesByUrl.get(url) ?? createPages(browser, url)
  pagesByUrl.set(url, known)
  return known
}

let chromium: Promise<Browser> | undefined

/** The browser of this worker, for one file after another: it ends with the process. */
function theChromium(): Promise<Browser> {
  chromium ??= launchChromium(shortLived)
  return chromium
}

function consoleOf({
  daemon,
  control,
  pages,
  complaints,
}: {
  readonly daemon: Resident
  readonly control: Console['control']
  readonly pages: Pages
  readonly complaints: string[]
}): Console {
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

/** Stores a session where the console keeps it, as a sign-in does. */
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
 * The session of the sign-up, for the user's first page unless it has ended by then. A sign-in
 * hashes a password, which takes the processor longer than the page itself.
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

/** Waits for the error that a page logs for developers while something is done. */
export async function toldAtConsole(
  page: Page,
  sentence: RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  const told = page.waitForEvent('console', (message) => sentence.test(message.text()))
  await act()
  expect((await told).type()).toBe('error')
}
