import type { Page, Request } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Resident } from '../daemon/shared.ts'

/** How many requests of each page are shown. */
const CALLS_TOLD = 40
const LINES_TOLD = 30
const LETTERS_TOLD = 4_000

/**
 * When the test fails, adds to its error what one of its pages showed and had requested, and what
 * the daemon logged meanwhile. A rare failure cannot be looked at again, and of a long log only the
 * errors at its end are read.
 */
export function tellLastWords(page: Page, daemon: Pick<Resident, 'output'>): void {
  const calls: string[] = []
  const unanswered = new Map<Request, string>()
  const linesBefore = linesOf(daemon).length
  const begunAt = Date.now()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/assets/')) return
    unanswered.set(request, `${secondsSince(begunAt)} s ${request.method()} ${pathname}${search}`)
  })
  page.on('response', (response) => end(response.request(), String(response.status())))
  page.on('requestfailed', (request) => end(request, request.failure()?.errorText ?? 'failed'))
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' || page.isClosed()) return
    const text = await page.locator('body').innerText().catch(String)
    const state = await page.evaluate(stateOfPage).catch(String)
    const words = [
      `Failed ${secondsSince(begunAt)} s after its page was opened. ${page.url()} says:`,
      text.slice(0, LETTERS_TOLD),
      `There: ${state}`,
      'It had asked for:',
      ...calls,
      'It waits for:',
      ...unanswered.values(),
      'The daemon wrote:',
      ...linesOf(daemon).slice(linesBefore).slice(-LINES_TOLD),
    ].join('\n')
    const [error] = task.result.errors ?? []
    if (error) error.message += `\n${words}`
  })

  function end(request: Request, outcome: string): void {
    const asked = unanswered.get(request)
    if (asked === undefined) return
    unanswered.delete(request)
    calls.push(`${asked}: ${outcome} after ${secondsSince(begunAt)} s`)
    if (calls.length > CALLS_TOLD) calls.shift()
  }
}

/** What no text shows: where Back leads, what has the focus, and what the fields hold. */
function stateOfPage(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
  return JSON.stringify({
    entry: history.state,
    entries: history.length,
    focus: document.activeElement?.outerHTML.slice(0, 120),
    fields: fields.map(({ name, type, value }) => [name, type === 'password' ? '' : value]),
  })
}

function linesOf(daemon: Pick<Resident, 'output'>): readonly string[] {
  return daemon.output().stderr.split('\n')
}

function secondsSince(startMs: number): string {
  return ((Date.now() - startMs) / 1_000).toFixed(1)
}
