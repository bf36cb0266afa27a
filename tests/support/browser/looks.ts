import type { Page } from 'playwright-core'
import { expectAccessible, narrow, wide } from './console.ts'

/** Where `npm run screenshots` wants its pictures; without it everything is only examined. */
const folder = process.env.SCREENSHOTS_DIR

/** How the console is looked at: both widths, both themes. */
const looks = [
  { look: 'largo', viewport: wide, colorScheme: 'dark' },
  { look: 'estreito', viewport: narrow, colorScheme: 'dark' },
  { look: 'claro', viewport: wide, colorScheme: 'light' },
  { look: 'claro-estreito', viewport: narrow, colorScheme: 'light' },
] as const

export type Look = (typeof looks)[number]

/** Of a screen: all looks for a picture, else the light theme at one width. */
export const screenLooks = looksWithout('claro-estreito')
/** Of a dialog, which tests of its own open in the dark on a wide screen: each width, each theme. */
export const dialogLooks = looksWithout('largo', 'claro-estreito')

function looksWithout(...names: readonly string[]): readonly Look[] {
  return folder ? looks : looks.filter(({ look }) => !names.includes(look))
}

/** A theme changes colours alone: of the light one the states with data are enough. */
export const isDark = ({ colorScheme }: Look) => colorScheme === 'dark'

/** Gives a page another width and theme: what it shows stays, and is laid out anew. */
export async function lookAt(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await drawn(page)
}

/** Two frames later: what is measured in one stands in the next. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/**
 * Leads to another screen as a link does, without loading the program anew, which takes four times as
 * long; ends once the screen of before is gone.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.before = ''
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(() => document.querySelector('h1[data-before]') === null)
}

/**
 * Axe on what the page shows, and a picture of it; of what must be scrolled, a page or a dialog, one
 * more of its end.
 */
export async function examine(page: Page, picture: string): Promise<void> {
  if (folder) await draw(page, `${folder}/${picture}`)
  await expectAccessible(page)
}

async function draw(page: Page, path: string): Promise<void> {
  // What was measured in one frame is drawn in the next.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  await page.screenshot({ path: `${path}.png` })
  if (!(await scrollTo(page, 'end'))) return
  await page.screenshot({ path: `${path}-fim.png` })
  await scrollTo(page, 'start')
}

/** Scrolls the dialog on top, or else the page; false: all of it shows. */
async function scrollTo(page: Page, place: 'start' | 'end'): Promise<boolean> {
  return await page.evaluate((isEnd) => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const parts = dialog ? [...dialog.querySelectorAll('*')] : [document.documentElement]
    const long = parts.find(
      (part) =>
        part.scrollHeight > part.clientHeight + 1 &&
        (!dialog || /auto|scroll/.test(getComputedStyle(part).overflowY)),
    )
    if (long) long.scrollTop = isEnd ? long.scrollHeight : 0
    return long !== undefined
  }, place === 'end')
}
