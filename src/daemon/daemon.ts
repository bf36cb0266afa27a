import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { DRAIN_GRACE_MS } from '../contract/limits.ts'
import { createFollowups } from '../domain/campaigns/followups.ts'
import { createContacts } from '../domain/contacts/contacts.ts'
import { createListRows } from '../domain/contacts/list-rows.ts'
import { createSimulatedFaults } from '../domain/devices/simulated-faults.ts'
import { createSimulatedScan, type SimulatedPhones } from '../domain/devices/simulated-scan.ts'
import { createEngineEvents } from '../domain/engine-events.ts'
import { createEvents, type Publish } from '../domain/events.ts'
import { createHealth } from '../domain/health.ts'
import { createIdempotency } from '../domain/idempotency.ts'
import { createInstanceDevice } from '../domain/webhooks/instance-device.ts'
import { createMetrics } from '../http/metrics.ts'
import type { HttpSettings } from '../http/services.ts'
import { createScheduler } from '../jobs/scheduler.ts'
import { createPauses } from '../storage/files/pauses.ts'
import { openDeviceKeys } from '../storage/keys/device-keys.ts'
import { removeOldKeys } from '../storage/keys/old-keys.ts'
import { createMessenger } from '../whatsapp/hosts/messenger.ts'
import { createAccountRemovalParts } from './account-removal.ts'
import { createDaemonAccounts } from './accounts.ts'
import { createCampaignPresets } from './campaign-presets.ts'
import { createDaemonChats } from './chats.ts'
import { createDaemonVersions } from './client-versions.ts'
import { clock } from './clock.ts'
import { createDaemonInstances, createGatewayParts } from './gateways.ts'
import { createDaemonReplyTrials, createReplyParts } from './replies.ts'
import { createSendingParts, stopSending } from './sending.ts'
import { startServers } from './servers.ts'
import { createStats } from './stats.ts'
import { openStorage, type Storage } from './storage/storage.ts'
import { subscribeParts } from './subscriptions.ts'
import { createWebhookParts, startWebhooks } from './webhooks.ts'

type SendingParts = Awaited<ReturnType<typeof createSendingParts>>

/** Checking this many rows takes a few milliseconds. */
const ROWS_BETWEEN_PAUSES = 500

/** Entry script of the threads that own WhatsApp connections. */
const hostUrl = new URL('./whatsapp-host.js', import.meta.url)

export type Daemon = {
  /** URL of the daemon. */
  readonly url: string
  /** URL at whose root the gateway stands; null: none. */
  readonly gatewayUrl: string | null
  /** Refuses new calls, lets those in flight end, and frees the data folder. */
  close(): Promise<void>
}

export type DaemonOptions = {
  readonly log: Logger
  readonly simulator?: SimulatedPhones | undefined
}

/**
 * Builds and connects every part, resumes interrupted work, and listens.
 * @throws DataDirError, NewerFormatError, ListenError
 */
