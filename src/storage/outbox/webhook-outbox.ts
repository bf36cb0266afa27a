import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { WEBHOOK_WAITING_MAX_BYTES, WEBHOOK_WAITING_MAX_COUNT } from '../../contract/limits.ts'
import { createSerial } from '../../domain/serial.ts'
import type { Outbox, WebhookOutboxStore } from '../../domain/webhooks/webhook-outbox-store.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder } from '../files/durable-write.ts'
import { createOpenFiles } from '../files/open-files.ts'
import { safeName } from '../files/safe-name.ts'
import { isMissing, storageUnavailable, unreadable } from '../files/storage-errors.ts'
import { type InstanceOutbox, type OutboxLimits, openInstanceOutbox } from './instance-outbox.ts'
import { foldersIn, makeOutboxFolder, outboxesIn, outboxFolder } from './outbox-folders.ts'

/** Outboxes in memory; a full one takes about 8 MB. */
const OPEN_OUTBOXES = 32

const defaultLimits: OutboxLimits = {
  waitingCount: WEBHOOK_WAITING_MAX_COUNT,
  waitingBytes: WEBHOOK_WAITING_MAX_BYTES,
}

/** Events for webhooks, below `outbox` of the data folder: a folder per user and instance. */
export async function openWebhookOutbox({
  dir,
  limits = defaultLimits,
  onTornLine = () => undefined,
  onFault = () => undefined,
  toLogFile,
}: {
  /** The data folder. */
  readonly dir: string
  readonly limits?: OutboxLimits
  readonly onTornLine?: (torn: TornLine) => void
  readonly onFault?: (error: unknown) => void
  readonly toLogFile?: ToLogFile
}): Promise<WebhookOutboxStore & { close(): Promise<void> }> {
  const root = join(dir, 'outbox')
  await makeFolder(root)
  const opened = createOpenFiles<InstanceOutbox>({ limit: OPEN_OUTBOXES, onFault })
  const serially = createSerial()

  return {
    add: (outbox, event, reason) => use(outbox, (own) => own.add(event, reason)),
    next: (outbox) => within(outbox, undefined, async (own) => own.next()),
    read: (outbox, id) => within(outbox, undefined, (own) => own.read(id)),
    claim: (outbox, delivery) => within(outbox, 'changed', async (own) => own.claim(delivery)),
    release: async () => undefined,
    note: (outbox, change, attempt) =>
      within(outbox, undefined, (own) => own.note(change, attempt)),
    amend: (outbox, change, attempt) =>
      serially(eventOf(outbox, change), () =>
        within(outbox, undefined, (own) => own.amend(change, attempt)),
      ),
    revive,
    find: (outbox, id) => within(outbox, undefined, async (own) => own.find(id)),
    open: (outbox, id) => within(outbox, undefined, (own) => own.open(id)),
    search: (outbox, search) =>
      within(outbox, { deliveries: [], total: 0 }, async (own) => own.search(search)),
    instances: (userId) => outboxesIn(join(root, safeName(userId))),
    waiting,
    remove,
    close: opened.closeAll,
  }

  async function revive(outbox: Outbox, id: string) {
    return serially(eventOf(outbox, { id }), () =>
      within(outbox, undefined, (own) => own.revive(id)),
    )
  }

  async function waiting(): Promise<readonly Outbox[]> {
    const found: Outbox[] = []
    for (const userId of await foldersIn(root)) {
      for (const instance of await outboxesIn(join(root, userId))) {
        try {
          const outbox = { userId, instance }
          if ((await use(outbox, async (own) => own.waitingCount())) > 0) found.push(outbox)
        } catch (error) {
          // One damaged outbox must not hold back the others.
          onFault(error)
        }
      }
    }
    return found
  }

  async function remove(outbox: Outbox): Promise<void> {
    const folder = folderOf(outbox)
    await opened.putAway(folder)
    await rm(folder, { recursive: true, force: true })
  }

  /**
   * Uses an existing outbox; only `add` creates one. So what is still under way when an instance is
   * removed, such as a call to its webhook, does not bring its outbox back.
   */
  async function within<Result>(
    outbox: Outbox,
    otherwise: Result,
    work: (own: InstanceOutbox) => Promise<Result>,
  ): Promise<Result> {
    return (await isThere(outbox)) ? use(outbox, work) : otherwise
  }

  async function use<Result>(
    outbox: Outbox,
    work: (own: InstanceOutbox) => Promise<Result>,
  ): Promise<Result> {
    const folder = folderOf(outbox)
    const { instance } = outbox
    const open = async () => {
      // Serialised: two calls at once would each try to create the folders above.
      await serially('folders', () => makeOutboxFolder(folder, instance))
      return openInstanceOutbox({ folder, instance, limits, onTornLine, toLogFile })
    }
    try {
      return await opened.use(folder, { open, work })
    } catch (error) {
      // Callers try again what the disk refused, also where it was the folder and not a line.
      throw storageUnavailable(`cannot use ${folder}`, unreadable(error, 'deliveries_damaged'))
    }
  }

  async function isThere(outbox: Outbox): Promise<boolean> {
    const folder = folderOf(outbox)
    // Spares the steps of a delivery a look at the disk.
    if (opened.has(folder)) return true
    try {
      return (await stat(folder)).isDirectory()
    } catch (error) {
      if (isMissing(error)) return false
      throw storageUnavailable(`cannot look for ${folder}`, error)
    }
  }

  /** Key of an event, under which its revivals and amendments run one at a time. */
  function eventOf(outbox: Outbox, { id }: { readonly id: string }): string {
    return `${folderOf(outbox)} ${id}`
  }

  function folderOf({ userId, instance }: Outbox): string {
    return join(root, safeName(userId), outboxFolder(instance))
  }
}
