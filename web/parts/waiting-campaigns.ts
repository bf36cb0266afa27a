import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus, isActive } from '#contract/campaigns/campaign-status.ts'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'

/** The campaigns that will start by themselves, the next first. */
export function nextScheduled(campaigns: readonly Campaign[]): readonly Campaign[] {
  return campaigns
    .filter(
      ({ status, scheduledAt }) => status === CampaignStatus.scheduled && scheduledAt !== null,
    )
    .sort((a, b) => ((a.scheduledAt ?? '') < (b.scheduledAt ?? '') ? -1 : 1))
}

/** The campaigns that go out, or are to go out, from a device. */
export function waitingFor(
  { deviceId }: Pick<Device, 'deviceId'>,
  campaigns: readonly Campaign[],
): readonly Campaign[] {
  const own = campaigns.filter((campaign) => campaign.deviceId === deviceId)
  return [...own.filter(isActive), ...nextScheduled(own)]
}

/** Whether only its owner can bring a device back. */
export function isLost({ status }: Pick<Device, 'status'>): boolean {
  return status === DeviceStatus.disconnected || status === DeviceStatus.pending
}

const NAMED_COUNT = 3

/** `Natal, Páscoa e mais 2` */
export function namesOf(campaigns: readonly Campaign[]): string {
  const names = campaigns.slice(0, NAMED_COUNT).map(({ name }) => name)
  const more = campaigns.length - names.length
  return more > 0 ? `${names.join(', ')} e mais ${more}` : names.join(', ')
}
