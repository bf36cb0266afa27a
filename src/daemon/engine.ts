import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { DRAIN_GRACE_MS } from '../contract/limits.ts'
import { createFollowups } from '../domain/campaigns/followups.ts'
import { createContacts } from '../domain/contacts/contacts.ts'
import { createListRows } from '../domain/contacts/list-rows.ts'
import { createSeveralLists } from '../domain/contacts/several-lists.ts'
import type { LoginTurns } from '../domain/devices/login-turns.ts'
import { createSimulatedFaults } from '../domain/devices/simulated-faults.ts'
import { createSimulatedScan, type SimulatedPhones } from '../domain/devices/simulated-scan.ts'
import { createEngineEvents } from '../domain/engine-events.ts'
import { createEvents, type Publish } from '../domain/events.ts'
import { allEnded } from '../domain/every-step.ts'
import type { HealthCheck } from '../domain/health.ts'
import { createIdempotency } from '../domain/idempotency.ts'
import type { Messenger } from '../domain/messenger.ts'
import type { MessengerNeeds } from '../domain/messenger-needs.ts'
import { createInstanceDevice } from '../domain/webhooks/instance-device.ts'
import type { InstanceFeed } from '../domain/webhooks/instance-feed.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Services } from '../http/services.ts'
import type { Scheduler, SchedulerNeeds } from '../jobs/scheduler.ts'
import { createPauses } from '../storage/files/pauses.ts'
import { createAccountRemovalParts } from './account-removal.ts'
import { createDaemonAccounts } from './accounts.ts'
import { createCampaignPresets } from './campaign-presets.ts'
import { createDaemonChats } from './chats.ts'
import { clock } from './clock.ts'
import { createDaemonInstances, createGatewayParts } from './gateways.ts'
import { httpSettings } from './process/http-settings.ts'
import { createDaemonReplyTrials, createReplyParts } from './replies.ts'
import { createSendingParts, stopSending } from './sending.ts'
import { createStats } from './stats.ts'
import type { Storage } from './storage/storage.ts'
import { subscribeParts } from './subscriptions.ts'
import { createWebhookParts, startWebhooks } from './webhooks.ts'

type SendingParts = Awaited<ReturnType<typeof createSendingParts>>

/** Checking this many rows takes a few milliseconds. */
const ROWS_BETWEEN_PAUSES = 500

export type EngineNeeds = {
  readonly storage: Storage
  readonly createMessenger: (needs: MessengerNeeds) => Messenger
  readonly createScheduler: (
    needs: SchedulerNeeds,
  ) => Pick<Scheduler, 'pacer' | 'schedule' | 'start' | 'stop'>
  /** Name of the node whose engine it is; null where the daemon is alone with its data. */
  readonly nodeName: string | null
  /** Shared by all devices of the process. */
  readonly loginTurns: LoginTurns
  /** Removes what was put aside of a device's keys. */
  readonly removeOldKeys: (deviceKey: string) => Promise<void>
  readonly metrics: Metrics
  readonly health: HealthCheck
  /** Where people reach the program; known only once its server listens. */
  readonly publicUrl: () => string
  readonly simulator: SimulatedPhones | undefined
  readonly onFault: (error: unknown, subject: string) => void
  readonly log: Logger
}

/** All that works for the accounts of one storage. */
export type Engine = {
  readonly services: Services
  /** Lets sockets get the events of instances. */
  readonly join: InstanceFeed['join']
  readonly devices: Pick<SendingParts['live'], 'counts' | 'countByStatus'>
  readonly runningCampaigns: () => number
  /**
   * Resumes what an earlier run left, but for connections to WhatsApp and deliveries to webhooks.
   */
  resume(): Promise<void>
  /** Connects the devices, and starts the deliveries to webhooks. The server listens by then. */
  connect(): void
  /** Takes no more calls, lets what is under way end within its time, and leaves the rest stored. */
  close(): Promise<void>
}

/** Builds every part over a storage and connects them; nothing begins yet. */
export async function createEngine(config: Config, needs: EngineNeeds): Promise<Engine> {
  const { storage, metrics, onFault, log } = needs
  const stopping = new AbortController()
  const events = createEvents(clock)
  const engineEvents = createEngineEvents({ onFault })
  const shared = {
    ...needs,
    engineEvents,
    publish: events.publish,
    stopping: stopping.signal,
    clock,
    now: clock.now,
  }

  const sendingParts = await createSendingParts(config, shared)
  const { campaigns, devices, directSends, messenger, sending } = sendingParts
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
    removeOldKeys: needs.removeOldKeys,
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
    ...createDaemonChats({ ...shared, ...gatewayParts, ...webhookParts, ...sendingParts }),
    replyTrials: createDaemonReplyTrials(gatewayParts, shared),
    deliveries: webhookParts.webhookOutbox,
    campaignWebhooks: webhookParts.campaignWebhooks,
    instanceTrials: webhookParts.instanceTrials,
    accounts,
    accountRemoval,
    events,
    ...simulatorParts(needs.simulator),
    settings: httpSettings(config, storage),
  }
  return {
    services,
    join: webhookParts.instanceFeed.join,
    devices: sendingParts.live,
    runningCampaigns: sending.runningCount,
    ...{ resume, connect, close },
  }

  async function resume(): Promise<void> {
    await accountRemoval.endCampaigns()
    if (storage.restored) {
      log.warn(
        storage.restored,
        'the data folder came out of a backup: its campaigns are held back',
      )
      await sendingParts.restored.holdBack(storage.restored)
      await storage.forgetRestored()
    }
    await sendingParts.resume.resumeAll()
    await campaigns.scheduleAll()
    void sendingParts.personIndexing.catchUp()
    await sendingParts.scheduler.start()
  }

  function connect(): void {
    devices.openAll().catch((error) => onFault(error, 'devices'))
    // After the index by person, which would look for ledgers that are just being removed.
    const indexed = sendingParts.personIndexing.settled()
    indexed.then(accountRemoval.carryOn).catch((error) => onFault(error, 'accounts'))
    startWebhooks(webhookParts, storage).catch((error) => onFault(error, 'webhooks'))
  }

  function simulatorParts(phones: SimulatedPhones | undefined) {
    return {
      simulatorScan: phones ? createSimulatedScan({ devices, phones, hash }) : null,
      simulatorFault: phones ? createSimulatedFaults({ devices, phones }) : null,
    }
  }

  async function close(): Promise<void> {
    stopping.abort()
    replies.stop()
    webhookParts.connectionChanges.close()
    await allEnded([
      stopSending(sendingParts, { engineEvents, graceMs: DRAIN_GRACE_MS }),
      webhookParts.webhookOutbox.stop(),
    ])
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
  const isOptedOut = optOuts.has
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
    isOptedOut,
    findDevice: devices.findKey,
    pause,
  })
  const listRows = createListRows({ lists, contacts, isOptedOut, publish, pause })
  const severalLists = createSeveralLists({ lists, publish, newId: randomUUID, now, pause })
  return { contacts, followups, listRows, severalLists }
}

function hash(text: string) {
  return createHash('sha256').update(text).digest()
}
