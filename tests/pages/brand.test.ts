import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { brand } from '../../src/pages/brand.ts'

test("the colours told to browsers are those behind the console's screens", async () => {
  const tokens = await readFile(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
  const [dark = '', light = ''] = tokens.split('@media (prefers-color-scheme: light)')
  const background = (css: string) => /--bg: (#[0-9a-f]{6});/.exec(css)?.[1]
  expect(brand.background).toEqual({ dark: background(dark), light: background(light) })
})
