import type { Page } from 'playwright-core'
import { button } from '../places.ts'

/** What a screen shows only when somebody asks for it. Nothing here changes what is stored. */
export type Scene = {
  readonly name: string
  readonly path: string
  readonly show: (page: Page) => Promise<unknown>
  /** The page was told what the server never said: for the next scene it has to forget it. */
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
