import { render, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { SessionJson } from '../../../src/contract/account.ts'
import { clock } from '../../../src/daemon/clock.ts'
import type { Clock } from '../../../src/domain/clock.ts'
import { forgetWithSession } from '../../../web/api/calls/forget.ts'
import { App, preloadScreen } from '../../../web/app.tsx'
import { endSession, startSession } from '../../../web/session/session.ts'
import { asJson } from '../http/app.ts'
import { type ServiceOptions, someServices } from '../http/services.ts'
import { PATIENCE_MS } from '../patience.ts'

// Data that one test has read is dropped before the next.
forgetWithSession()

/** Where toasts show. */
export const toast = { selector: '.Toastify__toast, .Toastify__toast *' }

type Answer = (request: Request) => Response | undefined | Promise<Response | undefined>

/** The console's screens over the real interface and domain in memory, for somebody signed in. */
export async function aConsole(options: ServiceOptions = {}) {
  const services = await someServices(untilTestEnds(clock), options)
  const { request } = services
  let underWay = 0
  let intercept: Answer = () => undefined
  const calls: { readonly path: string; readonly atMs: number }[] = []
  const complaints = hushConsole()
  // Starts with an empty storage: users of two tests have the same id.
  localStorage.clear()
  sessionStorage.clear()

  const account = { name: 'Loja', email: 'loja@example.com', password: 'uma boa senha' }
  const registered = await request('/auth/register', asJson(account))
  const session = z.decode(SessionJson, await registered.json())

  vi.stubGlobal('fetch', serve)
  onTestFinished(async () => {
    endSession('left')
    // Waits for the page's requests before the daemon's parts are closed.
    await vi.waitFor(() => expect(underWay).toBe(0), { timeout: PATIENCE_MS })
    vi.unstubAllGlobals()
  })

  return {
    ...services,
    id: session.user.id,
    session,
    calls,
    complaints,
    isAtRest: () => underWay === 0,
    /** Answers in place of the daemon, until it is set anew; `undefined` lets the daemon answer. */
    intercept: (answer: Answer) => {
      intercept = answer
    },
    api,
    open,
  }

  /** A call of the account's owner, past the screens. */
  async function api(method: string, path: string, body?: unknown) {
    const { headers, ...init } = asJson(body, method)
    const authorization = `Bearer ${session.token}`
    const response = await request(path, { ...init, headers: { ...headers, authorization } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

  /** Opens a screen as the page does: its script is loaded before the first rendering. */
  async function open(path: string) {
    startSession(session)
    history.replaceState(null, '', path)
    await preloadScreen(location.pathname)
    const shown = render(<App onShown={() => undefined} />)
    onTestFinished(shown.unmount)
    return { user: userEvent.setup({ delay: null }), page: within(document.body) }
  }

  async function serve(address: string, init: RequestInit = {}): Promise<Response> {
    underWay += 1
    calls.push({ path: address, atMs: Date.now() })
    try {
      const asked = new Request(new URL(address, 'http://localhost'), init)
      const answer = (await intercept(asked)) ?? (await request(address, init))
      // An answer counts as received only once it is whole.
      const body = answer.status === 204 ? null : await answer.arrayBuffer()
      return new Response(body, { status: answer.status, headers: answer.headers })
    } finally {
      underWay -= 1
    }
  }
}

/** A clock whose timers stop when the test ends: its folder is gone then. */
function untilTestEnds({ now, after }: Clock): Clock {
  const waiting = new Set<() => void>()
  onTestFinished(() => {
    for (const cancel of waiting) cancel()
  })
  return {
    now,
    after: (ms, work) => {
      const cancel = after(ms, () => {
        waiting.delete(cancel)
        work()
      })
      waiting.add(cancel)
      return () => {
        waiting.delete(cancel)
        cancel()
      }
    },
  }
}

/** The page of happy-dom knows no `<search>` element yet. */
const ofThePage = /unrecognized in this browser.*search$/

/**
 * Collects what is logged at the browser's console: a test takes out what it expects, and nothing
 * else may remain.
 */
function hushConsole() {
  let told: string[] = []
  for (const kind of ['error', 'warn'] as const) {
    const spy = vi.spyOn(console, kind).mockImplementation((...words: unknown[]) => {
      told.push(`${kind}: ${words.map(String).join(' ')}`)
    })
    onTestFinished(() => spy.mockRestore())
  }
  onTestFinished(() => expect(told.filter((line) => !ofThePage.test(line))).toEqual([]))
  return { take }

  function take(expected: RegExp): string[] {
    const taken = told.filter((line) => expected.test(line))
    told = told.filter((line) => !expected.test(line))
    return taken
  }
}

/** A refusal of the daemon with this sentence. */
export function refusal(sentence: string): Response {
  const body = { error: sentence, message: sentence, code: 'storage_unavailable' }
  return Response.json(body, { status: 503 })
}
