import { z } from 'zod'
import { DEFAULT_TIME_ZONE, type SendHours, SendWindow } from '#contract/campaigns/send-window.ts'
import { describeWindows } from '#contract/campaigns/send-window-words.ts'
import { END_OF_DAY } from '#contract/limits.ts'
import { browserZone } from '../../browser-zone.ts'
import { formatShort } from '../../format.ts'
import { readSeconds } from './read-seconds.ts'
import { brazilianZones, zoneWords } from './time-zones.ts'

/** How fast a campaign sends, and at which hours, as the form has it. */
export const PacePlan = z.object({
  /** Longest interval, in seconds; empty: every interval is the same. */
  intervalMax: z.string().default(''),
  windows: z.array(SendWindow).default([]),
  timeZone: z.string().default(DEFAULT_TIME_ZONE),
})
export type PacePlan = z.infer<typeof PacePlan>

type Paced = PacePlan & { readonly interval: string }

/** What most people mean by working hours. */
export const workingHours: SendWindow = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' }

/** How a field for times writes the end of a day. */
const MIDNIGHT = '00:00'

export function paceOf({
  maxIntervalSeconds,
  windows,
  timeZone,
}: SendHours & { readonly maxIntervalSeconds: number | null }): PacePlan {
  return {
    intervalMax: maxIntervalSeconds === null ? '' : formatShort(maxIntervalSeconds),
    windows: windows.map((each) => ({
      ...each,
      end: each.end === END_OF_DAY ? MIDNIGHT : each.end,
    })),
    timeZone: windows.length > 0 ? timeZone : browserZone(),
  }
}

/** The zones to choose from: Brazil's, the browser's own, and the one that is set. */
export function zoneChoices({ timeZone }: PacePlan) {
  const others = [...new Set([browserZone(), timeZone])]
    .filter((zone) => brazilianZones.every((known) => known.timeZone !== zone))
    .map((zone) => ({ timeZone: zone, name: zone }))
  return [...brazilianZones, ...others]
}

/** The hours of a plan in which every window is whole; null where one is not. */
export function hoursOf({ windows, timeZone }: PacePlan): SendHours | null {
  const whole = windows.map((each) => ({
    ...each,
    end: each.end === MIDNIGHT ? END_OF_DAY : each.end,
  }))
  const isWhole = whole.every(
    ({ days, start, end }) => days.length > 0 && start !== '' && start < end,
  )
  return isWhole ? { windows: whole, timeZone } : null
}

/** The longest interval in seconds; null: none is set, NaN: it is no number. */
export function longestSeconds({ intervalMax }: Pick<PacePlan, 'intervalMax'>): number | null {
  return intervalMax.trim() === '' ? null : readSeconds(intervalMax)
}

/** `60`, or `60 a 90`; null where the fields hold no numbers. */
export function intervalWords(plan: Pick<Paced, 'interval' | 'intervalMax'>): string | null {
  const shortest = readSeconds(plan.interval)
  const longest = longestSeconds(plan)
  if (Number.isNaN(shortest) || shortest < 0 || Number.isNaN(longest)) return null
  if (longest === null || longest <= shortest) return formatShort(shortest)
  return `${formatShort(shortest)} a ${formatShort(longest)}`
}

/** `A cada 60 a 90 segundos, seg. a sex. das 08:00 às 12:00.` */
export function paceSentence(plan: Paced): string {
  const interval = intervalWords(plan)
  const hours = hoursOf(plan)
  if (interval === null || hours === null) return 'Confira o ritmo e os horários.'
  const pace = interval === '0' ? 'Sem intervalo' : `A cada ${interval} segundos`
  if (hours.windows.length === 0) return `${pace}, a qualquer hora.`
  return `${pace}, ${describeWindows(hours.windows)}${zoneWords(plan.timeZone)}.`
}
