import { describe } from '../../contract/campaigns/campaign.ts'
import { type CampaignPatch, missingFields } from '../../contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { DEFAULT_TIME_ZONE } from '../../contract/campaigns/send-window.ts'
import { AppError } from '../../contract/errors.ts'
import { DEFAULT_INTERVAL_SECONDS } from '../../contract/limits.ts'
import type { CampaignRecord } from './campaign-record.ts'
import { type MediumPlan, planMedium } from './medium-plan.ts'

/** The fields of a campaign that its owner decides. */
export type CampaignPlan = Pick<
  CampaignRecord,
  | 'name'
  | 'description'
  | 'status'
  | 'deviceId'
  | 'text'
  | 'variants'
  | 'hasOptOutFooter'
  | 'intervalSeconds'
  | 'maxIntervalSeconds'
  | 'windows'
  | 'timeZone'
  | 'contactListId'
  | 'moreListIds'
  | 'filters'
  | 'exclusion'
  | 'scheduledAt'
> &
  MediumPlan

/**
 * Makes the campaign's fields from the input, and from `before` where a campaign is changed.
 * @throws AppError `invalid` with one entry per missing field; a draft needs only a name
 */
export function planCampaign(input: CampaignPatch, before?: CampaignRecord): CampaignPlan {
  const text = pick(input.text, before?.text) ?? ''
  const plan = {
    name: input.name ?? before?.name ?? '',
    description: describeAs(input, before, text),
    status: statusOf(input.status ?? before?.status ?? CampaignStatus.draft),
    deviceId: pick(input.deviceId, before?.deviceId) || null,
    text,
    variants: pick(input.variants, before?.variants) ?? [],
    hasOptOutFooter: pick(input.hasOptOutFooter, before?.hasOptOutFooter) ?? false,
    ...planMedium(input, before?.medium),
    intervalSeconds: input.intervalSeconds ?? before?.intervalSeconds ?? DEFAULT_INTERVAL_SECONDS,
    maxIntervalSeconds: pick(input.maxIntervalSeconds, before?.maxIntervalSeconds) ?? null,
    windows: pick(input.windows, before?.windows) ?? [],
    timeZone: pick(input.timeZone, before?.timeZone) ?? DEFAULT_TIME_ZONE,
    contactListId: pick(input.contactListId, before?.contactListId) || null,
    moreListIds: pick(input.moreListIds, before?.moreListIds) ?? [],
    filters: pick(input.filters, before?.filters) ?? [],
    exclusion: pick(input.exclusion, before?.exclusion) ?? null,
    scheduledAt: pick(input.scheduledAt, before?.scheduledAt) ?? null,
  }
  const details = missingFields(plan)
  if (details.length > 0) throw new AppError('invalid', 'campaign is incomplete', { details })
  return plan
}

/** `undefined` leaves a field as it was, `null` empties it. */
function pick<Value>(given: Value | null | undefined, before: Value | null | undefined) {
  return given === undefined ? before : given
}

/** Keeps a description that was written by hand; a generated one follows the text. */
function describeAs(
  input: CampaignPatch,
  before: CampaignRecord | undefined,
  text: string,
): string {
  if (input.description) return input.description
  const wasOwn = before !== undefined && before.description !== describe(before.text)
  return wasOwn && input.description === undefined ? before.description : describe(text)
}

/** Stores an immediate campaign as a scheduled one whose time has come. */
function statusOf(status: CampaignRecord['status']): CampaignRecord['status'] {
  return status === CampaignStatus.immediate ? CampaignStatus.scheduled : status
}
