import { Buffer } from 'node:buffer'
import type { Config } from '../../config.ts'
import { createRevokedSessions } from '../../domain/accounts/revoked-sessions.ts'
import { userKeys } from '../../domain/accounts/user-store.ts'
import { everyStep } from '../../domain/every-step.ts'
import { gatewayKeys } from '../../domain/gateways/gateways.ts'
import { instanceKeys } from '../../domain/gateways/instances.ts'
import { createSendLedgers } from '../../domain/sending/ledger/send-ledgers.ts'
import type { Log } from '../../http/services.ts'
import { createMessageIds } from '../../storage/ledger/message-ids.ts'
import { clock } from '../clock.ts'
import { openFileDriver } from './file-driver.ts'
import { campaignKind, keyedKinds, optOutKind, plainKinds } from './record-kinds.ts'
import type { AccountDriver, StorageDriver } from './storage-driver.ts'

/** What is kept, as the parts above see it. */
export type Storage = SharedParts & Awaited<ReturnType<typeof openOwnParts>>

/** The storage of one account, for as long as this node is its home. */
export type AccountStorage = Storage & {
  /** Forgets what is in memory, and writes nothing any more: the account may be another node's. */
  abandon(): Promise<void>
}

type OpenDriver = (config: Config, log: Log) => Promise<StorageDriver>

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
  openDriver: OpenDriver = openFileDriver,
): Promise<Storage> {
  const driver = await openDriver(config, log)
  try {
    const shared = await openSharedParts(driver, config)
    return { ...shared, ...(await openOwnParts(driver, log)) }
  } catch (error) {
    await driver.close()
    throw error
  }
}

/**
 * Opens the storage of one account, of a node whose shared parts are open. Closing it closes nothing
 * that other accounts use.
 * @throws AppError `storage_unavailable`
 */
export async function openAccountStorage(
  driver: AccountDriver,
  { shared, log }: { readonly shared: SharedParts; readonly log: Log },
): Promise<AccountStorage> {
  const own = await openOwnParts(driver, log).catch((error: unknown) => {
    driver.abandon()
    throw error
  })
  return {
    ...sharedOf(shared),
    ...own,
    abandon: async () => {
      driver.abandon()
      await own.ledgers.close()
    },
  }
}

export type SharedParts = Awaited<ReturnType<typeof openSharedParts>>

/** What a program has once, however many accounts are at home in it. */
async function openSharedParts({ settings, records }: StorageDriver, config: Config) {
  return {
    clientVersions: await records(plainKinds.clientVersions),
    sessions: await createRevokedSessions({
      store: await records(plainKinds.revokedSessions),
      now: clock.now,
    }),
    secret:
      config.secret ??
      Buffer.from(await settings.key('tokens', SECRET_BYTES)).toString('base64url'),
    messageIds: createMessageIds(await settings.key('message-ids', MESSAGE_KEY_BYTES)),
  }
}

/** Picks the shared parts of a storage. */
function sharedOf({ clientVersions, sessions, secret, messageIds }: SharedParts): SharedParts {
  return { clientVersions, sessions, secret, messageIds }
}

async function openOwnParts(driver: StorageDriver, log: Log) {
  const { records, keyedRecords } = driver
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
    personCards: await records(plainKinds.personCards),
    lastMessages: await driver.lastMessages(),
    people: await driver.people(),
    lists: await driver.lists(),
    uploads: await driver.uploads(),
    directSends: await driver.directSends(),
    knownSessions: await records(plainKinds.knownSessions),
    answering: await openAnswering(driver),
    presets: {
      templates: await records(plainKinds.templates),
      defaults: await records(plainKinds.sendingDefaults),
    },
    webhooks: await records(plainKinds.webhooks),
    reportedConnections: await records(plainKinds.reportedConnections),
    keptAnswers: await records(plainKinds.keptAnswers),
    outbox: await driver.outbox(),
  }
  await driver.begin({
    campaignIds: async () => [
      ...(await campaigns.listAll()).map(({ record }) => record.id),
      ...(await ledgers.ids()),
    ],
  })
  const { settings, damages, journal, seenAtMs, restored, forgetRestored } = driver
  const { authDir, tempDir, isWritable } = driver
  return {
    ...parts,
    ...{ settings, damages, journal, seenAtMs, restored, forgetRestored },
    ...{ authDir, tempDir, isWritable },
    close,
  }

  async function close(): Promise<void> {
    await everyStep([ledgers.close, driver.close])
  }
}

/** Opens what answers people who write to an instance, and what they wrote. */
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
