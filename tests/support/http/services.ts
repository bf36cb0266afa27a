import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { MessageTemplate } from '../../../src/contract/campaigns/message-template.ts'
import { PrivateTargets } from '../../../src/contract/private-targets.ts'
import { createAccountRemovalParts } from '../../../src/daemon/account-removal.ts'
import { createDaemonChats } from '../../../src/daemon/chats.ts'
import { createDaemonInstances, createGatewayParts } from '../../../src/daemon/gateways.ts'
import { createDaemonReplyTrials } from '../../../src/daemon/replies.ts'
import { subscribeParts } from '../../../src/daemon/subscriptions.ts'
import { createWebhookParts } from '../../../src/daemon/webhooks.ts'
import { createAccounts } from '../../../src/domain/accounts/accounts.ts'
import type { Passwords } from '../../../src/domain/accounts/credentials.ts'
import { createRevokedSessions } from '../../../src/domain/accounts/revoked-sessions.ts'
import { createFollowups } from '../../../src/domain/campaigns/followups.ts'
import { createMessageTemplates } from '../../../src/domain/campaigns/message-templates.ts'
import {
  createSendingDefaults,
  type SendingDefaultsRecord,
} from '../../../src/domain/campaigns/sending-defaults.ts'
import type { Clock } from '../../../src/domain/clock.ts'
import { createContacts } from '../../../src/domain/contacts/contacts.ts'
import { createListRows } from '../../../src/domain/contacts/list-rows.ts'
import { createSeveralLists } from '../../../src/domain/contacts/several-lists.ts'
import { createEvents } from '../../../src/domain/events.ts'
import type { Instances } from '../../../src/domain/gateways/instances.ts'
import { createHealth } from '../../../src/domain/health.ts'
import { createIdempotency, type KeptAnswer } from '../../../src/domain/idempotency.ts'
import type { Quotas } from '../../../src/domain/quotas.ts'
import { createInstanceDevice } from '../../../src/domain/webhooks/instance-device.ts'
import type { HttpSettings, Log, Services } from '../../../src/http/services.ts'
import { createApp } from '../../../src/http/serving/app.ts'
import { newApiKey } from '../../../src/security/passwords.ts'
import { createTokens } from '../../../src/security/tokens.ts'
import { someParts } from '../domain/parts.ts'
import { aDataFolder } from '../storage/data-folder.ts'
import { keyedUsers } from '../storage/keyed-users.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'
import { answeringStorage } from './answering-storage.ts'
import { recordTo } from './recorded-log.ts'

export const PUBLIC_URL = 'https://disparo.example'
const VERSION = '1.2.3'

/** Instant hashes: scrypt has its own test. */
export const quickPasswords: Passwords = {
  dummyHash: 'hash of nothing',
  hash: async (password: string) => `hash of ${password}`,
  verify: async (password: string, hash: string) => hash === `hash of ${password}`,
}

export type ServiceOptions = {
  readonly settings?: Partial<HttpSettings>
  readonly services?: Partial<Services>
  readonly signup?: 'open' | 'first' | 'closed'
  readonly mistral?: { readonly apiKey: string | null; readonly baseUrl: string }
  readonly privateTargets?: 'allow' | 'deny'
  readonly passwords?: Passwords
  readonly quotas?: Partial<Quotas>
  /** The name of the node that serves; null: the daemon is alone. */
  readonly nodeName?: string | null
  /** WhatsApp's answer to a message; left out: it accepts each. */
  readonly answer?: Parameters<typeof someParts>[0]['answer']
  /** Its data folder; without one it has its own until the test ends. */
  readonly dir?: string
  /** Gets the function that closes the services; left out: the test closes them at its end. */
  readonly atEnd?: (close: () => Promise<void>) => void
}

