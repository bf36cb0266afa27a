import type { Campaign } from '#contract/campaigns/campaign.ts'
import { describeWindows } from '#contract/campaigns/send-window-words.ts'
import { formatCount, formatShort } from '../../format.ts'
import { zoneWords } from '../../parts/pace/time-zones.ts'

type Interval = Pick<Campaign, 'intervalSeconds' | 'maxIntervalSeconds'>
type Hours = Pick<Campaign, 'windows' | 'timeZone'>

/** `A cada 60 a 90 s, seg. a sex. das 08:00 às 12:00` */
export function paceWords(campaign: Interval & Hours): string {
  const hasNone = campaign.intervalSeconds === 0 && !isDrawn(campaign)
  const pace = hasNone ? 'Sem intervalo' : `A cada ${spanOf(campaign)}`
  return `${pace}, ${hoursWords(campaign) ?? 'a qualquer hora'}`
}

/** `de 60 a 90 s`, `60 s`, `sem intervalo` */
export function intervalOf(campaign: Interval): string {
  if (isDrawn(campaign)) return `de ${spanOf(campaign)}`
  return campaign.intervalSeconds === 0 ? 'sem intervalo' : spanOf(campaign)
}

/** When it may send, and by which clocks where they are not the reader's; null: at any hour. */
export function hoursWords({ windows, timeZone }: Hours): string | null {
  if (windows.length === 0) return null
  return `${describeWindows(windows)}${zoneWords(timeZone)}`
}

function isDrawn({ intervalSeconds, maxIntervalSeconds }: Interval): boolean {
  return maxIntervalSeconds !== null && maxIntervalSeconds > intervalSeconds
}

function spanOf(campaign: Interval): string {
  const { intervalSeconds, maxIntervalSeconds } = campaign
  const least = seconds(intervalSeconds)
  return isDrawn(campaign) ? `${least} a ${seconds(maxIntervalSeconds ?? 0)} s` : `${least} s`
}

function seconds(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatShort(value)
}
