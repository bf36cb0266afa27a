import type { Page } from 'playwright-core'
import { button } from '../places.ts'

/** A part of a screen that shows only on demand. No scene changes stored data. */
export type Scene = {
  readonly name: string
  readonly path: string
  readonly show: (page: Page) => Promise<unknown>
  /** The page got made-up answers, so it must be reloaded for the next scene. */
  readonly isMadeUp?: true
}

export const press = (page: Page, name: string | RegExp) => button(page, name).first().click()

export async function choose(
  page: Page,
  menu: string | RegExp,
  item: string | RegExp,
): Promise<void> {
  await press(page, menu)
  await page.getByRole('menuitem', { name: item }).click()
}
