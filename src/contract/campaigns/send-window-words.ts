import { END_OF_DAY } from '../limits.ts'
import type { SendWindow } from './send-window.ts'

/** Windows in the words of people, for screens and the terminal. */

export const dayLabels = ['seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.', 'dom.'] as const

/** `seg. a sex. das 08:00 às 12:00 e das 14:00 às 18:00; sáb. das 09:00 às 12:00`. */
export function describeWindows(windows: readonly SendWindow[]): string {
  const byDays = new Map<string, string[]>()
  for (const window of windows) {
    const days = describeDays(window.days)
    byDays.set(days, [...(byDays.get(days) ?? []), describeHours(window)])
  }
  return [...byDays].map(([days, hours]) => `${days} ${joinWords(hours)}`).join('; ')
}

function describeHours({ start, end }: SendWindow): string {
  if (start === '00:00' && end === END_OF_DAY) return 'o dia todo'
  return `das ${start} às ${end}`
}

/** `seg. a sex.`, `seg., qua. e sex.`, `todos os dias`. */
export function describeDays(days: readonly number[]): string {
  if (days.length === dayLabels.length) return 'todos os dias'
  const labels = days.map((day) => dayLabels[day - 1] ?? '')
  const [first = ''] = labels
  const isRow = days.every((day, place) => day === (days[0] ?? 0) + place)
  return isRow && labels.length > 2 ? `${first} a ${labels.at(-1)}` : joinWords(labels)
}

function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} e ${words.at(-1)}`
}
