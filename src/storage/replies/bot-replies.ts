import { BotReply } from '../../contract/gateways/bot-reply.ts'
import { BOT_REPLIES_KEPT } from '../../contract/limits.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { type FileFormat, unchanged } from '../files/file-format.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { openSegments } from '../files/segments.ts'
import { DamagedFileError } from '../files/storage-errors.ts'

export const format: FileFormat = { name: 'bot-replies', migrations: [unchanged] }
/** The one that takes new lines, and a full one before it: together at least what is kept. */
const SEGMENTS_KEPT = 2

export type BotReplies = Awaited<ReturnType<typeof openBotReplies>>

/**
 * The last messages that one bot received, with its answers: the newest in memory, and all in two
 * files with a limited number of lines each.
 * @throws DamagedFileError, NewerFormatError
 */
export async function openBotReplies({
  folder,
  onTornLine,
  toLogFile,
}: {
  readonly folder: string
  readonly onTornLine: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile | undefined
}) {
  /** Oldest first. */
  const replies: BotReply[] = []
  let lineCount = { segment: 0, count: 0 }
  const files = createSegmentFiles({ folder })
  const log = await openSegments({
    files,
    format,
    isFull: ({ number }) => lineCount.segment === number && lineCount.count >= BOT_REPLIES_KEPT,
    onLine: (value, { segment, offset }) => {
      const reply = BotReply.safeParse(value)
      if (!reply.success) throw new DamagedFileError(files.pathOf(segment), `no reply at ${offset}`)
      count(segment)
      take(reply.data)
    },
    onTornLine,
    toLogFile,
  })

  return { add, list: () => replies.toReversed(), close: log.close }

  async function add(reply: BotReply, toldAfter: string | null): Promise<boolean> {
    if (toldAfter !== null && replies.some((known) => isRepeat(reply, known, toldAfter)))
      return false
    take(reply)
    await log.append(reply, ({ segment }) => count(segment))
    await log.drop(log.newest() - SEGMENTS_KEPT + 1)
    return true
  }

  function take(reply: BotReply): void {
    replies.push(reply)
    if (replies.length > BOT_REPLIES_KEPT) replies.shift()
  }

  function count(segment: number): void {
    lineCount = { segment, count: lineCount.segment === segment ? lineCount.count + 1 : 1 }
  }
}

function isRepeat({ reason, remoteJid }: BotReply, known: BotReply, toldAfter: string): boolean {
  return (
    known.reason === reason &&
    known.remoteJid === remoteJid &&
    Date.parse(known.at) > Date.parse(toldAfter)
  )
}
