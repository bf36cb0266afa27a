import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Bin, type Removable, withBin } from '../../domain/bin.ts'
import { everyStep } from '../../domain/every-step.ts'
import type { OwnedStore } from '../../domain/store.ts'
import type { Log } from '../../http/services.ts'
import { hashApiKey } from '../../security/passwords.ts'
import { finishFilling } from '../../storage/backup/fill-folder.ts'
import { forgetRestored, readRestored } from '../../storage/backup/restored-mark.ts'
import { removeDeadStagings } from '../../storage/backup/staging.ts'
import { openCollection } from '../../storage/collections/collection.ts'
import { withDueIndex } from '../../storage/collections/due-index.ts'
import { withKeys } from '../../storage/collections/keyed-store.ts'
import { openSettings } from '../../storage/collections/settings.ts'
import { openContactLists } from '../../storage/contacts/contact-lists.ts'
import { openDamages } from '../../storage/damage/damages.ts'
import type { TornLine } from '../../storage/files/append-log.ts'
import { makeFolder } from '../../storage/files/durable-write.ts'
import { createJournalMeter } from '../../storage/files/journal-meter.ts'
import { createSyncWatch } from '../../storage/files/sync-watch.ts'
import { knownFormats } from '../../storage/inspection/known-formats.ts'
import { markBehind } from '../../storage/keys/mark-behind.ts'
import { openLastMessages } from '../../storage/ledger/last-messages.ts'
import { openLedgerStore } from '../../storage/ledger/ledger-store.ts'
import { openDataDir } from '../../storage/lock/data-dir.ts'
import { openLastSeen } from '../../storage/lock/last-seen.ts'
import {
  jumpsAfterCopy,
  jumpsAfterSilence,
  leaveCampaignNumbers,
} from '../../storage/lock/number-jumps.ts'
import { watchWritability } from '../../storage/lock/writability.ts'
import { openDirectSends } from '../../storage/messages/direct-sends.ts'
import { openWebhookMessages } from '../../storage/messages/webhook-messages.ts'
import { openOptOuts } from '../../storage/optouts/opt-outs.ts'
import { openWebhookOutbox } from '../../storage/outbox/webhook-outbox.ts'
import { openPersonIndex } from '../../storage/people/person-index.ts'
import { openReplyLogs } from '../../storage/replies/reply-logs.ts'
import { openUploads } from '../../storage/uploads.ts'
import { clock } from '../clock.ts'
import type { RecordKind, StorageDriver } from './storage-driver.ts'

/**
 * Keeps everything in a data folder, and makes this process its only user.
 * @throws DataDirError, NewerFormatError
 */
export async function openFileDriver(config: Config, log: Log): Promise<StorageDriver> {
  const dataDir = await openDataDir(config.dataDir)
  try {
    return await openIn(dataDir, config, log)
  } catch (error) {
    await dataDir.release()
    throw error
  }
}

