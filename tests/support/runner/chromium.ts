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

/** Chromium uses only the last such list: it repeats what Playwright switches off itself. */
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
  // Pages of each window's own address field, which no test sees: they cost more than ours.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  // A spare process for the next page.
  'SpareRendererForSitePerProcess',
]

/** A name that resolves to this machine, and is trusted no more than any other. */
export const ELSEWHERE = 'disparo.example'

/** Flags for pages of tests: none lives long enough for optimised code to pay off. */
export const shortLived: readonly string[] = ['--js-flags=--no-opt --no-maglev']

export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  if (!chromiumPath) throw new Error(howToGetChromium)
  return await chromium.launch({
    executablePath: chromiumPath,
    env: environment(),
    // Services of the browser's vendor are not needed here, and not always reachable.
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

/**
 * Removes faketime: a browser under it only waits for its own clock. `setClock` sets its pages'
 * time.
 */
function environment(): Record<string, string | undefined> {
  const { LD_PRELOAD: _, ...others } = process.env
  return process.env.FAKETIME === undefined ? process.env : others
}
