import type { Page } from 'playwright-core'

/** More than the clocks of a busy machine differ. */
const FAR_MS = 60_000

/**
 * Where these tests run at a made-up time, which Chromium does not have, sets the page's `Date` to
 * it from the next document on; timers are not changed.
 */
export async function setClock(page: Page): Promise<void> {
  const aheadMs = Date.now() - (await page.evaluate(() => Date.now()))
  if (Math.abs(aheadMs) < FAR_MS) return
  await page.context().addInitScript((ms) => {
    const RealDate = Date
    const now = () => RealDate.now() + ms
    globalThis.Date = new Proxy(RealDate, {
      apply: () => new RealDate(now()).toString(),
      construct: (target, given, made) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, made),
      get: (target, key, made) => (key === 'now' ? now : Reflect.get(target, key, made)),
    })
  }, aheadMs)
}
