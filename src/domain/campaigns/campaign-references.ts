import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { AppError } from '../../contract/errors.ts'
import { type Clock, toIso } from '../clock.ts'
import type { Audiences } from './audience.ts'
import type { CampaignPlan } from './campaign-input.ts'
import { type FindUpload, findMedium } from './medium-plan.ts'

export type ReferenceNeeds = {
  readonly findDevice: (userId: string, deviceId: string) => Promise<unknown>
  /** @throws AppError `list_unknown`, `invalid` for campaigns that may not be excluded */
  readonly checkAudience: Audiences['check']
  /** Finds a file among the user's own uploads. */
  readonly findUpload: FindUpload
  readonly clock: Pick<Clock, 'now'>
}

/** Checks that all that a campaign refers to is there, and its owner's. */
export function createReferenceCheck({
  findDevice,
  checkAudience,
  findUpload,
  clock,
}: ReferenceNeeds) {
  return { check }

  /**
   * Returns the plan as it is stored.
   * @param campaignId whose plan it is, where it has an id already
   * @throws AppError `device_unknown`, `list_unknown`, `invalid`, `image_unknown`,
   * `attachment_unknown`
   */
  async function check(userId: string, given: CampaignPlan, campaignId?: string) {
    const { imageUrl, attachment, ...plan } = given
    if (plan.deviceId !== null && !(await findDevice(userId, plan.deviceId))) {
      throw new AppError('device_unknown', plan.deviceId)
    }
    await checkAudience(userId, plan, campaignId)
    const medium = await findMedium(userId, { imageUrl, attachment }, findUpload)
    const isScheduled = plan.status === CampaignStatus.scheduled
    return {
      ...plan,
      medium,
      scheduledAt: plan.scheduledAt ?? (isScheduled ? toIso(clock.now()) : null),
    }
  }
}
