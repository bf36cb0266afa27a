import type { Locator, Page } from 'playwright-core'

/** What tests of several screens look for. */

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

/**
 * A button in the dialog alone: until its script is loaded, the page below may have the only one of
 * this name.
 */
export const dialogButton = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

/** The card of a campaign. */
export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

export const toast = (page: Page, sentence: string) =>
  page.locator('.Toastify__toast').getByText(sentence, { exact: true }).first()

/**
 * From now on toasts of this page stay until they are closed, or until the returned function is
 * called: nothing is pressed in a hurry.
 */
export async function holdToasts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held = new CSSStyleSheet()
    held.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important }')
    document.adoptedStyleSheets.push(held)
  })
  return () =>
    page.evaluate(() => {
      document.adoptedStyleSheets.pop()
    })
}

/**
 * Presses `again` where a test refuses calls of `url`: they are answered from the press on, so that
 * neither an event nor the console's own next try mends the screen before it.
 */
export async function tryAgain(page: Page, url: string | RegExp, again: Locator): Promise<void> {
  let hasPressed = false
  const isPressed = () => page.evaluate(() => document.documentElement.hasAttribute('data-pressed'))
  await page.evaluate(() => {
    const note = () => document.documentElement.setAttribute('data-pressed', '')
    document.addEventListener('click', note, { capture: true, once: true })
  })
  await page.route(url, async (route) => {
    const isAnswered = hasPressed || (await isPressed())
    await (isAnswered ? route.continue() : route.fallback())
  })
  await again.click()
  hasPressed = true
}
