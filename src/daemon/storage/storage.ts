import { Buffer } from 'node:buffer'
import type { Config } from '../../config.ts'
import { createRevokedSessions } from '../../domain/accounts/revoked-sessions.ts'
import { userKeys } from '../../domain/accounts/user-store.ts'
import { gatewayKeys } from '../../domain/gateways/gateways.ts'
import { instanceKeys } from '../../domain/gateways/instances.ts'
import { createSendLedgers } from '../../domain/sending/ledger/send-ledgers.ts'
import type { Log } from '../../http/services.ts'
import { createMessageIds } from '../../storage/ledger/message-ids.ts'
import { clock } from '../clock.ts'
import { openFileDriver } from './file-driver.ts'
import { campaignKind, keyedKinds, optOutKind, plainKinds } from './record-kinds.ts'
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
  const campaigns = await driver.campaigns(campaignKind)
  const parts = {
    ledgers,
    campaigns,
    users: await keyedRecords(keyedKinds.users, userKeys),
    stats: await records(plainKinds.stats),
    devices: await records(plainKinds.devices),
    standings: await records(plainKinds.standings),
    optOuts: await driver.optOuts(optOutKind),
    lastMessages: await driver.lastMessages(),
    people: await driver.people(),
    clientVersions: await records(plainKinds.clientVersions),
    lists: await driver.lists(),
    uploads: await driver.uploads(),
    directSends: await driver.directSends(),
    sessions: await createRevokedSessions({
      store: await records(plainKinds.revokedSessions),
      now: clock.now,
    }),
    knownSessions: await records(plainKinds.knownSessions),
    answering: await openAnswering(driver),
    presets: {
      templates: await records(plainKinds.templates),
      defaults: await records(plainKinds.sendingDefaults),
    },
    webhooks: await records(plainKinds.webhooks),
    connectionNews: await records(plainKinds.connectionNews),
    keptAnswers: await records(plainKinds.keptAnswers),
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
    gateways: await keyedRecords(keyedKinds.gateways, gatewayKeys),
    instances: await keyedRecords(keyedKinds.instances, instanceKeys),
    agents: await records(plainKinds.agents),
    links: await records(plainKinds.links),
    replyCounts: await records(plainKinds.replyCounts),
    chatbots: await records(plainKinds.chatbots),
    chatSettings: await records(plainKinds.chatSettings),
    messages: await messages(),
    replies: await replies(),
  }
}
