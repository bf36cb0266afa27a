import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { GATEWAY_INSTANCES_MAX_COUNT } from '../../contract/limits.ts'
import { createSerial } from '../../domain/serial.ts'
import { shownMessage } from '../../domain/webhooks/thread-messages.ts'
import type {
  InstanceKey,
  WebhookMessageStore,
} from '../../domain/webhooks/webhook-message-store.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder } from '../files/durable-write.ts'
import { namesIn } from '../files/names-in.ts'
import { createOpenFiles } from '../files/open-files.ts'
import { safeName } from '../files/safe-name.ts'
import { DamagedFileError, storageUnavailable, unreadable } from '../files/storage-errors.ts'
import type { InstanceMessages } from './instance-messages.ts'
import { openInstanceMessages } from './instance-messages.ts'
import { readInstanceName } from './message-segments.ts'

/**
 * Instances whose index is in memory and whose newest segment is open. A full index of 10,000
 * messages takes 2 MB, and 0.1 s to read again.
 */
const OPEN_INSTANCES = 32
const IDLE_MS = 15 * 60_000
/**
 * Limit of open instances where most have few messages: together they have no more messages than
 * full ones up to the other limit.
 */
const LIGHT_INSTANCES = 2_000
const NAME_HASH_LENGTH = 40

/**
 * Stores the messages of gateways, below `messages` of the data folder: a folder per user, gateway
 * and instance, each opened on first use.
 */
