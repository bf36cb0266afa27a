import { DEFAULT_TIME_ZONE } from '#contract/campaigns/send-window.ts'

/** The time zone of whoever sits before the browser. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_TIME_ZONE
}
