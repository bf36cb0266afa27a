import { InvalidArgumentError } from 'commander'
import type { SendWindow } from '../../../contract/campaigns/send-window.ts'
import { foldText } from '../../../contract/fold.ts'
import { END_OF_DAY } from '../../../contract/limits.ts'

const dayNames = ['seg', 'ter', 'qua', 'qui', 'sex', 'sab', 'dom'] as const
const everyDay = new Set(['todos', 'diario', 'todo-dia', 'todos-os-dias'])

const example = 'Use dias e horas, como "seg-sex 08:00-12:00", "sab 9h-12h" ou "todos 18:00-24:00".'

/** Reads one `--window` and adds it to those before it. */
export function collectWindow(
  text: string,
  before: readonly SendWindow[] = [],
): readonly SendWindow[] {
  // Says that there are none, where the user's defaults have some.
  if (foldText(text).trim() === 'sempre') return before
  return [...before, parseWindow(text)]
}

/** @throws InvalidArgumentError with a sentence that says how a window is written */
export function parseWindow(text: string): SendWindow {
  const written = tightened(tightened(foldText(text).trim(), '-'), ',')
  const [days = '', hours = '', ...rest] = written.split(/\s+/)
  const [start, end, ...more] = hours.split('-').map(parseClock)
  if (rest.length > 0 || more.length > 0 || !start || !end) throw new InvalidArgumentError(example)
  return { days: parseDays(days), start, end: end === '00:00' ? END_OF_DAY : end }
}

/** Without spaces around a sign. */
function tightened(text: string, sign: string): string {
  return text
    .split(sign)
    .map((part) => part.trim())
    .join(sign)
}

/** `seg-sex`, `seg,qua,sex`, `sex-dom`, `todos`; a row may pass the end of the week. */
function parseDays(text: string): number[] {
  if (everyDay.has(text)) return dayNames.map((_, place) => place + 1)
  const days = text.split(',').flatMap((part) => {
    const [from, to = from, ...more] = part.split('-').map(parseDay)
    if (from === undefined || to === undefined || more.length > 0) {
      throw new InvalidArgumentError(example)
    }
    return Array.from(
      { length: ((to - from + 7) % 7) + 1 },
      (_, step) => ((from + step - 1) % 7) + 1,
    )
  })
  return [...new Set(days)].sort((a, b) => a - b)
}

function parseDay(text: string): number {
  const place = dayNames.findIndex((name) => text.replace(/\.$/, '').startsWith(name))
  if (place < 0) throw new InvalidArgumentError(example)
  return place + 1
}

const LAST_MINUTE = 59
const HOURS = 24

/** `8`, `8h`, `8h30`, `08:00`; midnight at the end of a day is `24:00`. */
function parseClock(text: string): string | undefined {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:h](\d{2})?)?$/.exec(text) ?? []
  const isHour = hour !== '' && Number(hour) <= HOURS && Number(minute) <= LAST_MINUTE
  return isHour ? `${hour.padStart(2, '0')}:${minute}` : undefined
}