export async function startDaemon(config: Config, options: DaemonOptions): Promise<Daemon> {
  const storage = await openStorage(config, options.log)
  try {
    return await joinParts(config, { ...options, storage })
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function joinParts(
  config: Config,
  { log, simulator, storage }: DaemonOptions & { readonly storage: Storage },
): Promise<Daemon> {
  const stopping = new AbortController()
  const events = createEvents(clock)
  const engineEvents = createEngineEvents({ onFault })
  let address = config.publicUrl ?? ''
  const shared = {
    storage,
    engineEvents,
    publish: events.publish,
    // The port is known only once the server listens.
    publicUrl: () => address,
    stopping: stopping.signal,
    clock,
    now: clock.now,
    onFault,
    log,
  }

  const clientVersions = await createDaemonVersions(config, shared)
  const sendingParts = await createSendingParts(config, {
    ...shared,
    createScheduler,
    createMessenger: (needs) => {
      const { hosts, sendWindow, version: _, ...server } = config.whatsapp
      const keys = { authDir: storage.authDir, openKeys: openDeviceKeys }
      const given = { clientVersions, hostUrl, server, hosts, sendWindow, log }
      return createMessenger({ ...needs, ...keys, ...given })
    },
  })
  const { campaigns, devices, directSends, messenger, sending } = sendingParts
  const metrics = createMetrics({
    devices: sendingParts.live.countByStatus,
    runningCampaigns: sending.runningCount,
    journal: storage.journal.totals,
    clientVersion: () => clientVersions.wanted()?.version ?? null,
  })
  const stats = createStats({ ...sendingParts, ...shared })
  const accounts = await createDaemonAccounts(config, storage)
  const instances = await createDaemonInstances({
    store: storage.answering.instances,
    hasDevice: async (userId, id) => (await storage.devices.find(userId, id)) !== undefined,
    now: clock.now,
  })
  const instanceDevice = createInstanceDevice({ instances, devices: storage.devices, messenger })
  const gatewayParts = await createGatewayParts(config, {
    ...shared,
    metrics,
    accounts,
    settings: httpSettings(config, storage),
    own: {
      accounts,
      devices,
      instances,
      directSends,
      lookUp: messenger.lookUp,
      act: messenger.act,
      download: messenger.download,
      findContent: sendingParts.messageFacts.findContent,
    },
  })
  const webhookParts = createWebhookParts(config, {
    ...shared,
    instanceDevice,
    sending: sendingParts,
    threads: gatewayParts.webhookMessages,
  })
  const replies = createReplyParts({ ...shared, gatewayParts, instanceDevice, directSends })
  const parts = { sendingParts, webhookParts, gatewayParts, storage, instances, replies, metrics }
  subscribeParts({ ...parts, engineEvents, maintenance: stats.maintenance })
  const accountRemoval = createAccountRemovalParts({
    ...{ ...parts, accounts, onFault },
    removeOldKeys: (deviceKey) => removeOldKeys(storage.authDir, deviceKey),
  })

  const services = {
    ...shared,
    ...sendingParts,
    ...gatewayParts,
    ...stats,
    ...createDaemonContacts({ storage, sendingParts, publish: events.publish }),
    ...createCampaignPresets(storage),
    idempotency: createIdempotency({
      store: storage.keptAnswers,
      hash: (text) => hash(text).toString('base64url'),
      now: clock.now,
    }),
    metrics,
    ...createDaemonChats({ ...shared, ...gatewayParts, ...webhookParts, ...sendingParts }),
    replyTrials: createDaemonReplyTrials(gatewayParts, shared),
    deliveries: webhookParts.webhookOutbox,
    campaignWebhooks: webhookParts.campaignWebhooks,
    accounts,
    accountRemoval,
    events,
    health: createDaemonHealth(config, { storage, sendingParts }),
    simulatorScan: simulator ? createSimulatedScan({ devices, phones: simulator, hash }) : null,
    simulatorFault: simulator ? createSimulatedFaults({ devices, phones: simulator }) : null,
    settings: httpSettings(config, storage),
  }
  await accountRemoval.endCampaigns()
  if (storage.restored) {
    log.warn(storage.restored, 'the data folder came out of a backup: its campaigns are held back')
    await sendingParts.restored.holdBack(storage.restored)
    await storage.forgetRestored()
  }
  await sendingParts.resume.resumeAll()
  await campaigns.scheduleAll()
  void sendingParts.personIndexing.catchUp()
  await sendingParts.scheduler.start()
  const servers = await startServers(config, services, {
    join: webhookParts.instanceFeed.join,
    onFault: (error) => onFault(error, 'http'),
  })
  address ||= servers.url
  devices.openAll().catch((error) => onFault(error, 'devices'))
  // Not beside the index by person, which would look for ledgers that are just being removed.
  const indexed = sendingParts.personIndexing.settled()
  indexed.then(accountRemoval.carryOn).catch((error) => onFault(error, 'accounts'))
  startWebhooks(webhookParts, storage).catch((error) => onFault(error, 'webhooks'))
  const { url, gatewayUrl } = servers
  log.info({ url, gatewayUrl, version: config.version }, 'the daemon is ready')
  return { url, gatewayUrl, close }

  function onFault(err: unknown, subject: string): void {
    log.error({ err, subject }, 'work in the background failed')
  }

  async function close(): Promise<void> {
    stopping.abort()
    clientVersions.stop()
    replies.stop()
    webhookParts.connectionNews.close()
    // In parallel: a call that waits for its message has no more time than the message itself.
    await Promise.all([
      servers.close(DRAIN_GRACE_MS),
      stopSending(sendingParts, { engineEvents, graceMs: DRAIN_GRACE_MS }),
      webhookParts.webhookOutbox.stop(),
    ])
    metrics.close()
    await storage.close()
    log.info({}, 'the daemon has stopped')
  }
}

function createDaemonContacts({
  storage: { ledgers, lists },
  sendingParts: { campaigns, devices, optOuts },
  publish,
}: {
  readonly storage: Storage
  readonly sendingParts: Pick<SendingParts, 'campaigns' | 'devices' | 'optOuts'>
  readonly publish: Publish
}) {
  const { now } = clock
  const pause = createPauses(ROWS_BETWEEN_PAUSES)
  const contacts = createContacts({
    lists,
    isListInUse: campaigns.isListInUse,
    publish,
    newId: randomUUID,
    now,
    pause,
  })
  const followups = createFollowups({
    campaigns,
    contacts,
    ledgers,
    isOptedOut: optOuts.has,
    findDevice: devices.findKey,
    pause,
  })
  return { contacts, followups, listRows: createListRows({ lists, contacts, publish, pause }) }
}

function createDaemonHealth(
  { version, isSimulated }: Config,
  {
    storage,
    sendingParts: { devices, sending },
  }: {
    readonly storage: Storage
    readonly sendingParts: SendingParts
  },
) {
  return createHealth({
    version,
    isSimulated,
    now: clock.now,
    storageOk: storage.isWritable,
    damageCount: storage.damages.count,
    devices: devices.counts,
    runningCampaigns: sending.runningCount,
  })
}

function httpSettings(config: Config, { tempDir }: Storage): HttpSettings {
  const { version, corsOrigins, trustProxy, basePath, consoleDir, isSimulated } = config
  const hasSockets = config.gatewaySocket
  const canAssist = config.mistral.apiKey !== null
  const { streams } = config.quotas
  const paths = { tempDir, basePath, consoleDir }
  return { version, corsOrigins, trustProxy, ...paths, isSimulated, canAssist, streams, hasSockets }
}

function hash(text: string) {
  return createHash('sha256').update(text).digest()
}
