import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BotKey, ReplyLogStore } from '../../domain/replies/reply-log.ts'
import { createSerial } from '../../domain/serial.ts'
import type { Damages } from '../damage/damages.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder } from '../files/durable-write.ts'
import { createOpenFiles } from '../files/open-files.ts'
import { safeName } from '../files/safe-name.ts'
import { DamagedFileError, isMissing, storageUnavailable } from '../files/storage-errors.ts'
import { type BotReplies, openBotReplies } from './bot-replies.ts'

/** Logs in memory; a full one takes some 100 kB. */
const OPEN_LOGS = 64
/** Attempts to open a log, of which both files may be damaged. */
const OPEN_TRIES = 3
const NAME_HASH_LENGTH = 40

/**
 * The last messages that chatbots and assistants received, with their answers, below `replies` of
 * the data folder: a folder per user, gateway and bot. A damaged file is put aside: nothing depends
 * on its content.
 */
export async function openReplyLogs({
  dir,
  damages,
  onTornLine = () => undefined,
  onFault = () => undefined,
  toLogFile,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages: Pick<Damages, 'setAside'>
  readonly onTornLine?: (torn: TornLine) => void
  readonly onFault?: (error: unknown) => void
  readonly toLogFile?: ToLogFile
}): Promise<ReplyLogStore & { close(): Promise<void> }> {
  const root = join(dir, 'replies')
  await makeFolder(root)
  const opened = createOpenFiles<BotReplies>({ limit: OPEN_LOGS, onFault })
  const serially = createSerial()

  return { add, list, remove, removeGateway, close: opened.closeAll }

  function add(...[userId, reply, toldAfter]: Parameters<ReplyLogStore['add']>) {
    return use(folderOf(userId, reply), (log) => log.add(reply, toldAfter))
  }

  async function list(userId: string, key: BotKey) {
    const folder = folderOf(userId, key)
    return (await isThere(folder)) ? use(folder, async (log) => log.list()) : []
  }

  async function remove(userId: string, key: BotKey): Promise<void> {
    const folder = folderOf(userId, key)
    await opened.putAway(folder)
    await rm(folder, { recursive: true, force: true })
  }

  async function removeGateway(userId: string, gatewayId: string): Promise<void> {
    const folder = join(root, safeName(userId), safeName(gatewayId))
    await opened.putAwayBelow(folder)
    await rm(folder, { recursive: true, force: true })
  }

  async function use<Result>(
    folder: string,
    work: (log: BotReplies) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await opened.use(folder, { open: () => openLog(folder), work })
    } catch (error) {
      throw storageUnavailable(`cannot use ${folder}`, error)
    }
  }

  async function openLog(folder: string): Promise<BotReplies> {
    // Serialised: two calls at once would each try to create the folders above.
    await serially('folders', () => makeFolder(folder))
    return openUndamagedReplies({ folder, damages, onTornLine, toLogFile })
  }

  function folderOf(userId: string, key: BotKey): string {
    return botFolder(root, userId, key)
  }
}

/** Opens a bot's log; what is damaged of it is put aside first. */
export async function openUndamagedReplies({
  damages,
  ...options
}: Parameters<typeof openBotReplies>[0] & {
  readonly damages: Pick<Damages, 'setAside'>
}): Promise<BotReplies> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openBotReplies(options)
    } catch (error) {
      if (!(error instanceof DamagedFileError) || tries === OPEN_TRIES) throw error
      await damages.setAside(error.path, error.message)
    }
  }
}

export function botFolder(
  root: string,
  userId: string,
  { gatewayId, instanceName, chatbotId }: BotKey,
): string {
  const name =
    chatbotId === null ? `instance-${hashOf(instanceName)}` : `chatbot-${safeName(chatbotId)}`
  return join(root, safeName(userId), safeName(gatewayId), name)
}

/** Hashes an instance's name, which may be too long for a folder's, or contain a slash. */
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, NAME_HASH_LENGTH)
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await stat(folder)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
