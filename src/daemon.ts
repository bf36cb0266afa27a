import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { AppError } from './contract/errors.ts'
import { DRAIN_GRACE_MS } from './contract/limits.ts'
import { createFigures } from './daemon-figures.ts'
import { createGatewayParts } from './daemon-gateways.ts'
import { openStorage, type Storage } from './daemon-storage.ts'
import { createAccounts } from './domain/accounts.ts'
import { createActivity } from './domain/activity.ts'
import { createCampaignCounters } from './domain/campaign-counters.ts'
import { createCampaignRecords } from './domain/campaign-records.ts'
import { createCampaignStart } from './domain/campaign-start.ts'
import { createCampaigns } from './domain/campaigns.ts'
import type { Clock } from './domain/clock.ts'
import { createContacts } from './domain/contacts.ts'
import { createDevices } from './domain/devices.ts'
import { createDirectSends } from './domain/direct-sends.ts'
import { createEvents } from './domain/events.ts'
import { createHealth } from './domain/health.ts'
import { createMessageNews, type News } from './domain/message-news.ts'
import type { MediaFile, MessengerEvent } from './domain/messenger.ts'
import { createSending, endReasons } from './domain/sending.ts'
import { createUploads } from './domain/uploads.ts'
import { type App, createApp } from './http/app.ts'
import { createMetrics } from './http/metrics.ts'
import { createPasswords, hashApiKey, newApiKey } from './http/passwords.ts'
import { startServer } from './http/server.ts'
import { createTokens } from './http/tokens.ts'
import { createScheduler } from './jobs/scheduler.ts'
import { createPauses } from './storage/event-loop.ts'
import { createMessenger } from './whatsapp/messenger.ts'

export type Daemon = {
  /** Where it listens. */
  readonly url: string
  /** Takes no new calls, lets what is in flight end, and leaves the data folder. */
  close(): Promise<void>
}

export type DaemonOptions = {
  readonly log: Logger
  /** Plays the phone that reads a QR, in simulator mode. */
  readonly simulator?: { scan(qr: string, phone: string): Promise<void> } | undefined
}

/** Reading a ledger whole leaves the event loop free now and then. */
const RECIPIENTS_BETWEEN_PAUSES = 1_000

