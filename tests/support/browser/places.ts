import type { Page } from 'playwright-core'

/** What tests of several screens look for. */

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

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
