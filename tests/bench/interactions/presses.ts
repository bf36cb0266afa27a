import type { Locator, Page } from 'playwright-core'
import type { Press } from './readings.ts'

/** One action of a person on a screen. */
export type Step = {
  readonly name: string
  /** Prepares the action, which is not measured, and returns the press to measure. */
  readonly ready: (page: Page) => Promise<Press>
}

const NEAR_PX = 200

type Find = (page: Page) => Locator

export function click(name: string, find: Find): Step {
  return {
    name,
    ready: async (page) => {
      await pointAt(page, find(page))
      return async () => {
        await page.mouse.down()
        await page.mouse.up()
      }
    },
  }
}

/** Presses a key where the focus is, or on an element that gets the focus before. */
export function key(name: string, pressed: string, find?: Find): Step {
  return {
    name,
    ready: async (page) => {
      await find?.(page).focus()
      return () => page.keyboard.press(pressed)
    },
  }
}

/** Empties a field at once. */
export function clear(name: string, find: Find): Step {
  return {
    name,
    ready: async (page) => {
      await find(page).focus()
      await page.keyboard.press('Control+A')
      return () => page.keyboard.press('Delete')
    },
  }
}

function wheel(name: string, find: Find, byPixels: number): Step {
  return {
    name,
    ready: async (page) => {
      await pointAt(page, find(page))
      return () => page.mouse.wheel(0, byPixels)
    },
  }
}

/** Types two letters into a search, and removes them. */
export function search(find: Find, [first, second]: readonly [string, string]): readonly Step[] {
  return [
    key('type a letter', first, find),
    key('type another', second),
    clear('clear the search', find),
  ]
}

/** Scrolls down and up again by keys, which scroll whatever is around the focus. */
export function scrolling(find: Find, focus?: Find): readonly Step[] {
  return [
    wheel('scroll by a screen', find, 700),
    key('End', 'End', focus),
    key('Home', 'Home', focus),
  ]
}

/** Actions that every screen offers. */
export const everywhere: readonly Step[] = [
  key('open the palette', 'Control+K'),
  key('type into it', 'c'),
  key('type another into it', 'l'),
  key('close it', 'Escape'),
  theme('dark theme', 'dark'),
  theme('light theme', 'light'),
]

function theme(name: string, colorScheme: 'dark' | 'light'): Step {
  return { name, ready: async (page) => () => page.emulateMedia({ colorScheme }) }
}

/** Points at an element's middle, or near its beginning where it is large. */
async function pointAt(page: Page, locator: Locator): Promise<void> {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  if (!box) throw new Error(`nowhere to be seen: ${locator}`)
  const { height = 0 } = page.viewportSize() ?? {}
  const y = box.y + Math.min(box.height / 2, NEAR_PX)
  await page.mouse.move(
    box.x + Math.min(box.width / 2, NEAR_PX),
    Math.min(Math.max(y, 1), height - 1),
  )
}
