import type { Page } from 'playwright-core'

/** What tests of several screens look for. */

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

/** The card of a campaign. */
export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

export const toast = (page: Page, sentence: string) =>
  page.locator('.Toastify__toast').getByText(sentence, { exact: true }).first()
