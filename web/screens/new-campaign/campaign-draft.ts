import { z } from 'zod'
import { ContactFilter, needsValue } from '#contract/campaigns/audience.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CampaignPatch } from '#contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import type { SendingDefaults } from '#contract/campaigns/sending-defaults.ts'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import { DEFAULT_INTERVAL_SECONDS } from '#contract/limits.ts'
import { formatShort } from '../../format.ts'
import { localParts } from '../../local-parts.ts'
import { Attachment } from '../../parts/attachment/attachment.ts'
import { attachmentOf } from '../../parts/attachment/campaign-attachment.ts'
import { PacePlan, paceOf } from '../../parts/pace/pace-plan.ts'

export type DraftImage = Attachment

/** The form as it is typed: nothing in it has to make sense yet. */
export const CampaignDraft = z.object({
  name: z.string(),
  deviceId: z.string(),
  text: z.string(),
  image: Attachment.nullable(),
  contactListId: z.string(),
  // Drafts that an older console stored have none of these.
  hasOptOutFooter: z.boolean().default(false),
  variants: z.array(z.string()).default([]),
  moreListIds: z.array(z.string()).default([]),
  filters: z.array(ContactFilter).default([]),
  excludeDays: z.string().default(''),
  excludeCampaignIds: z.array(z.string()).default([]),
  when: z.enum(['now', 'later']),
  /** `2026-11-20` and `09:00`, in the browser's zone. */
  date: z.string(),
  time: z.string(),
  interval: z.string(),
  // Absent from drafts that an older console stored.
  ...PacePlan.shape,
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/** Without its pace, which asks for the browser's zone: the first to ask waits longest. */
const emptyDraft: Omit<CampaignDraft, keyof PacePlan> = {
  name: '',
  deviceId: '',
  text: '',
  variants: [],
  hasOptOutFooter: false,
  image: null,
  contactListId: '',
  moreListIds: [],
  filters: [],
  excludeDays: '',
  excludeCampaignIds: [],
  when: 'now',
  date: '',
  time: '',
  interval: String(DEFAULT_INTERVAL_SECONDS),
}

/** A campaign of which nothing is known but how its owner's go out. */
export function newDraft(defaults: SendingDefaults): CampaignDraft {
  return {
    ...emptyDraft,
    hasOptOutFooter: defaults.hasOptOutFooter,
    interval: formatShort(defaults.intervalSeconds),
    ...paceOf(defaults),
  }
}

/**
 * A campaign to start from. The hour of one that has begun counts only while it is still to come;
 * a draft's own stays, so that it is seen to have passed.
 */
export function draftOf(campaign: Campaign, nowMs: number): CampaignDraft {
  const startMs = campaign.scheduledAt === null ? 0 : Date.parse(campaign.scheduledAt)
  const isKept = startMs > 0 && campaign.status === CampaignStatus.draft
  return {
    name: campaign.name,
    deviceId: campaign.deviceId ?? '',
    text: campaign.text,
    variants: [...(campaign.variants ?? [])],
    hasOptOutFooter: campaign.hasOptOutFooter ?? false,
    image: attachmentOf(campaign),
    contactListId: campaign.contactListId ?? '',
    moreListIds: [...campaign.moreListIds],
    filters: [...campaign.filters],
    excludeDays: String(campaign.exclusion?.days ?? ''),
    excludeCampaignIds: [...(campaign.exclusion?.campaignIds ?? [])],
    interval: formatShort(campaign.intervalSeconds),
    ...paceOf(campaign),
    ...(isKept || startMs > nowMs
      ? { when: 'later' as const, ...localParts(startMs) }
      : { when: 'now' as const, date: '', time: '' }),
  }
}

/** A campaign goes out from the one device that can send, where no other was chosen. */
export function withOnlyDevice(
  draft: CampaignDraft,
  devices: readonly Pick<Device, 'deviceId' | 'status'>[] = [],
): CampaignDraft {
  if (draft.deviceId !== '') return draft
  const [only, ...more] = devices.filter(({ status }) => status === DeviceStatus.connected)
  return only && more.length === 0 ? { ...draft, deviceId: only.deviceId } : draft
}

export function isSameDraft(one: CampaignDraft, other: CampaignDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Who is to get it, as far as that is filled in; null: no list is chosen. */
export function audiencePlanOf(
  draft: Pick<
    CampaignDraft,
    'contactListId' | 'moreListIds' | 'filters' | 'excludeDays' | 'excludeCampaignIds'
  >,
): CampaignPatch | null {
  if (draft.contactListId === '') return null
  const days = /^\d{1,3}$/.test(draft.excludeDays.trim()) ? Number(draft.excludeDays) : 0
  const isExcluding = days > 0 || draft.excludeCampaignIds.length > 0
  return {
    contactListId: draft.contactListId,
    moreListIds: draft.moreListIds,
    filters: draft.filters.filter(({ op, value }) => !needsValue(op) || value.trim() !== ''),
    exclusion: isExcluding
      ? { days: days > 0 ? days : null, campaignIds: draft.excludeCampaignIds }
      : null,
  }
}
