import { createAudiences, createOptOutExcluder } from '../domain/campaigns/audience.ts'
import { createCampaignPreviews } from '../domain/campaigns/campaign-preview.ts'
import { createCampaignReach } from '../domain/campaigns/campaign-reach.ts'
import { createCampaignTrials } from '../domain/campaigns/campaign-trial.ts'
import type { Clock } from '../domain/clock.ts'
import type { Devices } from '../domain/devices/devices.ts'
import type { Messenger } from '../domain/messenger.ts'
import type { IsOptedOut } from '../domain/optouts/opt-outs.ts'
import type { DirectSends } from '../domain/sending/direct/direct-sends.ts'
import type { Holds } from '../domain/sending/strangers/holds.ts'
import type { Activity } from '../domain/stats/activity.ts'
import type { Uploads } from '../domain/uploads/uploads.ts'
import { createPauses } from '../storage/files/pauses.ts'
import type { Storage } from './storage/storage.ts'

/** Looking through many recipients leaves the event loop free now and then. */
const RECIPIENTS_BETWEEN_PAUSES = 1_000

/** Builds what decides who gets a campaign. */
export function createAudienceParts({
  storage: { ledgers, lists, campaigns },
  activity,
  isOptedOut,
  clock,
}: {
  readonly storage: Pick<Storage, 'ledgers' | 'lists' | 'campaigns'>
  readonly activity: Activity
  readonly isOptedOut: IsOptedOut
  readonly clock: Clock
}) {
  const pause = createPauses(RECIPIENTS_BETWEEN_PAUSES)
  const reach = createCampaignReach({ ledgers, activity, campaigns, now: clock.now, pause })
  const { ownsCampaign } = reach
  const excluders = [createOptOutExcluder(isOptedOut), reach.recentlySent]
  const audiences = createAudiences({ lists, excluders, ownsCampaign })
  return { audiences, reach }
}

/** Builds what shows a campaign before it is sent. */
export function createPreviewParts({
  audiences,
  reach,
  messenger,
  devices,
  directSends,
  holds,
  uploads,
  clock,
}: ReturnType<typeof createAudienceParts> & {
  readonly messenger: Messenger
  readonly devices: Devices
  readonly directSends: DirectSends
  readonly holds: Pick<Holds, 'show'>
  readonly uploads: Pick<Uploads, 'findByUrl' | 'findMedia'>
  readonly clock: Clock
}) {
  const findUpload = uploads.findByUrl
  const campaignPreviews = createCampaignPreviews({
    audiences,
    reach,
    messenger,
    findDeviceKey: devices.findKey,
    standingOf: holds.show,
    findUpload,
    now: clock.now,
  })
  const campaignTrials = createCampaignTrials({
    previews: campaignPreviews,
    directSends,
    findUpload,
    findMedia: uploads.findMedia,
    findOwnPhone: async (userId, deviceId) =>
      (await devices.list(userId)).find((device) => device.deviceId === deviceId)?.phone,
  })
  return { campaignPreviews, campaignTrials }
}
