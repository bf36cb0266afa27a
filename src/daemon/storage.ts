import { Buffer } from 'node:buffer'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import { StoredUser } from '../contract/account.ts'
import { MessageTemplate } from '../contract/campaigns/message-template.ts'
import { Chatbot } from '../contract/gateways/assistant.ts'
import { userKeys } from '../domain/accounts/user-store.ts'
import { type Removable, withBin } from '../domain/bin.ts'
import { gatewayKeys } from '../domain/gateways/gateways.ts'
import { instanceKeys } from '../domain/gateways/instances.ts'
import { createSendLedgers } from '../domain/sending/ledger/send-ledgers.ts'
import type { KeysOf, OwnedStore } from '../domain/store.ts'
import { withUploadQuota } from '../domain/uploads/upload-quota.ts'
import type { Log } from '../http/services.ts'
import { hashApiKey } from '../security/passwords.ts'
import { finishFilling } from '../storage/backup/fill-folder.ts'
import { forgetRestored, readRestored } from '../storage/backup/restored-mark.ts'
import { removeDeadStagings } from '../storage/backup/staging.ts'
import { openCollection } from '../storage/collections/collection.ts'
import { withDueIndex } from '../storage/collections/due-index.ts'
import { withKeys } from '../storage/collections/keyed-store.ts'
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
  ReplyCountFile,
  SendingDefaultsFile,
  StandingFile,
  standingMigrations,
} from '../storage/collections/records.ts'
import { openRevokedSessions } from '../storage/collections/revoked-sessions.ts'
import { openSettings, type Settings } from '../storage/collections/settings.ts'
import { openContactLists } from '../storage/contacts/contact-lists.ts'
import { openDamages } from '../storage/damage/damages.ts'
import { makeFolder } from '../storage/files/durable-write.ts'
import { type Migration, unchanged } from '../storage/files/file-format.ts'
import { createJournalMeter } from '../storage/files/journal-meter.ts'
import { createSyncWatch } from '../storage/files/sync-watch.ts'
import { forgetSessions } from '../storage/keys/forget-sessions.ts'
import { openLastMessages } from '../storage/ledger/last-messages.ts'
import { openLedgerStore } from '../storage/ledger/ledger-store.ts'
import { createMessageIds } from '../storage/ledger/message-ids.ts'
import { openDataDir } from '../storage/lock/data-dir.ts'
import { openLastSeen } from '../storage/lock/last-seen.ts'
import { watchWritability } from '../storage/lock/writability.ts'
import { openDirectSends } from '../storage/messages/direct-sends.ts'
import { openWebhookMessages } from '../storage/messages/webhook-messages.ts'
import { openOptOuts } from '../storage/optouts/opt-outs.ts'
import { openWebhookOutbox } from '../storage/outbox/webhook-outbox.ts'
import { openPersonIndex } from '../storage/people/person-index.ts'
import { openReplyLogs } from '../storage/replies/reply-logs.ts'
import { openUploads } from '../storage/uploads.ts'
import { clock } from './clock.ts'

export type Storage = Awaited<ReturnType<typeof openStorage>>

/** An unused ledger leaves the memory after this time. */
const LEDGER_IDLE_MS = 60_000
const MESSAGE_KEY_BYTES = 32
const SECRET_BYTES = 48
/**
 * So wide that one backup, put back twice, hardly ever goes on with the same numbers twice. Numbers
 * have 28 bits: there is room for some ten thousand jumps.
 */
const CAMPAIGN_JUMP = [1_000, 40_000] as const

/**
 * Opens the data folder and its stores, and makes this process its only user.
 * @throws DataDirError, NewerFormatError
 */
export async function openStorage(config: Config, log: Log) {
  const dataDir = await openDataDir(config.dataDir)
  try {
    return await openParts(config, { dataDir, log })
  } catch (error) {
    await dataDir.release()
    throw error
  }
}