/** The real domain on stores in memory behind the real interface; clock and WhatsApp are played. */
export async function someServices(
  clock: Clock,
  {
    settings = {},
    services = {},
    signup = 'open',
    mistral = { apiKey: null, baseUrl: 'http://127.0.0.1:9' },
    privateTargets = 'allow',
    passwords = quickPasswords,
    gatewayClock = clock,
    quotas,
    nodeName = null,
    answer,
    dir: given,
    atEnd = onTestFinished,
  }: ServiceOptions & { readonly gatewayClock?: Clock },
) {
  const dir = given ?? (await aDataFolder())
  const logged: { level: string; fields: object; message: string }[] = []
  const log = recordTo(logged)
  const events = createEvents(clock)
  const stopping = new AbortController()
  const joined = await joinParts({
    dir,
    atEnd,
    clock,
    gatewayClock,
    quotas,
    nodeName,
    answer,
    config: { mistral, privateTargets: PrivateTargets.parse(privateTargets) },
    events,
    signup,
    passwords,
    log,
    stopping: stopping.signal,
    onFault: (err, message) => logged.push({ level: 'error', fields: { err }, message }),
  })
  const health = { isStorageOk: true }
  const complete: Services = {
    ...joined.services,
    events,
    health: createHealth({
      version: VERSION,
      isSimulated: false,
      now: clock.now,
      storageOk: () => health.isStorageOk,
      damageCount: () => 0,
      devices: joined.parts.devices.counts,
      runningCampaigns: joined.parts.sending.runningCount,
    }),
    simulatorScan: null,
    simulatorFault: null,
    log,
    now: clock.now,
    stopping: stopping.signal,
    settings: { ...plainSettings(dir), streams: joined.quotas.streams, ...settings },
    ...services,
  }
  const app = createApp(complete)
  const { storage, parts, metrics, whatsapp, webhooks } = joined
  const breakStorage = () => {
    health.isStorageOk = false
  }
  const rest = { storage, parts, metrics, whatsapp, webhooks, breakStorage }
  return { ...rest, app, services: complete, dir, logged, events, stopping, request }

  function request(path: string, init: RequestInit = {}, address = '203.0.113.7') {
    return app.request(path, init, { incoming: { socket: { remoteAddress: address } } })
  }
}

function plainSettings(dir: string): Omit<HttpSettings, 'streams'> {
  return {
    version: VERSION,
    corsOrigins: [],
    trustProxy: false,
    tempDir: join(dir, 'tmp'),
    basePath: '',
    consoleDir: join(dir, 'web'),
    isSimulated: false,
    canAssist: false,
    hasSockets: true,
  }
}

