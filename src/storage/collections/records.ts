import { z } from 'zod'
import { AudienceFields } from '../../contract/campaigns/audience.ts'
import { Campaign } from '../../contract/campaigns/campaign.ts'
import { DEFAULT_TIME_ZONE } from '../../contract/campaigns/send-window.ts'
import { SendingDefaults } from '../../contract/campaigns/sending-defaults.ts'
import { DisconnectCode } from '../../contract/devices/device.ts'
import { NewChatQuota } from '../../contract/devices/device-standing.ts'
import { Agent, AssistantLink } from '../../contract/gateways/assistant.ts'
import { InstanceSettings, unsetSettings } from '../../contract/gateways/evolution-settings.ts'
import { InstanceWebsocket } from '../../contract/gateways/evolution-websocket.ts'
import { InstanceWebhook } from '../../contract/gateways/gateway.ts'
import { ChatSettings } from '../../contract/messages/conversation.ts'
import { OptOut } from '../../contract/optouts/opt-out.ts'
import { PersonNote } from '../../contract/people/person-note.ts'
import { ReturnSource } from '../../contract/people/timeline.ts'
import { CampaignWebhook } from '../../contract/webhooks/campaign-webhook.ts'
import type { KnownSession } from '../../domain/accounts/own-sessions.ts'
import type { RevokedSession } from '../../domain/accounts/revoked-sessions.ts'
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts'
import { DEFAULTS_ID, type SendingDefaultsRecord } from '../../domain/campaigns/sending-defaults.ts'
import { type ChatSettingsRecord, SETTINGS_ID } from '../../domain/chats/chats.ts'
import type { KnownClientVersion } from '../../domain/devices/client-versions.ts'
import type { DeviceRecord } from '../../domain/devices/device-record.ts'
import type { GatewayRecord } from '../../domain/gateways/gateways.ts'
import type { InstanceRecord } from '../../domain/gateways/instances.ts'
import type { KeptAnswer } from '../../domain/idempotency.ts'
import type { OptOutRecord } from '../../domain/optouts/opt-outs.ts'
import type { PersonCard } from '../../domain/people/person-cards.ts'
import type {
  AgentRecord,
  AssistantLinkRecord,
  ReplyCount,
} from '../../domain/replies/assistants.ts'
import type { Standing } from '../../domain/sending/strangers/standing.ts'
import type { CampaignStats } from '../../domain/stats/campaign-stats.ts'
import type { CampaignWebhookRecord } from '../../domain/webhooks/campaign-webhooks.ts'
import type { ReportedConnection } from '../../domain/webhooks/connection-changes.ts'
import { type Migration, unchanged } from '../files/file-format.ts'

/** Schemas of the collections' files, checked when they are read. */

export const CampaignFile: z.ZodType<CampaignRecord> = Campaign.extend({
  isSettled: z.boolean(),
  /** Absent from records of earlier versions, as are the hours to send in. */
  startTries: z.int().min(0).default(0),
  pausedAt: z.iso.datetime().exactOptional(),
  wasRunning: z.boolean().exactOptional(),
  removedAt: z.iso.datetime().nullable().exactOptional(),
  windows: Campaign.shape.windows.default([]),
  timeZone: Campaign.shape.timeZone.default(DEFAULT_TIME_ZONE),
  moreListIds: AudienceFields.moreListIds.default([]),
  filters: AudienceFields.filters.default([]),
  exclusion: AudienceFields.exclusion.default(null),
  retryableCount: Campaign.shape.retryableCount.optional(),
  endedCount: Campaign.shape.endedCount.optional(),
}).transform(({ retryableCount, endedCount, ...record }) => ({
  ...record,
  retryableCount: retryableCount ?? 0,
  endedCount: endedCount ?? 0,
  // Records of earlier versions lack these counts: unsettled, they are counted again from the
  // ledger.
  isSettled:
    record.isSettled &&
    (retryableCount !== undefined || record.errorCount === 0) &&
    (record.answers !== undefined || record.replyCount === 0),
}))

export const CampaignStatsFile: z.ZodType<CampaignStats> = z.object({
  id: z.string(),
  instanceName: z.string(),
  isSettled: z.boolean(),
  hours: z.array(
    z.object({
      hour: z.int(),
      acceptedCount: z.int().min(1),
      deliveredCount: z.int().min(0),
      /** Absent from records of earlier versions. */
      readCount: z.int().min(0).exactOptional(),
      replyCount: z.int().min(0).exactOptional(),
      firstMs: z.number(),
      lastMs: z.number(),
    }),
  ),
})

export const DeviceFile: z.ZodType<DeviceRecord> = z.object({
  id: z.string(),
  key: z.string(),
  connectionName: z.string(),
  phone: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  /** Absent from records of earlier versions. */
  lastReceivedAt: z.iso.datetime().nullable().default(null),
  lastSentAt: z.iso.datetime().nullable().default(null),
  shouldBeConnected: z.boolean(),
  reason: DisconnectCode.nullable(),
  reasonUntil: z.iso.datetime().nullable(),
  reasonSaid: z.string().nullable(),
})

const DeviceVersion2 = z.looseObject({
  reasonUntil: z.null().default(null),
  reasonSaid: z.null().default(null),
})

export const ClientVersionFile: z.ZodType<KnownClientVersion> = z.object({
  id: z.literal('newest'),
  version: z.tuple([z.int(), z.int(), z.int()]),
  askedAt: z.iso.datetime(),
})

