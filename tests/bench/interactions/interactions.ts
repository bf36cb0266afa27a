import type { Browser, CDPSession, Page } from 'playwright-core'
import { startDaemon, temporaryFolder } from '../../support/daemon/daemon.ts'
import type { User } from '../../support/daemon/user.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { launchChromium } from '../../support/runner/chromium.ts'
import { storedSession } from '../session.ts'
import { fixed, median, print } from '../stage.ts'
import { createCrowdedAccount, listsOf } from './crowded-account.ts'
import { measure, type Reading, rest, watchPage } from './readings.ts'
import { type Screen, screensOf } from './screens.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** A computer, and a cheap phone's processor, with the limit for an interaction there. */
const speeds = [
  { slowdown: 1, aimMs: 100 },
  { slowdown: 4, aimMs: 200 },
] as const
type Speed = (typeof speeds)[number]

/** The readings of one step, in each round and at each speed. */
type Row = {
  readonly name: string
  readonly readings: ReadonlyMap<Speed, readonly Reading[]>
}

/**
 * Measures what people do on screens that show ten thousand of something, and how long each press
 * takes to show. `BENCH_SCREENS` chooses screens by words of their names.
 */
export async function interactions(): Promise<void> {
  const folder = await temporaryFolder('bench-interactions')
  const dataDir = `${folder.path}/data`
  try {
    const account = await createCrowdedAccount(dataDir)
    const daemon = await startDaemon({ dataDir })
    const browser = await launchChromium()
    try {
      explain()
      const user = account.at(daemon.url())
      const asked = process.env.BENCH_SCREENS?.split(',')
      for (const screen of screensOf(await listsOf(user))) {
        if (asked && !asked.some((word) => screen.name.includes(word))) continue
        report(screen, await visit(browser, { user, screen }))
      }
    } finally {
      await browser.close()
      await daemon.stop()
    }
  } finally {
    await folder.remove()
  }
}

async function visit(
  browser: Browser,
  { user, screen }: { readonly user: User; readonly screen: Screen },
): Promise<readonly Row[]> {
  const page = await browser.newPage({
    ...{ viewport: { width: 1440, height: 900 }, baseURL: user.url },
  })
  // A busy machine is slow, but not broken.
  page.setDefaultTimeout(PATIENCE_MS)
  await signIn(page, user)
  const devtools = await watchPage(page)
  await page.goto(screen.path)
  const rows = screen.steps.map(({ name }) => ({
    name,
    readings: new Map(speeds.map((speed): [Speed, Reading[]] => [speed, []])),
  }))
  for (const speed of speeds) {
    for (let round = 0; round < ROUNDS; round += 1) {
      await screen.whole(page)
      await rest(page)
      await slowDown(devtools, speed)
      for (const [place, step] of screen.steps.entries()) {
        const press = await step.ready(page)
        await rest(page)
        rows[place]?.readings.get(speed)?.push(await measure(page, devtools, press))
      }
      await slowDown(devtools, speeds[0])
    }
  }
  await page.close()
  return rows
}

async function slowDown(devtools: CDPSession, { slowdown: rate }: Speed): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

async function signIn(page: Page, user: User): Promise<void> {
  await page.addInitScript(
    (stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    },
    await storedSession(user),
  )
}

const widths = { name: 30, figure: 12 }

function explain(): void {
  print(
    [
      `${ROUNDS} times each, median and worst of them, at a computer's speed and four times as slow; * is over`,
      `${speeds.map(({ slowdown, aimMs }) => `${aimMs} ms at ${slowdown}×`).join(', ')}. All in ms:`,
      '  paint  from the input to the next paint, by the clock: others on the machine lengthen it',
      "  own    what the page's own thread did until then, which nobody lengthens",
      '  all    the same until nothing changed any more; of it scripts, and styles with layout',
      '  task   the longest task by the clock; 0 is one below 50 ms',
    ].join('\n'),
  )
}

const columns = [
  { head: 'paint', figure: 'paintMs', isAimed: true },
  { head: 'own', figure: 'ownToPaintMs', isAimed: true },
  { head: 'all', figure: 'ownMs', isAimed: false },
  { head: 'scripts', figure: 'scriptMs', isAimed: false },
  { head: 'layout', figure: 'layoutMs', isAimed: false },
  { head: 'task', figure: 'longestMs', isAimed: false },
] as const

function report({ name }: Screen, rows: readonly Row[]): void {
  const heads = speeds.flatMap(({ slowdown }) => columns.map(({ head }) => `${head} ${slowdown}×`))
  print(line(name, heads))
  for (const row of rows) {
    print(
      line(
        `  ${row.name}`,
        cellsOf([row], (values) => `${fixed(median(values), 0)} `),
      ),
    )
  }
  print(line('  worst of all', cellsOf(rows)))
}

/** The worst of some rows, after the text that `before` makes of their values. */
function cellsOf(
  rows: readonly Row[],
  before: (values: readonly number[]) => string = () => '',
): readonly string[] {
  return speeds.flatMap((speed) => {
    const readings = rows.flatMap((row) => row.readings.get(speed) ?? [])
    return columns.map(({ figure, isAimed }) => {
      const values = readings.map((reading) => reading[figure])
      const worst = Math.max(...values)
      return `${before(values)}${fixed(worst, 0)}${isAimed && worst > speed.aimMs ? '*' : ' '}`
    })
  })
}

function line(name: string, cells: readonly string[]): string {
  return name.padEnd(widths.name) + cells.map((cell) => cell.padStart(widths.figure)).join('')
}
