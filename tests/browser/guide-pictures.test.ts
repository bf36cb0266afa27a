import { mkdir, writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClinic, type Clinic, DOCTORS } from '../support/browser/clinic.ts'
import { type Console, openConsole } from '../support/browser/console.ts'
import { guideScenes } from '../support/browser/guide-scenes.ts'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { chromiumPath } from '../support/runner/chromium.ts'
import { isFullScale } from '../support/scale.ts'

/** Where `npm run screenshots:guia` wants the pictures of the documents; else none is kept. */
const folder = process.env.GUIDE_PICTURES_DIR
const isAsked = folder !== undefined || isFullScale

/** Sharp where a screen has two points for one, and still small enough for a repository. */
const PIXEL_RATIO = 1.5
const COLOURS = 128
const MARGIN = 20

describe.skipIf(chromiumPath === null || !isAsked)('the pictures of the guide', () => {
  let stand: Stand
  let console: Console
  let clinic: Clinic
  let fresh: User

  beforeAll(async () => {
    // No "Modo simulador" on any screen: readers see what their own console shows.
    stand = await aStand('guia', { defaults: { readDelayMs: 200 } })
    const { control } = stand
    for (const unread of ['*7', '*1']) await control.setBehaviour(unread, { readDelayMs: null })
    await control.setBehaviour('*49', { undelivered: true })
    await control.setBehaviour('*33', { absent: true })
    clinic = await aClinic(stand)
    const account = { name: 'Clínica Bem Viver Norte', email: 'norte@clinicabemviver.com.br' }
    fresh = await registerUser(stand.daemon.url(), account)
    const endsAt = new Date(Date.now() + 26 * 60 * 60_000).toISOString()
    await control.setLimits(DOCTORS, { reachoutTimelock: { endsAt, type: 'DEFAULT' } })
    console = await openConsole({ daemon: stand.daemon, control })
  })

  afterAll(() => stand.close())

  test.each(guideScenes)('$name shows what its chapter tells of', async (scene) => {
    const page = await console.open(scene.path(clinic), {
      user: scene.isFresh ? fresh : clinic.user,
      ...{ colorScheme: 'light', pixelRatio: PIXEL_RATIO },
      viewport: { width: 1280, height: scene.height ?? 800 },
    })
    const part = await scene.show(page)
    await settled(page)
    await part?.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const picture = await page.screenshot(part ? { clip: await around(part) } : {})
    expect(picture.length).toBeGreaterThan(0)
    if (folder !== undefined) await keep(scene.name, picture)
  })
})

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The button that opened a dialog stays busy while the dialog is open.
  const busy = ['dialog[open]', ':root:not(:has(dialog[open]))'].map(
    (place) => `${place} [aria-busy="true"]`,
  )
  await expect.poll(() => page.locator(busy.join()).count()).toBe(0)
  await page.mouse.move(-1, -1)
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await document.fonts.ready
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    scrollTo(0, 0)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/** A part of the page, with some of what surrounds it. */
async function around(part: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN }
}

async function keep(name: string, picture: Uint8Array): Promise<void> {
  await mkdir(folder ?? '', { recursive: true })
  const small = await sharp(picture)
    .png({ palette: true, colours: COLOURS, effort: 10, dither: 0 })
    .toBuffer()
  await writeFile(`${folder}/${name}.png`, small)
}