/**
 * Version 2 had fewer reasons for a lost device, without their end or WhatsApp's words about them.
 */
export const deviceMigrations: readonly Migration[] = [
  unchanged,
  (record) => DeviceVersion2.parse(record),
]

const HoldFile = z.object({
  kind: z.string(),
  sinceMs: z.number(),
  untilMs: z.number().nullable(),
  probeMs: z.number(),
})

export const StandingFile: z.ZodType<Standing> = z.object({
  id: z.string(),
  key: z.string(),
  lock: HoldFile.nullable(),
  capped: HoldFile.nullable(),
  refusals: HoldFile.nullable(),
  cap: NewChatQuota.nullable(),
  isProbeDue: z.boolean(),
  refusedInRow: z.int().min(0),
  recent: z.string(),
  deliveries: z.string(),
  firstMessages: z.array(z.object({ minute: z.int(), count: z.int() })),
  dailyLimit: z.int().min(1).nullable(),
  warmUp: z
    .object({
      limit: z.int().min(1),
      dayStartMs: z.number().nullable(),
      halvedAtMs: z.number().nullable(),
    })
    .nullable(),
})

const StandingVersion2 = z.looseObject({
  firstMessages: z
    .array(z.object({ hour: z.int(), count: z.int() }))
    .transform((hours) => hours.map(({ hour, count }) => ({ minute: hour * 60 + 59, count }))),
  dailyLimit: z.null().default(null),
  warmUp: z.null().default(null),
})

/** Version 2 counted first messages by the hour, and had no daily limit of the owner's. */
export const standingMigrations: readonly Migration[] = [
  unchanged,
  (record) => StandingVersion2.parse(record),
]

export const GatewayFile: z.ZodType<GatewayRecord> = z.object({
  id: z.string(),
  url: z.string().nullable(),
  apiKey: z.string().nullable(),
  webhookToken: z.string().min(1),
  createdAt: z.iso.datetime(),
  lastEventAt: z.string().nullable(),
})

const GatewayVersion1 = z.looseObject({ lastEventAt: z.string().nullable().default(null) })

/** In version 1 the time of a gateway's last event may be absent. */
export const gatewayMigrations: readonly Migration[] = [(record) => GatewayVersion1.parse(record)]

const keptSetting = {
  id: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

export const InstanceFile: z.ZodType<InstanceRecord> = z.object({
  id: z.string(),
  instanceId: z.string(),
  token: z.string().min(1),
  integration: z.string(),
  number: z.string().nullable(),
  webhook: InstanceWebhook.extend(keptSetting).nullable(),
  signing: z
    .object({
      secret: z.string(),
      oldSecret: z.string().exactOptional(),
      oldSecretUntil: z.iso.datetime().exactOptional(),
    })
    .exactOptional(),
  /** Absent from records of earlier versions, as is the next. */
  websocket: InstanceWebsocket.extend(keptSetting).nullable().default(null),
  settings: InstanceSettings.default(unsetSettings),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export const CampaignWebhookFile: z.ZodType<CampaignWebhookRecord> = CampaignWebhook.extend({
  secret: z.string(),
  oldSecret: z.string().exactOptional(),
})

export const ReportedConnectionFile: z.ZodType<ReportedConnection> = z.object({
  id: z.string(),
  isLost: z.boolean(),
  restriction: z.string().nullable(),
})

export const OptOutFile: z.ZodType<OptOutRecord> = OptOut.extend({
  id: z.string().min(1),
  removedAt: z.iso.datetime().nullable().exactOptional(),
})

export const RevokedSessionFile: z.ZodType<RevokedSession> = z.object({
  id: z.string(),
  expiresAt: z.iso.datetime(),
})

export const KnownSessionFile: z.ZodType<KnownSession> = z.object({
  id: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

export const SendingDefaultsFile: z.ZodType<SendingDefaultsRecord> = SendingDefaults.extend({
  id: z.literal(DEFAULTS_ID),
})

export const AgentFile: z.ZodType<AgentRecord> = Agent.extend({ serviceId: z.string().nullable() })

export const AssistantLinkFile: z.ZodType<AssistantLinkRecord> = AssistantLink.extend({
  id: z.string(),
})

export const ChatSettingsFile: z.ZodType<ChatSettingsRecord> = ChatSettings.extend({
  id: z.literal(SETTINGS_ID),
})

export const KeptAnswerFile: z.ZodType<KeptAnswer> = z.object({
  id: z.string(),
  fingerprint: z.string(),
  startedAt: z.iso.datetime(),
  answer: z
    .object({ status: z.int(), contentType: z.string().nullable(), body: z.string() })
    .nullable(),
})

export const ReplyCountFile: z.ZodType<ReplyCount> = z.object({
  id: z.literal('today'),
  day: z.iso.date(),
  count: z.int().min(0),
})

export const PersonCardFile: z.ZodType<PersonCard> = z.object({
  id: z.string(),
  notes: z.array(
    PersonNote.extend({
      /** Absent from notes of earlier versions. */
      pinnedAt: PersonNote.shape.pinnedAt.default(null),
      removedAt: z.iso.datetime().nullable(),
    }),
  ),
  pastOptOuts: z.array(
    OptOut.pick({ source: true, reason: true, campaignId: true }).extend({
      leftAt: z.iso.datetime(),
      returnedAt: z.iso.datetime(),
      returnedBy: ReturnSource,
    }),
  ),
})
