import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const candidates = [
  process.env.CHROMIUM_PATH,
  // The build without windows, which nobody sees: of Debian, beside the whole one or alone.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where this machine has a browser; null where it has none. */
export const chromiumPath: string | null =
  candidates.find((path) => path !== undefined && existsSync(path)) ?? null

export const howToGetChromium =
  'Testes de navegador pulados: não há Chromium nesta máquina (Debian: apt-get install chromium-headless-shell; Ubuntu: apt-get install chromium; outro lugar: CHROMIUM_PATH).'

/**
 * Of the last list alone does Chromium take notice: what Playwright switches off by itself stands
 * here once more.
 */
const switchedOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // Pages of each window's own address field, which nobody sees: they cost more than ours.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  // A process in store for the next page.
  'SpareRendererForSitePerProcess',
]

/** A name that leads to this machine, and is trusted no more than any other. */
export const ELSEWHERE = 'disparo.example'

/** For pages of a test: none lives long enough to win back what its code takes to be compiled for speed. */
export const shortLived: readonly string[] = ['--js-flags=--no-opt --no-maglev']

export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  if (!chromiumPath) throw new Error(howToGetChromium)
  return await chromium.launch({
    executablePath: chromiumPath,
    env: environment(),
    // Services of the browser's maker are of no use here, and not always to be reached.
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${switchedOff.join(',')}`,
      `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...flags,
    ],
  })
}

/** A browser under faketime does nothing but wait for its own clock: its pages get theirs otherwise. */
function environment(): Record<string, string | undefined> {
  const { LD_PRELOAD: _, ...others } = process.env
  return process.env.FAKETIME === undefined ? process.env : others
}
