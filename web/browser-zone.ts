import { DEFAULT_TIME_ZONE } from '#contract/campaigns/send-window.ts'

/** The browser's time zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_TIME_ZONE
}
