import { NIGHT_WARNING } from '../../contract/campaigns/night.ts'
import { formatTime } from '../terminal/format.ts'

/** Warns of a campaign that begins at night, and says how it begins in the morning. */
export function nightWords(morningMs: number): string {
  const morning = new Date(morningMs).toISOString()
  return `${NIGHT_WARNING} Para começar de manhã: --at ${morning} (${formatTime(morning)}).`
}
