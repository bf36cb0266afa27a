import { type Campaign, CampaignStatus, isActive } from '#contract/campaigns/campaign.ts'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import { describeRestriction } from '#contract/devices/device-standing.ts'
import { formatDateTime } from '../../../format.ts'

/** The campaigns that will start by themselves, the next first. */
export function nextScheduled(campaigns: readonly Campaign[]): readonly Campaign[] {
  return campaigns
    .filter(
      ({ status, scheduledAt }) => status === CampaignStatus.scheduled && scheduledAt !== null,
    )
    .toSorted((a, b) => ((a.scheduledAt ?? '') < (b.scheduledAt ?? '') ? -1 : 1))
}

/** What goes out, or is to go out, by a connection. */
export function waitingFor(
  { deviceId }: Device,
  campaigns: readonly Campaign[],
): readonly Campaign[] {
  const own = campaigns.filter((campaign) => campaign.deviceId === deviceId)
  return [...own.filter(isActive), ...nextScheduled(own)]
}

/** Why a connection needs its owner; null where it is well, or on its way to being so. */
export function troubleOf({ status, standing }: Device): string | null {
  if (status === DeviceStatus.disconnected) return 'desconectada.'
  if (status === DeviceStatus.pending) return 'espera a leitura do código QR.'
  if (!standing.restriction) return null
  const { kind, until } = standing.restriction
  return until === null
    ? describeRestriction(kind)
    : `${describeRestriction(kind)} Vale até ${formatDateTime(until)}.`
}
