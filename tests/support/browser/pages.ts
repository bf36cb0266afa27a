import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { PATIENCE_MS } from '../patience.ts'
import { setClock } from './page-clock.ts'

/** The widths every screen is drawn for. */
export const wide = { width: 1440, height: 900 }
export const narrow = { width: 390, height: 844 }

export type PageLook = {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'dark' | 'light'
  readonly timezoneId?: string
  /** Pixels of the picture for each of the page; left out: one. */
  readonly pixelRatio?: number
  /** The page stays open until the file ends, for one test after another. */
  readonly isKept?: true
  /** A fresh page, which no other test gets: it has none of the console's files yet. */
  readonly isNew?: true
}

/** What a test may listen to; Playwright itself listens to more. */
const events = [
  ...['console', 'dialog', 'download', 'filechooser', 'load', 'pageerror', 'popup'],
  ...['request', 'requestfailed', 'requestfinished', 'response', 'websocket'],
]

const ZONE = 'America/Sao_Paulo'

export type Pages = ReturnType<typeof createPages>

/**
 * Pages, each in a browser of its own. The page of a test that is over goes to the next test as if
 * it were new: starting a browser process and reading all files takes the processor longer than
 * most tests.
 */
export function createPages(browser: Browser, url: string) {
  const free: Page[] = []
  const contexts = new Set<BrowserContext>()
  return { take, closeUsed, closeAll }

  /** A page at an address of the daemon that shows nothing. */
  async function take({ isKept, ...look }: PageLook): Promise<Page> {
    const isLikeOthers =
      !look.isNew && (look.timezoneId ?? ZONE) === ZONE && look.pixelRatio === undefined
    const page = (isLikeOthers ? free.pop() : undefined) ?? (await aPage(look))
    await page.setViewportSize(look.viewport ?? wide)
    await page.emulateMedia({ colorScheme: look.colorScheme ?? 'dark', reducedMotion: 'reduce' })
    if (isKept) return page
    onTestFinished(async ({ task }) => {
      // A failed test may have left anything behind.
      if (isLikeOthers && !page.isClosed() && task.result?.state === 'pass') {
        await clear(page)
        free.push(page)
      } else await close(page.context())
    })
    return page
  }

  /** Closes the pages that stayed open until the file ends. */
  async function closeUsed(): Promise<void> {
    const kept = new Set(free.map((page) => page.context()))
    for (const context of contexts) if (!kept.has(context)) await close(context)
  }

  async function closeAll(): Promise<void> {
    free.length = 0
    await closeUsed()
  }

  async function close(context: BrowserContext): Promise<void> {
    contexts.delete(context)
    await context.close()
  }

  async function aPage({ timezoneId = ZONE, pixelRatio = 1 }: PageLook): Promise<Page> {
    const context = await browser.newContext({
      ...{ baseURL: url, locale: 'pt-BR', timezoneId },
      deviceScaleFactor: pixelRatio,
    })
    contexts.add(context)
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(NOWHERE)
    await setClock(page)
    return page
  }
}

/** An address of the daemon that is no page of the console. */
const NOWHERE = '/health'

/** Removes all that a test did with its page. */
async function clear(page: Page): Promise<void> {
  for (const event of events) page.removeAllListeners(event)
  // A form that was filled in asks before it is left.
  page.on('dialog', (question) => question.accept())
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.goto(NOWHERE)
  page.removeAllListeners('dialog')
  // Moves the mouse outside the page.
  await page.mouse.move(-1, -1)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}