export async function openWebhookMessages({
  dir,
  keep,
  openInstances = OPEN_INSTANCES,
  onTornLine = () => undefined,
  onFault = () => undefined,
  toLogFile,
}: {
  /** The data folder. */
  readonly dir: string
  /** Messages kept of each instance. */
  readonly keep: number
  readonly openInstances?: number
  readonly onTornLine?: (torn: TornLine) => void
  readonly onFault?: (error: unknown) => void
  readonly toLogFile?: ToLogFile
}): Promise<WebhookMessageStore & { close(): Promise<void> }> {
  const root = join(dir, 'messages')
  await makeFolder(root)
  const opened = createOpenFiles<InstanceMessages>({
    limit: openInstances,
    lightLimit: Math.max(openInstances, LIGHT_INSTANCES),
    maxWeight: openInstances * keep,
    weightOf: (instance) => instance.count(),
    idleMs: IDLE_MS,
    onFault,
  })
  /** Folders and names of instances, by their gateway's folder. */
  const known = new Map<string, Promise<Map<string, string>>>()
  const serially = createSerial()

  /** Chats with unread messages by folder, of the instances that were open so far. */
  const unreadChats = new Map<string, number>()

  return {
    add,
    mark,
    change,
    read,
    unreadCount,
    instances,
    contacts,
    chats,
    newestAt,
    counts,
    list,
    search,
    removeGateway,
    close: opened.closeAll,
  }

  async function add(
    userId: string,
    instanceKey: InstanceKey,
    messages: Parameters<WebhookMessageStore['add']>[2],
  ): Promise<ReadonlySet<string>> {
    const names = await namesOf(userId, instanceKey.gatewayId)
    const isNew = !names.has(folderName(instanceKey.instance))
    if (isNew && names.size >= GATEWAY_INSTANCES_MAX_COUNT) {
      throw new AppError('instance_limit', instanceKey.gatewayId)
    }
    const added = await use(userId, instanceKey, (instance) => instance.add(messages))
    names.set(folderName(instanceKey.instance), instanceKey.instance)
    return added
  }

  async function mark(
    userId: string,
    instanceKey: InstanceKey,
    updates: Parameters<WebhookMessageStore['mark']>[2],
  ): Promise<number> {
    if (!(await isKnown(userId, instanceKey))) return 0
    return use(userId, instanceKey, (instance) => instance.mark(updates))
  }

  async function change(
    userId: string,
    instanceKey: InstanceKey,
    changed: Parameters<WebhookMessageStore['change']>[2],
  ): Promise<boolean> {
    if (!(await isKnown(userId, instanceKey))) return false
    return use(userId, instanceKey, (instance) => instance.change(changed))
  }

  async function read(
    userId: string,
    { gatewayId, instance, remoteJid, upToId }: Parameters<WebhookMessageStore['read']>[1],
  ): Promise<boolean> {
    const instanceKey = { gatewayId, instance }
    if (!(await isKnown(userId, instanceKey))) return false
    return use(userId, instanceKey, (messages) => messages.read(remoteJid, upToId))
  }

  async function unreadCount(userId: string, instanceKey: InstanceKey): Promise<number> {
    if (!(await isKnown(userId, instanceKey))) return 0
    const known = unreadChats.get(folderOf(userId, instanceKey))
    return known ?? use(userId, instanceKey, async (messages) => messages.unreadChats())
  }

  async function instances(userId: string, gatewayId: string): Promise<readonly string[]> {
    const names = await namesOf(userId, gatewayId)
    return [...names.values()].sort((a, b) => a.localeCompare(b, 'pt-BR'))
  }

  async function chats(userId: string, instanceKey: InstanceKey) {
    if (!(await isKnown(userId, instanceKey))) return []
    return use(userId, instanceKey, async (instance) => instance.chats())
  }

  async function newestAt(
    userId: string,
    { gatewayId, instance, remoteJid }: Parameters<WebhookMessageStore['newestAt']>[1],
  ) {
    const instanceKey = { gatewayId, instance }
    if (!(await isKnown(userId, instanceKey))) return undefined
    return use(userId, instanceKey, async (messages) => messages.newestAt(remoteJid))
  }

  async function contacts(userId: string, instanceKey: InstanceKey) {
    return (await chats(userId, instanceKey)).map(
      ({ remoteJid, pushName, lastMessage, lastAtSeconds }) => ({
        remoteJid,
        pushName,
        lastMessage,
        lastAtSeconds,
      }),
    )
  }

  async function counts(userId: string, instanceKey: InstanceKey) {
    if (!(await isKnown(userId, instanceKey))) return { messages: 0, contacts: 0, chats: 0 }
    return use(userId, instanceKey, async (instance) => instance.counts())
  }

  async function list(
    userId: string,
    { gatewayId, instance: name, ...query }: Parameters<WebhookMessageStore['list']>[1],
  ) {
    const instanceKey = { gatewayId, instance: name }
    if (!(await isKnown(userId, instanceKey))) return []
    const found = await use(userId, instanceKey, (instance) => instance.list(query))
    return found.map((message) => shownMessage(message, instanceKey))
  }

  async function search(
    userId: string,
    { gatewayId, instance: name, ...filter }: Parameters<WebhookMessageStore['search']>[1],
  ) {
    const instanceKey = { gatewayId, instance: name }
    if (!(await isKnown(userId, instanceKey))) return { total: 0, messages: [] }
    return use(userId, instanceKey, (instance) => instance.search(filter))
  }

  async function removeGateway(userId: string, gatewayId: string): Promise<void> {
    const folder = gatewayFolder(userId, gatewayId)
    await opened.putAwayBelow(folder)
    known.delete(folder)
    for (const path of unreadChats.keys()) {
      if (path.startsWith(join(folder, sep))) unreadChats.delete(path)
    }
    await rm(folder, { recursive: true, force: true })
  }

  async function isKnown(userId: string, { gatewayId, instance }: InstanceKey) {
    return (await namesOf(userId, gatewayId)).has(folderName(instance))
  }

  function namesOf(userId: string, gatewayId: string): Promise<Map<string, string>> {
    const folder = gatewayFolder(userId, gatewayId)
    const names = known.get(folder) ?? readNames(folder, onFault)
    known.set(folder, names)
    names.catch(() => known.delete(folder))
    return names
  }

  async function use<Result>(
    userId: string,
    { gatewayId, instance }: InstanceKey,
    work: (messages: InstanceMessages) => Promise<Result>,
  ): Promise<Result> {
    const folder = folderOf(userId, { gatewayId, instance })
    const open = async () => {
      // Serialised: two calls at once would each try to create the folders above.
      await serially('folders', () => makeFolder(folder))
      return openInstanceMessages({ folder, instance, keep, onTornLine, onFault, toLogFile })
    }
    try {
      return await opened.use(folder, {
        open,
        work: async (messages) => {
          const result = await work(messages)
          unreadChats.set(folder, messages.unreadChats())
          return result
        },
      })
    } catch (error) {
      // Callers try again what the disk refused, also where it was the folder and not a line.
      throw storageUnavailable(`cannot use ${folder}`, unreadable(error, 'messages_damaged'))
    }
  }

  function folderOf(userId: string, { gatewayId, instance }: InstanceKey): string {
    return join(gatewayFolder(userId, gatewayId), folderName(instance))
  }

  function gatewayFolder(userId: string, gatewayId: string): string {
    return join(root, safeName(userId), safeName(gatewayId))
  }
}

/** Makes a safe folder name, since an instance's name may hold any character. */
function folderName(instance: string): string {
  return createHash('sha256').update(instance).digest('hex').slice(0, NAME_HASH_LENGTH)
}

async function readNames(
  folder: string,
  onFault: (error: unknown) => void,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const entry of await namesIn(folder)) {
    try {
      const name = await readInstanceName(join(folder, entry))
      if (name !== null) names.set(entry, name)
    } catch (error) {
      // One damaged instance must not hide the others.
      if (!(error instanceof DamagedFileError)) throw error
      onFault(error)
    }
  }
  return names
}
