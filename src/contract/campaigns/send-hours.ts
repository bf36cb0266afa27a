import type { SendHours } from './send-window.ts'

/**
 * When a campaign's windows are open. An instant is judged by what the clocks of the zone show at
 * it, so that an hour that a clock shows twice is open twice, and one that it skips never. Nothing
 * here knows how long an hour or a day is.
 */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/**
 * Days to look ahead: whatever a change of the clocks leaves out of one week, the next but one has.
 */
const LOOKAHEAD_DAYS = 16
/** Offsets are kept for stretches of this length; no zone changes its clocks twice in one. */
const CELL_MS = 12 * 60 * MINUTE_MS
const KEPT_CELLS = 20_000
/** Windows of an estimate that are followed one by one; beyond them the average goes on. */
const FOLLOWED_SPANS = 150

/** Whether a campaign may send at this moment. */
export function isOpenAt(hours: SendHours, atMs: number): boolean {
  if (hours.windows.length === 0) return true
  const localMs = toLocalMs(hours.timeZone, atMs)
  const day = weekdayOf(localMs)
  const minute = Math.floor(modulo(localMs, DAY_MS) / MINUTE_MS)
  return hours.windows.some(
    ({ days, start, end }) =>
      days.includes(day) && minute >= minutesOf(start) && minute < minutesOf(end),
  )
}

/**
 * The next moment at which windows that are open close, or closed ones open; null where that does
 * not happen for two weeks.
 */
export function nextChange(hours: SendHours, fromMs: number): number | null {
  if (hours.windows.length === 0) return null
  const isOpen = isOpenAt(hours, fromMs)
  const today = Math.floor(toLocalMs(hours.timeZone, fromMs) / DAY_MS)
  let nextMs: number | null = null
  // A clock that is set back at midnight shows a part of yesterday again.
  for (let day = today - 1; day < today + LOOKAHEAD_DAYS; day += 1) {
    for (const atMs of boundariesOf(hours, day)) {
      const isNext = atMs > fromMs && (nextMs === null || atMs < nextMs)
      if (isNext && isOpenAt(hours, atMs) !== isOpen) nextMs = atMs
    }
    // The edges of later days come later.
    if (nextMs !== null && nextMs < (day - 1) * DAY_MS) break
  }
  return nextMs
}

/** This moment where the windows are open at it, else their next opening; null: never. */
export function nextOpening(hours: SendHours, fromMs: number): number | null {
  return isOpenAt(hours, fromMs) ? fromMs : nextChange(hours, fromMs)
}

/**
 * When work that takes this much time with open windows is done; null where they never open. Where
 * that is months away it is an estimate.
 */
export function finishWithin(hours: SendHours, fromMs: number, workMs: number): number | null {
  const startMs = nextOpening(hours, fromMs)
  if (startMs === null) return null
  let openMs = startMs
  let leftMs = workMs
  for (let span = 0; span < FOLLOWED_SPANS; span += 1) {
    const closesMs = nextChange(hours, openMs)
    if (closesMs === null || openMs + leftMs <= closesMs) return openMs + leftMs
    leftMs -= closesMs - openMs
    const opensMs = nextChange(hours, closesMs)
    if (opensMs === null) return null
    openMs = opensMs
  }
  const doneMs = workMs - leftMs
  return openMs + (leftMs / doneMs) * (openMs - startMs)
}

/**
 * Every moment around a local day at which something may open or close: where the clock shows the
 * edge of a window, and where it is changed.
 */
function boundariesOf({ windows, timeZone }: SendHours, day: number): number[] {
  const changes = clockChanges(timeZone, (day - 1) * DAY_MS, (day + 2) * DAY_MS)
  const offsets = new Set([
    offsetAt(timeZone, (day - 1) * DAY_MS),
    ...changes.map((atMs) => offsetAt(timeZone, atMs)),
  ])
  const weekday = weekdayOf(day * DAY_MS)
  const edges = windows
    .filter(({ days }) => days.includes(weekday))
    .flatMap(({ start, end }) => [minutesOf(start), minutesOf(end)])
  const shown = [...new Set(edges)].flatMap((minute) =>
    [...offsets].map((offsetMs) => day * DAY_MS + minute * MINUTE_MS - offsetMs),
  )
  return [...shown, ...changes]
}

/** When the zone's clocks are changed between two moments. */
function clockChanges(timeZone: string, fromMs: number, toMs: number): number[] {
  const changes: number[] = []
  for (let cell = cellOf(fromMs); cell <= cellOf(toMs); cell += 1) {
    const { changeMs } = cellAt(timeZone, cell)
    if (changeMs !== null) changes.push(changeMs)
  }
  return changes
}

/** What the zone's clocks show, as if it were UTC. */
function toLocalMs(timeZone: string, atMs: number): number {
  return atMs + offsetAt(timeZone, atMs)
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
export function offsetAt(timeZone: string, atMs: number): number {
  const { changeMs, beforeMs, afterMs } = cellAt(timeZone, cellOf(atMs))
  return changeMs !== null && atMs >= changeMs ? afterMs : beforeMs
}

/** A stretch of `CELL_MS`: the offset at its beginning, and from its change on where it has one. */
type Cell = {
  readonly changeMs: number | null
  readonly beforeMs: number
  readonly afterMs: number
}

/** Asking the platform takes longer than sending a message may: its answers are kept. */
const cells = new Map<string, Cell>()

function cellOf(atMs: number): number {
  return Math.floor(atMs / CELL_MS)
}

function cellAt(timeZone: string, cell: number): Cell {
  const name = `${timeZone} ${cell}`
  const known = cells.get(name)
  if (known) return known
  if (cells.size >= KEPT_CELLS) cells.clear()
  const made = readCell(timeZone, cell * CELL_MS)
  cells.set(name, made)
  return made
}

function readCell(timeZone: string, fromMs: number): Cell {
  const beforeMs = readOffset(timeZone, fromMs)
  const afterMs = readOffset(timeZone, fromMs + CELL_MS)
  if (beforeMs === afterMs) return { changeMs: null, beforeMs, afterMs }
  let [lowMs, highMs] = [fromMs, fromMs + CELL_MS]
  while (highMs - lowMs > 1) {
    const middleMs = Math.floor((lowMs + highMs) / 2)
    if (readOffset(timeZone, middleMs) === beforeMs) lowMs = middleMs
    else highMs = middleMs
  }
  return { changeMs: highMs, beforeMs, afterMs }
}

function readOffset(timeZone: string, atMs: number): number {
  const seconds = Math.floor(atMs / 1_000) * 1_000
  const shown = new Map<string, number>()
  for (const { type, value } of formatterOf(timeZone).formatToParts(seconds)) {
    shown.set(type, Number(value))
  }
  const part = (name: string) => shown.get(name) ?? 0
  const days = Date.UTC(part('year'), part('month') - 1, part('day'))
  const ofDay = (part('hour') * 60 + part('minute')) * MINUTE_MS + part('second') * 1_000
  return days + ofDay - seconds
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter takes a thousand times as long as using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, made)
  return made
}

/** From 1, Monday, to 7, Sunday; 1 January 1970 was a Thursday. */
function weekdayOf(localMs: number): number {
  return modulo(Math.floor(localMs / DAY_MS) + 3, 7) + 1
}

function minutesOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
