import type { CDPSession, Page } from 'playwright-core'

/** Shortest duration that the Event Timing API reports; shorter ones count as none. */
const EVENT_MS = 16
/** A press is done once nothing on the page has changed for this long. */
const QUIET_MS = 600
/** Later work of a press is not waited for. */
const PATIENT_MS = 15_000

/** Measurements of one press, in milliseconds. */
export type Reading = {
  /** From the input to the next paint, by the clock on the wall. */
  readonly paintMs: number
  /** Work of the page's own thread until a frame was drawn, and until nothing changed any more. */
  readonly ownToPaintMs: number
  readonly ownMs: number
  readonly scriptMs: number
  /** Styles and layout. */
  readonly layoutMs: number
  /** The longest task by the clock; 0 for one below 50 ms. */
  readonly longestMs: number
}

/** The press alone, without what leads to it. */
export type Press = () => Promise<void>

/** Must be called before the page is loaded. */
export async function watchPage(page: Page): Promise<CDPSession> {
  await page.addInitScript(watch)
  const devtools = await page.context().newCDPSession(page)
  // Counts the page's own time, without what other processes take.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return devtools
}

export async function measure(page: Page, devtools: CDPSession, press: Press): Promise<Reading> {
  await page.evaluate('window.benchEvents.length = window.benchTasks.length = 0')
  const before = await work(devtools)
  await press()
  await page.evaluate(aFrame)
  const painted = await work(devtools)
  const { events, tasks }: { events: number[]; tasks: number[] } = await page.evaluate(settled)
  const after = await work(devtools)
  return {
    paintMs: Math.max(0, ...events),
    ownToPaintMs: painted.all - before.all,
    ownMs: after.all - before.all,
    scriptMs: after.scripts - before.scripts,
    layoutMs: after.layout - before.layout,
    longestMs: Math.max(0, ...tasks),
  }
}

/** Waits until nothing changes on the page any more. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(settled)
}

/** Work of the page's thread so far, in milliseconds of its own. */
async function work(devtools: CDPSession) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (wanted: string) =>
    (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1_000
  return {
    all: of('TaskDuration'),
    scripts: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
  }
}

/** Runs in the page, before its own scripts. */
const watch = `
  window.benchEvents = []
  window.benchTasks = []
  window.benchChangedAt = 0
  new PerformanceObserver((list) => {
    // Other events, such as those of a moving mouse, are no interactions.
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId > 0) window.benchEvents.push(duration)
  }).observe({ type: 'event', durationThreshold: ${EVENT_MS} })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchTasks.push(duration)
  }).observe({ type: 'longtask' })
  new MutationObserver(() => {
    window.benchChangedAt = performance.now()
  }).observe(document, { attributes: true, childList: true, subtree: true, characterData: true })
`

const aFrame = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))'

const settled = `new Promise((done) => {
  const from = performance.now()
  const look = () => {
    const now = performance.now()
    const isQuiet = now - Math.max(from, window.benchChangedAt) > ${QUIET_MS}
    if (isQuiet || now - from > ${PATIENT_MS})
      done({ events: window.benchEvents, tasks: window.benchTasks })
    else setTimeout(look, 50)
  }
  look()
})`
