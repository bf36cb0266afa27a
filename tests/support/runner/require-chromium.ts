import { chromiumPath, howToGetChromium } from './chromium.ts'

/** Before all tests: says once why the browser tests are skipped; in CI their absence is a failure. */
export function setup(): void {
  if (chromiumPath) return
  if (process.env.CI) throw new Error(howToGetChromium)
  process.stdout.write(`${howToGetChromium}\n`)
}
