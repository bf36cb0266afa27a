import type { z } from 'zod'
import { StoredUser } from '../../contract/account.ts'
import { MessageTemplate } from '../../contract/campaigns/message-template.ts'
import { Chatbot } from '../../contract/gateways/assistant.ts'
import {
  AgentFile,
  AssistantLinkFile,
  CampaignFile,
  CampaignStatsFile,
  CampaignWebhookFile,
  ChatSettingsFile,
  ClientVersionFile,
  DeviceFile,
  deviceMigrations,
  GatewayFile,
  gatewayMigrations,
  InstanceFile,
  KeptAnswerFile,
  KnownSessionFile,
  OptOutFile,
  PersonCardFile,
  ReplyCountFile,
  ReportedConnectionFile,
  RevokedSessionFile,
  SendingDefaultsFile,
  StandingFile,
  standingMigrations,
} from '../../storage/collections/records.ts'
import type { Migration } from '../../storage/files/file-format.ts'
import type { RecordKind } from './storage-driver.ts'

/** Records that are found by their owner and their id. */
export const plainKinds = {
  stats: kindOf('campaign-sums', CampaignStatsFile),
  devices: kindOf('devices', DeviceFile, deviceMigrations),
  standings: kindOf('standings', StandingFile, standingMigrations),
  clientVersions: kindOf('client-versions', ClientVersionFile),
  revokedSessions: kindOf('revoked-sessions', RevokedSessionFile),
  knownSessions: kindOf('known-sessions', KnownSessionFile),
  templates: kindOf('message-templates', MessageTemplate),
  sendingDefaults: kindOf('sending-defaults', SendingDefaultsFile),
  webhooks: kindOf('webhooks', CampaignWebhookFile),
  reportedConnections: kindOf('connection-news', ReportedConnectionFile),
  keptAnswers: kindOf('answers', KeptAnswerFile),
  agents: kindOf('agents', AgentFile),
  links: kindOf('instance-assistants', AssistantLinkFile),
  replyCounts: kindOf('reply-counts', ReplyCountFile),
  chatbots: kindOf('chatbots', Chatbot),
  chatSettings: kindOf('chat-settings', ChatSettingsFile),
  personCards: kindOf('person-cards', PersonCardFile),
} as const

/** Records that are also found by values of theirs. */
export const keyedKinds = {
  users: kindOf('users', StoredUser),
  gateways: kindOf('gateways', GatewayFile, gatewayMigrations),
  instances: kindOf('instances', InstanceFile),
} as const

export const campaignKind = kindOf('campaigns', CampaignFile)
export const optOutKind = kindOf('opt-outs', OptOutFile)

function kindOf<Record extends { readonly id: string }>(
  name: string,
  schema: z.ZodType<Record>,
  migrations?: readonly Migration[],
): RecordKind<Record> {
  return { name, schema, ...(migrations && { migrations }) }
}
