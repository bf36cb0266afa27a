import { z } from 'zod'
import { Campaign } from '../contract/campaign.ts'
import { DisconnectCode } from '../contract/device.ts'
import type { CampaignRecord } from '../domain/campaign-record.ts'
import type { DeviceRecord } from '../domain/device-record.ts'

/** What lies in the collections' files, as it is checked when it is read. */

export const CampaignFile: z.ZodType<CampaignRecord> = Campaign.extend({ isSettled: z.boolean() })

export const DeviceFile: z.ZodType<DeviceRecord> = z.object({
  id: z.string(),
  key: z.string(),
  connectionName: z.string(),
  phone: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  shouldBeConnected: z.boolean(),
  reason: DisconnectCode.nullable(),
})
