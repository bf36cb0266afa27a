import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { chromiumPath, howToGetChromium } from './chromium.ts'

/**
 * Runs before all tests: says once why browser tests are skipped; in CI a missing browser is a
 * failure. Where there is one, workers share in a file what axe has passed.
 */
export function setup({ provide }: TestProject): (() => void) | undefined {
  if (chromiumPath) {
    const folder = mkdtempSync(join(tmpdir(), 'disparo-axe-'))
    provide('axePassedPath', join(folder, 'passed'))
    return () => rmSync(folder, { recursive: true, force: true })
  }
  if (process.env.CI) throw new Error(howToGetChromium)
  process.stdout.write(`${howToGetChromium}\n`)
  return undefined
}
