import { Buffer } from 'node:buffer'
import type { Config } from '../../config.ts'
import { StoredUser } from '../../contract/account.ts'
import { MessageTemplate } from '../../contract/campaigns/message-template.ts'
import { Chatbot } from '../../contract/gateways/assistant.ts'
import { createRevokedSessions } from '../../domain/accounts/revoked-sessions.ts'
import { userKeys } from '../../domain/accounts/user-store.ts'
import { gatewayKeys } from '../../domain/gateways/gateways.ts'
import { instanceKeys } from '../../domain/gateways/instances.ts'
import { createSendLedgers } from '../../domain/sending/ledger/send-ledgers.ts'
import type { Log } from '../../http/services.ts'
import {
  AgentFile,
  AssistantLinkFile,
  CampaignFile,
  CampaignStatsFile,
  CampaignWebhookFile,
  ChatSettingsFile,
  ClientVersionFile,
  ConnectionNewsFile,
  DeviceFile,
  deviceMigrations,
  GatewayFile,
  gatewayMigrations,
  InstanceFile,
  KeptAnswerFile,
  KnownSessionFile,
  OptOutFile,
  ReplyCountFile,
  RevokedSessionFile,
  SendingDefaultsFile,
  StandingFile,
  standingMigrations,
} from '../../storage/collections/records.ts'
import { createMessageIds } from '../../storage/ledger/message-ids.ts'
import { clock } from '../clock.ts'
import { openFileDriver } from './file-driver.ts'
import type { StorageDriver } from './storage-driver.ts'

export type Storage = Awaited<ReturnType<typeof openStorage>>

/** An unused ledger leaves the memory after this time. */
const LEDGER_IDLE_MS = 60_000
const MESSAGE_KEY_BYTES = 32
const SECRET_BYTES = 48

/**
 * Opens what the program keeps.
 * @throws DataDirError, NewerFormatError
 */
export async function openStorage(
  config: Config,
  log: Log,
  openDriver: (config: Config, log: Log) => Promise<StorageDriver> = openFileDriver,
) {
  const driver = await openDriver(config, log)
  try {
    return await openParts(driver, config, log)
  } catch (error) {
    await driver.close()
    throw error
  }
}

async function openParts(driver: StorageDriver, config: Config, log: Log) {
  const { settings, records, keyedRecords } = driver
  const ledgers = createSendLedgers({
    store: await driver.ledgers(),
    after: clock.after,
    idleMs: LEDGER_IDLE_MS,
    onIdleFailure: (err) => log.error({ err }, 'a ledger could not be put away'),
  })
  const campaigns = await driver.campaigns({ name: 'campaigns', schema: CampaignFile })
  const parts = {
    ledgers,
    campaigns,
    users: await keyedRecords({ name: 'users', schema: StoredUser }, userKeys),
    stats: await records({ name: 'campaign-sums', schema: CampaignStatsFile }),
    devices: await records({ name: 'devices', schema: DeviceFile, migrations: deviceMigrations }),
    standings: await records({
      name: 'standings',
      schema: StandingFile,
      migrations: standingMigrations,
    }),
    optOuts: await driver.optOuts({ name: 'opt-outs', schema: OptOutFile }),
    lastMessages: await driver.lastMessages(),
    people: await driver.people(),
    clientVersions: await records({ name: 'client-versions', schema: ClientVersionFile }),
    lists: await driver.lists(),
    uploads: await driver.uploads(),
    directSends: await driver.directSends(),
    sessions: await createRevokedSessions({
      store: await records({ name: 'revoked-sessions', schema: RevokedSessionFile }),
      now: clock.now,
    }),
    knownSessions: await records({ name: 'known-sessions', schema: KnownSessionFile }),
    answering: await openAnswering(driver),
    presets: {
      templates: await records({ name: 'message-templates', schema: MessageTemplate }),
      defaults: await records({ name: 'sending-defaults', schema: SendingDefaultsFile }),
    },
    webhooks: await records({ name: 'webhooks', schema: CampaignWebhookFile }),
    connectionNews: await records({ name: 'connection-news', schema: ConnectionNewsFile }),
    keptAnswers: await records({ name: 'answers', schema: KeptAnswerFile }),
    outbox: await driver.outbox(),
    secret:
      config.secret ??
      Buffer.from(await settings.key('tokens', SECRET_BYTES)).toString('base64url'),
    messageIds: createMessageIds(await settings.key('message-ids', MESSAGE_KEY_BYTES)),
  }
  const stored = (await campaigns.listAll()).map(({ record }) => record.id)
  await driver.begin({ campaignIds: [...stored, ...(await ledgers.ids())] })
  const { damages, journal, seenAtMs, restored, forgetRestored } = driver
  const { authDir, tempDir, isWritable } = driver
  return {
    ...parts,
    ...{ settings, damages, journal, seenAtMs, restored, forgetRestored },
    ...{ authDir, tempDir, isWritable },
    close,
  }

  async function close(): Promise<void> {
    await ledgers.close()
    await driver.close()
  }
}

/** What answers people who write, and what they wrote. */
async function openAnswering({ records, keyedRecords, messages, replies }: StorageDriver) {
  return {
    gateways: await keyedRecords(
      { name: 'gateways', schema: GatewayFile, migrations: gatewayMigrations },
      gatewayKeys,
    ),
    instances: await keyedRecords({ name: 'instances', schema: InstanceFile }, instanceKeys),
    agents: await records({ name: 'agents', schema: AgentFile }),
    links: await records({ name: 'instance-assistants', schema: AssistantLinkFile }),
    replyCounts: await records({ name: 'reply-counts', schema: ReplyCountFile }),
    chatbots: await records({ name: 'chatbots', schema: Chatbot }),
    chatSettings: await records({ name: 'chat-settings', schema: ChatSettingsFile }),
    messages: await messages(),
    replies: await replies(),
  }
}
