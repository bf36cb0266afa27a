import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Console, PageOptions } from './console.ts'

/** More stops than any screen has. */
const MAX_STOPS = 90

export type Keyboard = ReturnType<typeof keyboardOf>

/** Uses a page by keys alone: goes on by Tab, and checks at every stop that the focus shows. */
function keyboardOf(page: Page) {
  return { reach, back, press, type, expectOn, expectNoMouse }

  /** Goes on by Tab until the focus is there; every stop on the way must show it. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor()
    await travel(target, 'Tab')
  }

  /** The same in the other direction. */
  async function back(target: Locator): Promise<void> {
    await target.waitFor()
    await travel(target, 'Shift+Tab')
  }

  async function travel(target: Locator, key: string): Promise<void> {
    const stops: string[] = []
    while (stops.length < MAX_STOPS) {
      if (await isFocused(target)) return
      await page.keyboard.press(key)
      stops.push(await seenStop())
    }
    throw new Error(`no ${key} leads to ${target}: ${stops.join(' · ')}`)
  }

  /** Names the element that has the focus, after checking that the focus shows. */
  async function seenStop(): Promise<string> {
    const { name, isShown } = await page.evaluate(describeFocus)
    expect(isShown, `the focus on “${name}” shows`).toBe(true)
    return name
  }

  async function press(key: string): Promise<void> {
    await page.keyboard.press(key)
  }

  async function type(text: string): Promise<void> {
    await page.keyboard.type(text)
  }

  /** Checks that the focus has moved to the target by itself. */
  async function expectOn(target: Locator): Promise<void> {
    await expect.poll(() => isFocused(target)).toBe(true)
  }

  async function expectNoMouse(): Promise<void> {
    expect(await page.evaluate(() => document.documentElement.dataset.mouse)).toBeUndefined()
  }
}

/** Opens a page of the console that is used by keys alone. */
export async function openWithKeys(
  console: Console,
  path: string,
  options: PageOptions = {},
): Promise<{ page: Page; keys: Keyboard }> {
  const page = await console.open(path, { ...options, isNew: true, prepare: watchForMouse })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, keys: keyboardOf(page) }
}

/**
 * The focused element is gone: the next Tab goes on within the screen, not at its very beginning.
 */
export async function expectInContent(page: Page, keys: Keyboard): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() =>
        Boolean(document.querySelector('main')?.contains(document.activeElement)),
      ),
    )
    .toBe(true)
  await keys.expectNoMouse()
}

/** Runs before a page is opened: marks the page when a mouse was used all the same. */
async function watchForMouse(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart']) {
      window.addEventListener(
        kind,
        () => document.documentElement.setAttribute('data-mouse', kind),
        { capture: true },
      )
    }
  })
}

async function isFocused(target: Locator): Promise<boolean> {
  if ((await target.count()) !== 1) return false
  return await target.evaluate((element) => element === document.activeElement)
}

/** Runs in the page. A control that is hidden behind its label shows the focus on the label. */
function describeFocus(): { readonly name: string; readonly isShown: boolean } {
  const focused = document.activeElement
  // Between the last stop and the first one the focus is in the browser's own frame.
  if (!focused || focused === document.body) return { name: 'navegador', isShown: true }
  const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? focused.tagName
  const label = focused.closest('label') ?? focused
  const isRinged = [focused, label].some((element) => {
    const { boxShadow, outlineStyle, outlineColor } = getComputedStyle(element)
    const isOutlined = outlineStyle !== 'none' && !/, 0\)$/.test(outlineColor)
    return boxShadow !== 'none' || isOutlined
  })
  const { top, bottom, left, right, width } = label.getBoundingClientRect()
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && width > 1
  return { name: name || focused.tagName, isShown: isRinged && isInside }
}
