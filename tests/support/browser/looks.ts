import type { Page } from 'playwright-core'
import { expectAccessible, narrow, wide } from './console.ts'

/** Where `npm run screenshots` wants its pictures; without it everything is only examined. */
const folder = process.env.SCREENSHOTS_DIR

/** The looks of the console: both widths, both themes. */
const looks = [
  { look: 'largo', viewport: wide, colorScheme: 'dark' },
  { look: 'estreito', viewport: narrow, colorScheme: 'dark' },
  { look: 'claro', viewport: wide, colorScheme: 'light' },
  { look: 'claro-estreito', viewport: narrow, colorScheme: 'light' },
] as const

export type Look = (typeof looks)[number]

/** The looks of a screen: all for pictures, else the light theme only at the wide width. */
export const screenLooks = looksWithout('claro-estreito')
/** Of a dialog, which tests of its own open in the dark on a wide screen: each width, each theme. */
export const dialogLooks = looksWithout('largo', 'claro-estreito')

function looksWithout(...names: readonly string[]): readonly Look[] {
  return folder ? looks : looks.filter(({ look }) => !names.includes(look))
}

/** A theme changes colours alone: for the light one the states with data are enough. */
export const isDark = ({ colorScheme }: Look) => colorScheme === 'dark'

/** Gives a page another width and theme; the page stays, and is laid out anew. */
export async function lookAt(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await drawn(page)
}

/** Waits for two frames: what is measured in one shows in the next. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/**
 * Leads to another screen as a link does, without a reload, which takes four times as long; ends
 * once the screen before is gone.
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
 * Runs axe on what the page shows, and takes a picture of it; of a page or a dialog that must be
 * scrolled, also one of its end.
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

/** Scrolls the open dialog, or else the page; false where all of it shows. */
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