const clock: Clock = {
  now: Date.now,
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Builds every part, joins them, takes up what was under way and listens.
 * @throws DataDirError, DamagedFileError, ListenError
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
  const { ledgers, messageIds, lists } = storage
  const stopping = new AbortController()
  const events = createEvents(clock)
  const { publish } = events
  let publicUrl = config.publicUrl ?? ''

  const metrics = createMetrics({
    devices: () => devices.countByStatus(),
    runningCampaigns: () => sending.runningCount(),
    journal: storage.journal.totals,
  })
  const messenger = createMessenger({
    authDir: storage.authDir,
    server: {
      url: config.whatsapp.url,
      rootKeyHex: config.whatsapp.rootKeyHex,
      mediaCaPath: config.whatsapp.mediaCaPath,
    },
    hosts: config.whatsapp.hosts,
    findContent: (messageId) => news.findContent(messageId),
    onEvent: hear,
    log,
  })
  const scheduler = createScheduler({
    onTurn: (key, campaignId) => background(sending.turn(key, campaignId), campaignId),
    onDue: () => background(campaigns.startDue(), 'due'),
    onTick: () => background(campaigns.startDue(), 'tick'),
    onUpkeep: () => background(figures.upkeep.runAll(), 'upkeep'),
    onTurnLag: metrics.turnTaken,
    onFault,
  })
  const records = createCampaignRecords({ store: storage.campaigns, clock })
  const activity = await createActivity({
    store: storage.sums,
    pause: createPauses(RECIPIENTS_BETWEEN_PAUSES),
  })
  const counters = createCampaignCounters({
    records,
    activity,
    onChange: metrics.changed,
    clock,
    publish,
    onFault: (error) => onFault(error, 'counters'),
  })
  const uploads = createUploads({ store: storage.uploads, publicUrl: () => publicUrl })
  const sending = createSending({
    records,
    counters,
    ledgers,
    messenger,
    messageIds,
    pacer: scheduler.pacer,
    clock,
    uncertain: config.uncertain,
    findImage,
    isConnected: (key) => devices.isConnected(key),
    onFault,
  })
  const devices = await createDevices({
    store: storage.devices,
    messenger,
    clock,
    newKey: randomUUID,
    publish,
    isBusy: sending.isDeviceBusy,
    onConnection: sending.connectionChanged,
    onGone: (key, cause) =>
      sending.endAll(key, cause === 'removed' ? endReasons.deviceRemoved : endReasons.loggedOut),
  })
  const starting = createCampaignStart({
    records,
    ledgers,
    lists,
    sending,
    counters,
    activity,
    findDeviceKey: devices.findKey,
    clock,
    onStarted: metrics.campaignStarted,
    onFault,
  })
  const campaigns = createCampaigns({
    records,
    sending,
    counters,
    start: starting.start,
    schedule: scheduler.schedule,
    ledgers,
    messageIds,
    clock,
    nextNumber: storage.settings.nextCampaignNumber,
    publish,
    findDevice: devices.findKey,
    findList: (userId, listId) => lists.find(userId, listId),
    findImageName: async (userId, imageUrl) => (await uploads.findByUrl(userId, imageUrl))?.name,
    imageUrlOf: uploads.urlOf,
    onFault,
  })
  const news = createMessageNews({
    ledgers,
    messageIds,
    counters,
    directSends: storage.directSends,
    findImage,
  })
  const figures = createFigures({
    storage,
    records,
    campaigns,
    activity,
    now: clock.now,
    onFault,
  })
  const app: App = createApp({
    ...figures,
    metrics,
    ...(await createGatewayParts(config, {
      storage,
      publish,
      publicUrl: () => publicUrl,
      app: () => app,
      now: clock.now,
    })),
    accounts: await createDaemonAccounts(config, storage),
    campaigns,
    contacts: createContacts({
      lists,
      isListInUse: campaigns.isListInUse,
      newId: randomUUID,
      now: clock.now,
    }),
    devices,
    directSends: createDirectSends({
      store: storage.directSends,
      messenger,
      messageIds,
      clock,
      findDeviceKey: devices.findKey,
      isConnected: devices.isConnected,
      findImageByUrl: uploads.findByUrl,
    }),
    events,
    health: createHealth({
      version: config.version,
      isSimulated: config.isSimulated,
      now: clock.now,
      storageOk: storage.isWritable,
      devices: devices.counts,
      runningCampaigns: sending.runningCount,
    }),
    uploads,
    simulatorScan: simulator ? scan : null,
    log,
    now: clock.now,
    stopping: stopping.signal,
    settings: {
      version: config.version,
      corsOrigins: config.corsOrigins,
      trustProxy: config.trustProxy,
      tempDir: storage.tempDir,
    },
  })

  await takeUp()
  const server = await startServer({
    app,
    host: config.host,
    port: config.port,
    onFault: (error) => onFault(error, 'http'),
  })
  publicUrl ||= server.url
  devices.openAll().catch((error) => onFault(error, 'devices'))
  log.info({ url: server.url, version: config.version }, 'the daemon is ready')
  return { url: server.url, close }

  /** News from WhatsApp. Whoever waits for it may rely on it being on the disk. */
  async function hear(event: MessengerEvent): Promise<void> {
    if (event.type === 'receipt') {
      const atMs = Date.parse(event.at)
      for (const messageId of event.messageIds) await note({ messageId, type: event.kind, atMs })
    } else if (event.type === 'late_ack') {
      if (event.errorCode !== null) return
      const { messageId, at } = event
      await note({ messageId, type: 'accepted', atMs: Date.parse(at) })
    } else if (event.type === 'restriction') {
      sending.restrict(event.key, event.until === null ? null : Date.parse(event.until))
    } else {
      await devices.handle(event)
    }
  }

  async function note(fact: News): Promise<void> {
    try {
      await news.note(fact)
    } catch (error) {
      // WhatsApp would repeat it at every log-in, and a broken ledger takes no facts.
      if (!(error instanceof AppError) || error.code !== 'ledger_damaged') throw error
      onFault(error, fact.messageId)
    }
  }

  async function findImage(userId: string, imageName: string): Promise<MediaFile | null> {
    return (await storage.uploads.find(userId, imageName)) ?? null
  }

  /** Campaigns that were under way, and the hours of those to come. */
  async function takeUp(): Promise<void> {
    await starting.recountOrphans()
    for (const { userId, record } of await storage.campaigns.listAll()) {
      try {
        await starting.resume(userId, record)
      } catch (error) {
        // One damaged ledger must not keep everybody else's campaigns from going on.
        onFault(error, record.id)
      }
    }
    await campaigns.scheduleAll()
    await scheduler.start()
  }

  async function scan(userId: string, deviceId: string): Promise<void> {
    const { qr } = await devices.qr(userId, deviceId)
    if (qr === null) throw new AppError('no_qr', deviceId)
    await simulator?.scan(qr, deviceId.replace(/\D/g, ''))
  }

  function background(work: Promise<unknown>, subject: string): void {
    work.catch((error) => onFault(error, subject))
  }

  function onFault(err: unknown, subject: string): void {
    log.error({ err, subject }, 'work in the background failed')
  }

  async function close(): Promise<void> {
    stopping.abort()
    await server.close(DRAIN_GRACE_MS)
    sending.shutDown()
    await messenger.stop(DRAIN_GRACE_MS)
    await scheduler.stop()
    await counters.flush()
    metrics.close()
    await storage.close()
    log.info({}, 'the daemon has stopped')
  }
}

async function createDaemonAccounts(config: Config, storage: Storage) {
  return createAccounts({
    users: storage.users,
    sessions: storage.sessions,
    passwords: createPasswords(),
    tokens: await createTokens({ secret: storage.secret, now: clock.now }),
    newId: randomUUID,
    newApiKey,
    hashApiKey,
    signup: config.signup,
    now: clock.now,
  })
}

/**
 * Gives an account a new password, on the machine itself.
 * @throws DataDirError `locked` while a daemon runs; AppError for an unknown e-mail or a bad password
 */
export async function resetPassword(
  config: Config,
  {
    email,
    password,
    log,
  }: { readonly email: string; readonly password: string; readonly log: Logger },
): Promise<void> {
  const storage = await openStorage(config, log)
  try {
    const accounts = await createDaemonAccounts(config, storage)
    await accounts.resetPassword(email, password)
  } finally {
    await storage.close()
  }
}