async function openParts(
  config: Config,
  { dataDir, log }: { dataDir: Awaited<ReturnType<typeof openDataDir>>; log: Log },
) {
  const dir = dataDir.path
  await finishFilling(dir)
  const damages = await openDamages({
    dir,
    onDamage: (damage) => log.error(damage, 'a file of the data folder is damaged'),
  })
  const collection = <Kept extends { readonly id: string }>(
    name: string,
    schema: z.ZodType<Kept>,
    migrations: readonly Migration[] = [unchanged],
  ) => openCollection({ dir, damages, name, schema, migrations })
  const lastSeen = await openLastSeen(dir)
  const restored = await readRestored(dir)
  const settings = await openSettings({ dir, damages })
  const journal = createJournalMeter()
  const syncs = createSyncWatch({
    onFailure: (path, err) =>
      log.error({ err, path }, 'the disk did not keep a log: it takes no lines for now'),
    onEnd: (path) => log.warn({ path }, 'a log that the disk did not keep is kept again or closed'),
  })
  const { toLogFile } = syncs
  const ledgers = createSendLedgers({
    store: await openLedgerStore({
      dir,
      damages,
      toLogFile: (file, path) => journal.toLogFile(toLogFile(file, path)),
      onTornLine: (torn) => log.warn(torn, 'a torn last line was cut off a journal'),
    }),
    after: clock.after,
    idleMs: LEDGER_IDLE_MS,
    onIdleFailure: (err) => log.error({ err }, 'a ledger could not be put away'),
  })
  const keyed = async <Kept extends { readonly id: string }, Key extends string>(
    store: Promise<OwnedStore<Kept>>,
    keysOf: KeysOf<Kept, Key>,
  ) => withKeys(await store, { keysOf, digest: hashApiKey })
  const users = await keyed(collection('users', StoredUser), userKeys)
  const keepRemoved = <Kept extends Removable>(store: OwnedStore<Kept>) =>
    withBin(store, {
      clock,
      onFault: (err, id) => log.error({ err, id }, 'a removed record could not be put away'),
    })
  const campaigns = await withDueIndex(
    await keepRemoved(await collection('campaigns', CampaignFile)),
  )
  const stats = await collection('campaign-sums', CampaignStatsFile)
  const devices = await collection('devices', DeviceFile, deviceMigrations)
  const standings = await collection('standings', StandingFile, standingMigrations)
  const clientVersions = await collection('client-versions', ClientVersionFile)
  const lists = await openContactLists({
    dir,
    damages,
    maxContacts: config.quotas.contactsPerList,
    keepRemoved,
    onUnfinished: (lost) => log.warn(lost, 'an unfinished batch was cut off a contact list'),
  })
  const uploads = withUploadQuota(await openUploads({ dir, damages }), config.quotas)
  const directSends = await openDirectSends({
    dir,
    damages,
    mayBeOlder: lastSeen.mayBeOlder,
    onTornLine: (torn) => log.warn(torn, 'a torn last line was cut off the single messages'),
    onFault: (err) => log.error({ err }, 'single messages could not be put away'),
    toLogFile,
  })
  const { close: closeOptOuts, ...optOutStore } = await openOptOuts({
    dir,
    damages,
    onTornLine: (torn) => log.warn(torn, 'a torn last line was cut off the opt-outs'),
    toLogFile,
  })
  const optOuts = await keepRemoved(optOutStore)
  const { close: closeLastMessages, ...lastMessages } = await openLastMessages({
    dir,
    damages,
    onTornLine: (torn) => log.warn(torn, 'a torn last line was cut off the last messages'),
    toLogFile,
  })
  const { close: closePeople, ...people } = await openPersonIndex({
    dir,
    damages,
    onTornLine: (torn) => log.warn(torn, 'a torn last line was cut off the index by person'),
    toLogFile,
  })
  const sessions = await openRevokedSessions({ dir, damages })
  const knownSessions = await collection('known-sessions', KnownSessionFile)
  const answering = {
    gateways: await keyed(collection('gateways', GatewayFile, gatewayMigrations), gatewayKeys),
    instances: await keyed(collection('instances', InstanceFile), instanceKeys),
    agents: await collection('agents', AgentFile),
    links: await collection('instance-assistants', AssistantLinkFile),
    replyCounts: await collection('reply-counts', ReplyCountFile),
    chatbots: await collection('chatbots', Chatbot),
    chatSettings: await collection('chat-settings', ChatSettingsFile),
    messages: await openWebhookMessages({
      dir,
      keep: config.webhookMessagesKept,
      onTornLine: (torn) => log.warn(torn, 'a torn last line was cut off an instance'),
      onFault: (err) => log.error({ err }, 'messages of an instance could not be kept in order'),
      toLogFile,
    }),
    replies: await openReplyLogs({
      ...{ dir, damages, toLogFile },
      onTornLine: (torn) => log.warn(torn, 'a torn last line was cut off a log of replies'),
      onFault: (err) => log.error({ err }, 'a log of replies could not be put away'),
    }),
  }
  const presets = {
    templates: await collection('message-templates', MessageTemplate),
    defaults: await collection('sending-defaults', SendingDefaultsFile),
  }
  const webhooks = await collection('webhooks', CampaignWebhookFile)
  const connectionNews = await collection('connection-news', ConnectionNewsFile)
  const keptAnswers = await collection('answers', KeptAnswerFile)
  const outbox = await openWebhookOutbox({
    dir,
    onTornLine: (torn) => log.warn(torn, 'a torn last line was cut off an outbox'),
    onFault: (err) => log.error({ err }, 'an outbox cannot be used'),
    toLogFile,
  })
  const secret =
    config.secret ?? Buffer.from(await settings.key('tokens', SECRET_BYTES)).toString('base64url')
  const messageIds = createMessageIds(await settings.key('message-ids', MESSAGE_KEY_BYTES))
  const [authDir, tempDir] = [join(dir, 'auth'), join(dir, 'tmp')]
  for (const folder of [authDir, tempDir]) await makeFolder(folder)
  await removeDeadStagings(tempDir)
  if (restored) await forgetSessions(authDir)
  await leaveCampaignNumbers(settings, {
    mayBeOlder: lastSeen.mayBeOlder,
    ids: [...(await campaigns.listAll()).map(({ record }) => record.id), ...(await ledgers.ids())],
  })
  await lastSeen.begin()
  const probe = watchWritability(dataDir)

  return {
    damages,
    settings,
    journal,
    ledgers,
    users,
    campaigns,
    stats,
    devices,
    standings,
    optOuts,
    lastMessages,
    people,
    clientVersions,
    lists,
    uploads,
    directSends,
    sessions,
    knownSessions,
    answering,
    presets,
    webhooks,
    connectionNews,
    keptAnswers,
    outbox,
    seenAtMs: lastSeen.seenAtMs,
    /** Where the folder came out of a backup, and no daemon has gone on with it since. */
    restored,
    forgetRestored: () => forgetRestored(dir),
    secret,
    messageIds,
    authDir,
    tempDir,
    isWritable: () => probe.isWritable() && syncs.failingCount() === 0,
    close,
  }

  async function close(): Promise<void> {
    probe.stop()
    await ledgers.close()
    await directSends.close()
    await closeOptOuts()
    await closeLastMessages()
    await closePeople()
    await answering.messages.close()
    await answering.replies.close()
    await outbox.close()
    await lastSeen.end()
    await dataDir.release()
  }
}

/**
 * Skips campaign numbers that a restored folder has forgotten: they must not name other campaigns.
 */
async function leaveCampaignNumbers(
  settings: Settings,
  { mayBeOlder, ids }: { readonly mayBeOlder: boolean; readonly ids: readonly string[] },
): Promise<void> {
  const last = settings.lastCampaignNumber()
  const highest = ids.map(Number).reduce((most, id) => (id > most ? id : most), last)
  const hasForgotten = settings.isRepaired || (mayBeOlder && !settings.isNew) || highest > last
  if (hasForgotten) await settings.skipCampaignNumbers(highest + randomInt(...CAMPAIGN_JUMP))
}
