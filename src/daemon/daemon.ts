import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { AppError } from '../contract/errors.ts'
import { DRAIN_GRACE_MS } from '../contract/limits.ts'
import type { ScanBody } from '../contract/service.ts'
import { createAccounts } from '../domain/accounts/accounts.ts'
import { createCampaignPreviews } from '../domain/campaigns/campaign-preview.ts'
import { createContacts } from '../domain/contacts/contacts.ts'
import { createEvents } from '../domain/events.ts'
import { createHealth } from '../domain/health.ts'
import { type App, createApp } from '../http/app.ts'
import { createMetrics } from '../http/metrics.ts'
import { startServer } from '../http/server.ts'
import { createPasswords, hashApiKey, newApiKey } from '../security/passwords.ts'
import { createTokens } from '../security/tokens.ts'
import { clock } from './clock.ts'
import { createDaemonInstances, createGatewayParts } from './gateways.ts'
import { createReplyParts } from './replies.ts'
import { createSendingParts } from './sending.ts'
import { createStats } from './stats.ts'
import { openStorage, type Storage } from './storage.ts'
import { createWebhookParts } from './webhooks.ts'

export type Daemon = {
  /** Where it listens. */
  readonly url: string
  /** Takes no new calls, lets what is in flight end, and leaves the data folder. */
  close(): Promise<void>
}

/** What plays the phones in simulator mode. */
export type SimulatedPhones = {
  scan(qr: string, phone: string): Promise<void>
  enterCode(code: string, phone: string): Promise<void>
}

export type DaemonOptions = {
  readonly log: Logger
  readonly simulator?: SimulatedPhones | undefined
}

/**
 * Builds every part, joins them, takes up what was under way and listens.
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
  const { publish } = events
  let publicUrl = config.publicUrl ?? ''

  const metrics = createMetrics({
    devices: () => devices.countByStatus(),
    runningCampaigns: () => sending.runningCount(),
    journal: storage.journal.totals,
  })
  const instances = await createDaemonInstances({
    store: storage.answering.instances,
    hasDevice: async (userId, id) => (await storage.devices.find(userId, id)) !== undefined,
    now: clock.now,
  })
  const parts = await createSendingParts(config, {
    storage,
    publish,
    metrics,
    publicUrl: () => publicUrl,
    runMaintenance: () => stats.maintenance.runAll(),
    onDeviceRemoved: async (userId, deviceId) => {
      await instances.remove(userId, deviceId)
      await webhooks.webhookOutbox.remove({ userId, instance: deviceId })
    },
    instanceEvents: () => webhooks.instanceEvents,
    onFault,
    log,
  })
  const { activity, campaigns, devices, directSends, records, sending, uploads } = parts
  const stats = createStats({
    storage,
    records,
    campaigns,
    activity,
    now: clock.now,
    onFault,
  })
  const accounts = await createDaemonAccounts(config, storage)
  const gatewayParts = await createGatewayParts(config, {
    storage,
    publish,
    publicUrl: () => publicUrl,
    app: () => app,
    onNewMessages: (userId, instanceKey, messages) => replies.heard(userId, instanceKey, messages),
    own: { accounts, devices, instances, directSends, lookUp: parts.lookUp },
    clock,
  })
  const webhooks = createWebhookParts(config, {
    storage,
    instances,
    sending: parts,
    threads: gatewayParts.webhookMessages,
    publicUrl: () => publicUrl,
    onFault,
  })
  const replies = createReplyParts({ storage, gatewayParts, directSends, log })
  const app: App = createApp({
    ...stats,
    metrics,
    ...gatewayParts,
    deliveries: webhooks.webhookOutbox,
    accounts,
    campaigns,
    campaignPreviews: createCampaignPreviews({ lists: storage.lists, now: clock.now }),
    contacts: createContacts({
      lists: storage.lists,
      isListInUse: campaigns.isListInUse,
      newId: randomUUID,
      now: clock.now,
    }),
    devices,
    directSends,
    events,
    health: createHealth({
      version: config.version,
      isSimulated: config.isSimulated,
      now: clock.now,
      storageOk: storage.isWritable,
      damageCount: storage.damages.count,
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
      basePath: config.basePath,
      consoleDir: config.consoleDir,
      isSimulated: config.isSimulated,
      canAssist: config.mistral.apiKey !== null,
    },
  })

  await parts.takeUp()
  const server = await startServer({
    app,
    host: config.host,
    port: config.port,
    onFault: (error) => onFault(error, 'http'),
  })
  publicUrl ||= server.url
  devices.openAll().catch((error) => onFault(error, 'devices'))
  webhooks.webhookOutbox.start().catch((error) => onFault(error, 'webhooks'))
  log.info({ url: server.url, version: config.version }, 'the daemon is ready')
  return { url: server.url, close }

  async function scan(
    userId: string,
    { deviceId, phone = simulatedPhone(userId, deviceId) }: ScanBody,
  ): Promise<void> {
    const { qr, pairingCode } = await devices.qr(userId, deviceId)
    if (qr !== null) await simulator?.scan(qr, phone)
    else if (pairingCode !== null) await simulator?.enterCode(pairingCode, phone)
    else throw new AppError('no_qr', deviceId)
  }

  function onFault(err: unknown, subject: string): void {
    log.error({ err, subject }, 'work in the background failed')
  }

  async function close(): Promise<void> {
    stopping.abort()
    replies.stop()
    // Side by side: a call that waits for its message has no more time than the message itself.
    await Promise.all([
      server.close(DRAIN_GRACE_MS),
      parts.stop(DRAIN_GRACE_MS),
      webhooks.webhookOutbox.stop(),
    ])
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

/** The number in a connection's id; for one with another name, always the same made-up number. */
function simulatedPhone(userId: string, deviceId: string): string {
  const digits = deviceId.replace(/\D/g, '')
  if (/^[1-9]\d{7,14}$/.test(digits)) return digits
  const number = createHash('sha256').update(`${userId}/${deviceId}`).digest().readUInt32BE()
  return `55619${String(number % 100_000_000).padStart(8, '0')}`
}
