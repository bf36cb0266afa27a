import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { brand } from '../../src/pages/brand.ts'
import { pageStyle } from '../../src/pages/page-style.ts'

const LIGHT = '@media (prefers-color-scheme: light)'
const tokens = await readFile(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')

test("the colours given to browsers are those behind the console's screens", () => {
  const [dark = '', light = ''] = tokens.split(LIGHT)
  expect(brand.background).toEqual({ dark: coloursOf(dark).bg, light: coloursOf(light).bg })
})

test("pages made by the server have the console's colours, dark and light", () => {
  const [dark = '', light = ''] = tokens.split(LIGHT)
  const [pageDark = '', pageLight = ''] = pageStyle.split(LIGHT)
  expect(Object.keys(coloursOf(pageLight))).toEqual(Object.keys(coloursOf(pageDark)))
  expect(coloursOf(dark)).toMatchObject(coloursOf(pageDark))
  // On white, a page's gold is the console's `gold-bright`, which is readable there.
  const { gold, ...others } = coloursOf(pageLight)
  expect(coloursOf(light)).toMatchObject({ ...others, 'gold-bright': gold })
})

/** Colours by the name of their token. */
function coloursOf(css: string): Record<string, string> {
  const found = css.matchAll(/--([\w-]+): (#[0-9a-f]{6}|rgb\([^)]*\));/g)
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]))
}
