import { formatDuration } from '../../../../format.ts'

/** How long after the sending something came: `12 s`. Clocks of two machines may differ a little. */
export function timeAfter(sentAt: string | null, at: string): string {
  if (sentAt === null) return ''
  const seconds = Math.max(0, Date.parse(at) - Date.parse(sentAt)) / 1000
  return seconds < 1 ? 'menos de 1 s' : formatDuration(seconds)
}