async function openIn(
  dataDir: Awaited<ReturnType<typeof openDataDir>>,
  config: Config,
  log: Log,
): Promise<StorageDriver> {
  const dir = dataDir.path
  await finishFilling(dir)
  const damages = await openDamages({
    dir,
    onDamage: (damage) => log.error(damage, 'a file of the data folder is damaged'),
  })
  const lastSeen = await openLastSeen(dir, { formats: knownFormats })
  const restored = await readRestored(dir)
  const settings = await openSettings({ dir, damages })
  const jumps = restored || lastSeen.isCopy ? jumpsAfterCopy : jumpsAfterSilence
  const journal = createJournalMeter()
  const { toLogFile, failingCount } = createSyncWatch({
    onFailure: (path, err) =>
      log.error({ err, path }, 'the disk did not keep a log: it takes no lines for now'),
    onEnd: (path) => log.warn({ path }, 'a log that the disk did not keep is kept again or closed'),
  })
  const [authDir, tempDir] = [join(dir, 'auth'), join(dir, 'tmp')]
  /**
   * In the order of opening. Called in reverse, so that a part ends before those that it stands on.
   */
  const closers: (() => Promise<unknown>)[] = []
  let probe: ReturnType<typeof watchWritability> | undefined

  return {
    settings,
    damages,
    journal,
    seenAtMs: lastSeen.seenAtMs,
    restored,
    forgetRestored: () => forgetRestored(dir),
    authDir,
    tempDir,
    isWritable: () => (probe?.isWritable() ?? true) && failingCount() === 0,
    records,
    keyedRecords: async (kind, keysOf) =>
      withKeys(await records(kind), { keysOf, digest: hashApiKey }),
    campaigns: async (kind) => withDueIndex(await keepRemoved(await records(kind))),
    optOuts: async () => keepRemoved(await openOptOutLog()),
    lists: () =>
      openContactLists({
        dir,
        damages,
        maxContacts: config.quotas.contactsPerList,
        maxLists: config.quotas.lists,
        keepRemoved,
        onUnfinished: (lost) => log.warn(lost, 'an unfinished batch was cut off a contact list'),
      }),
    uploads: () => openUploads({ dir, damages, quotas: config.quotas }),
    ledgers: () =>
      openLedgerStore({
        dir,
        damages,
        toLogFile: (file, path) => journal.toLogFile(toLogFile(file, path)),
        onTornLine: tornIn('a journal'),
      }),
    directSends: () =>
      closedLater(
        openDirectSends({
          dir,
          damages,
          mayBeOlder: lastSeen.mayBeOlder,
          newJump: () => randomInt(...jumps.singles),
          onTornLine: tornIn('the single messages'),
          onFault: faultOf('single messages could not be put away'),
          toLogFile,
        }),
      ),
    lastMessages: () =>
      closedLater(
        openLastMessages({ dir, damages, onTornLine: tornIn('the last messages'), toLogFile }),
      ),
    people: () =>
      closedLater(
        openPersonIndex({ dir, damages, onTornLine: tornIn('the index by person'), toLogFile }),
      ),
    messages: () =>
      closedLater(
        openWebhookMessages({
          dir,
          keep: config.webhookMessagesKept,
          onTornLine: tornIn('an instance'),
          onFault: faultOf('messages of an instance could not be kept in order'),
          toLogFile,
        }),
      ),
    replies: () =>
      closedLater(
        openReplyLogs({
          ...{ dir, damages, toLogFile },
          onTornLine: tornIn('a log of replies'),
          onFault: faultOf('a log of replies could not be put away'),
        }),
      ),
    outbox: () =>
      closedLater(
        openWebhookOutbox({
          dir,
          onTornLine: tornIn('an outbox'),
          onFault: faultOf('an outbox cannot be used'),
          toLogFile,
        }),
      ),
    begin,
    close,
  }

  function records<Record extends { readonly id: string }>(kind: RecordKind<Record>) {
    return openCollection({ dir, damages, ...kind })
  }

  async function closedLater<Part extends { close(): Promise<unknown> }>(
    opening: Promise<Part>,
  ): Promise<Part> {
    const part = await opening
    closers.push(() => part.close())
    return part
  }

  function keepRemoved<Record extends Removable>(store: OwnedStore<Record>): Promise<Bin<Record>> {
    const onFault = (err: unknown, id: string) =>
      log.error({ err, id }, 'a removed record could not be put away')
    return closedLater(withBin(store, { clock, onFault }))
  }

  function openOptOutLog() {
    const onTornLine = tornIn('the opt-outs')
    return closedLater(openOptOuts({ dir, damages, onTornLine, toLogFile }))
  }

  function tornIn(place: string) {
    return (torn: TornLine) => log.warn(torn, `a torn last line was cut off ${place}`)
  }

  function faultOf(text: string) {
    return (err: unknown) => log.error({ err }, text)
  }

  async function begin({ campaignIds }: Parameters<StorageDriver['begin']>[0]) {
    for (const folder of [authDir, tempDir]) await makeFolder(folder)
    await removeDeadStagings(tempDir)
    if (restored) await markBehind(authDir)
    await leaveCampaignNumbers(settings, {
      mayBeOlder: lastSeen.mayBeOlder,
      jump: randomInt(...jumps.campaigns),
      ids: await campaignIds(),
    })
    await lastSeen.begin()
    probe = watchWritability(dataDir)
  }

  async function close(): Promise<void> {
    probe?.stop()
    try {
      await everyStep(closers.toReversed())
      // Skipped where a part failed: then not everything is on the disk.
      await lastSeen.end()
    } finally {
      lastSeen.stop()
      await dataDir.release()
    }
  }
}
