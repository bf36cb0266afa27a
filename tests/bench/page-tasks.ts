import type { Browser, CDPSession } from 'playwright-core'

/** The name of a mark that a page makes, by which a trace shows its thread. */
export const PAGE_MARK = 'bench-page'

/** An event of a trace; its durations are in microseconds. */
type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time, without what other processes took meanwhile. */
  readonly tdur?: number
}

/**
 * Records the tasks of the page that makes the mark, until `end`: returns the processor time of
 * each, in milliseconds. The page itself knows only how long they lasted, and so counts the work of
 * other processes, four times where it is slowed down.
 */
export async function tracePageTasks(browser: Browser): Promise<{ end(): Promise<number[]> }> {
  const tracing: CDPSession = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  tracing.on('Tracing.dataCollected', ({ value }) => {
    const given: readonly object[] = value
    events.push(...given.filter(isTaskOrMark))
  })
  await tracing.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        ...['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
      ],
      excludedCategories: ['*'],
    },
  })
  return { end }

  async function end(): Promise<number[]> {
    const complete = new Promise((resolve) => tracing.once('Tracing.tracingComplete', resolve))
    await tracing.send('Tracing.end')
    await complete
    await tracing.detach()
    const page = events.find(({ name }) => name === PAGE_MARK)
    if (!page) throw new Error('the trace does not tell the page')
    return events
      .filter(({ name, pid, tid }) => name === 'RunTask' && pid === page.pid && tid === page.tid)
      .map(({ tdur = 0 }) => tdur / 1_000)
  }
}

function isTaskOrMark(event: object): event is TraceEvent {
  return 'name' in event && (event.name === 'RunTask' || event.name === PAGE_MARK)
}
