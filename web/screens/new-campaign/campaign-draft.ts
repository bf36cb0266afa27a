import { z } from 'zod'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { DEFAULT_INTERVAL_SECONDS } from '#contract/limits.ts'
import { formatShort } from '../../format.ts'

const DraftImage = z.object({
  url: z.string(),
  /** Empty where the image came with an older campaign. */
  name: z.string(),
  bytes: z.number().nullable(),
})
export type DraftImage = z.infer<typeof DraftImage>

/** The form as it is typed: nothing in it has to make sense yet. */
export const CampaignDraft = z.object({
  name: z.string(),
  deviceId: z.string(),
  text: z.string(),
  image: DraftImage.nullable(),
  contactListId: z.string(),
  when: z.enum(['now', 'later']),
  /** `2026-11-20` and `09:00`, in the browser's zone. */
  date: z.string(),
  time: z.string(),
  interval: z.string(),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

export const emptyDraft: CampaignDraft = {
  name: '',
  deviceId: '',
  text: '',
  image: null,
  contactListId: '',
  when: 'now',
  date: '',
  time: '',
  interval: String(DEFAULT_INTERVAL_SECONDS),
}

/** A campaign to start from. Its hour counts only while it is still to come. */
export function draftOf(campaign: Campaign, nowMs: number): CampaignDraft {
  const startMs = campaign.scheduledAt === null ? 0 : Date.parse(campaign.scheduledAt)
  return {
    name: campaign.name,
    deviceId: campaign.deviceId ?? '',
    text: campaign.text,
    image: campaign.medium && { url: campaign.medium.url, name: campaign.medium.name, bytes: null },
    contactListId: campaign.contactListId ?? '',
    interval: formatShort(campaign.intervalSeconds),
    ...(startMs > nowMs
      ? { when: 'later' as const, ...localParts(startMs) }
      : { when: 'now' as const, date: '', time: '' }),
  }
}

/** How date and time fields write an instant. */
export function localParts(ms: number): { readonly date: string; readonly time: string } {
  const at = new Date(ms)
  const pad = (value: number) => String(value).padStart(2, '0')
  return {
    date: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
    time: `${pad(at.getHours())}:${pad(at.getMinutes())}`,
  }
}

export function isSameDraft(one: CampaignDraft, other: CampaignDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