/** Joins everything behind the interface that needs none of its settings. */
async function joinParts({
  dir,
  atEnd,
  clock,
  gatewayClock,
  quotas,
  nodeName,
  answer,
  config,
  events,
  signup,
  passwords,
  log,
  stopping,
  onFault,
}: {
  readonly dir: string
  readonly atEnd: (close: () => Promise<void>) => void
  readonly clock: Clock
  readonly gatewayClock: Clock
  readonly quotas: Partial<Quotas> | undefined
  readonly nodeName: string | null
  readonly answer: ServiceOptions['answer']
  readonly config: Required<Pick<ServiceOptions, 'mistral'>> & {
    readonly privateTargets: PrivateTargets
  }
  readonly events: ReturnType<typeof createEvents>
  readonly signup: 'open' | 'first' | 'closed'
  readonly passwords: Passwords
  readonly log: Log
  readonly stopping: AbortSignal
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const { now } = clock
  const publicUrl = () => PUBLIC_URL
  const { publish } = events
  const made = await someParts({
    ...{ clock, dir, atEnd, publish, onFault, quotas, nodeName },
    ...{ publicUrl: PUBLIC_URL, ...(answer && { answer }) },
  })
  const { parts, engineEvents, metrics } = made
  const storage = { ...made.storage, ...(await answeringStorage(dir, { atEnd })) }
  const instances: Instances = await createDaemonInstances({
    store: storage.answering.instances,
    hasDevice: async (userId, id) => (await storage.devices.find(userId, id)) !== undefined,
    now,
  })
  const accounts = createAccounts({
    users: await keyedUsers(storage.users),
    sessions: await createRevokedSessions({ store: createMemoryStore(), now }),
    knownSessions: createMemoryStore(),
    passwords,
    tokens: await createTokens({ secret: 's'.repeat(32), now }),
    newId: newIds(),
    ...{ newApiKey, signup, now },
  })
  const gatewayParts = await createGatewayParts(config, {
    ...{ storage, engineEvents, publish, publicUrl, accounts, metrics, log, stopping, onFault },
    own: { ...parts, ...parts.messenger, ...parts.messageFacts, accounts, instances },
    clock: gatewayClock,
    settings: { tempDir: join(dir, 'tmp'), hasSockets: true },
  })
  const webhooks = createWebhookParts(config, {
    ...{ storage, engineEvents, publicUrl, onFault, clock },
    instanceDevice: createInstanceDevice({
      instances,
      devices: storage.devices,
      messenger: parts.messenger,
    }),
    sending: parts,
    threads: gatewayParts.webhookMessages,
  })
  subscribeParts({
    ...{ engineEvents, gatewayParts, storage, instances, metrics },
    sendingParts: parts,
    webhookParts: webhooks,
    replies: { onNewMessages: () => undefined },
    maintenance: made.stats.maintenance,
  })
  atEnd(async () => {
    webhooks.connectionChanges.close()
    await webhooks.webhookOutbox.stop()
  })
  const presets = {
    templates: createMemoryStore<MessageTemplate>(),
    defaults: createMemoryStore<SendingDefaultsRecord>(),
  }
  const keptAnswers = createMemoryStore<KeptAnswer>()
  const accountRemoval = createAccountRemovalParts({
    storage: { ...storage, presets, keptAnswers },
    ...{ accounts, gatewayParts, webhookParts: webhooks, sendingParts: parts, onFault },
    removeOldKeys: async () => undefined,
  })
  const { campaigns, devices, deviceChecks, deviceSettings, directSends, uploads } = parts
  const newListId = newIds()
  const contacts = createContacts({
    lists: storage.lists,
    isListInUse: campaigns.isListInUse,
    publish,
    newId: newListId,
    now,
    pause: () => undefined,
  })
  const unpaused = { contacts, isOptedOut: parts.optOuts.has, pause: () => undefined }
  const services = {
    accountRemoval,
    ...{ accounts, campaigns, devices, deviceChecks, deviceSettings, directSends, uploads },
    ...gatewayParts,
    ...made.stats,
    metrics,
    ...createDaemonChats({
      ...{ storage, onFault, now },
      ...gatewayParts,
      ...webhooks,
      ...parts,
    }),
    replyTrials: createDaemonReplyTrials(gatewayParts, { clock }),
    deliveries: webhooks.webhookOutbox,
    campaignWebhooks: webhooks.campaignWebhooks,
    instanceTrials: webhooks.instanceTrials,
    ...{ optOuts: parts.optOuts, personCards: parts.personCards },
    ...{ campaignPreviews: parts.campaignPreviews, campaignTrials: parts.campaignTrials },
    contacts,
    listRows: createListRows({ ...unpaused, lists: storage.lists, publish }),
    severalLists: createSeveralLists({
      ...{ lists: storage.lists, publish, now },
      ...{ newId: newListId, pause: () => undefined },
    }),
    followups: createFollowups({
      ...{ ...unpaused, campaigns },
      ledgers: storage.ledgers,
      findDevice: devices.findKey,
    }),
    messageTemplates: createMessageTemplates({ store: presets.templates, newId: newIds(), now }),
    sendingDefaults: createSendingDefaults({ store: presets.defaults }),
    idempotency: createIdempotency({
      store: keptAnswers,
      hash: (text) => text,
      now,
    }),
  }
  return { ...made, storage, services, webhooks }
}

function newIds() {
  let last = 0
  return () => {
    last += 1
    return `id-${last}`
  }
}
