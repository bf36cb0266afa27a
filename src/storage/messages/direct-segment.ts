import { open } from 'node:fs/promises'
import { z } from 'zod'
import { DirectSendRecord, SentFileKind } from '../../contract/messages/direct-send-record.ts'
import type { DirectSend } from '../../domain/sending/direct/direct-message.ts'
import type { SendFact } from '../../domain/sending/recipient.ts'
import type { MovedDirectSend } from '../../domain/transfer/portions.ts'
import type { LinePlace, ToLogFile, TornLine } from '../files/append-log.ts'
import { openAppendLog } from '../files/append-log.ts'
import { type FileFormat, unchanged } from '../files/file-format.ts'
import { readLines } from '../files/lines.ts'
import { DamagedFileError, type NewerFormatError, newerFormat } from '../files/storage-errors.ts'
import { decodeFact, encodeFact } from '../ledger/send-facts.ts'

export const format: FileFormat = { name: 'direct-sends', migrations: [unchanged] }

const SendLine = DirectSendRecord.extend({
  index: z.int().min(0),
  imageName: z.string().nullable(),
  /** Absent from lines of earlier versions, which only sent images. */
  kind: SentFileKind.default('image'),
  fileName: z.string().nullable().default(null),
})

export type DirectSegment = {
  /** The highest index in the segment; `undefined` while it is empty. */
  lastIndex(): number | undefined
  count(): number
  /** Names of the images that were sent. @throws AppError `newer_format` where they are unknown */
  imageNames(): ReadonlySet<string>
  bytes(): number
  /** Time of the first send; infinite while the segment is empty. */
  firstAtMs(): number
  /** Time of the last send; minus infinity where none is known. */
  lastAtMs(): number
  add(index: number, send: DirectSend): Promise<void>
  /**
   * Records a fact; one about a send of another segment is ignored. Returns true where it is the
   * first to prove that WhatsApp has the message.
   */
  note(fact: SendFact): Promise<boolean>
  find(index: number): Promise<DirectSend | undefined>
  /** All sends in the order of their lines, in pieces. */
  all(): AsyncIterable<readonly MovedDirectSend[]>
  close(): Promise<void>
}

/**
 * Opens a segment of the outbox of single messages. Texts stay on the disk; only their offsets are
 * in memory.
 */
export async function openDirectSegment({
  path,
  onTornLine,
  toLogFile,
}: {
  readonly path: string
  readonly onTornLine: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile | undefined
}): Promise<DirectSegment> {
  const offsets = new Map<number, number>()
  const imageNames = new Set<string>()
  /** Indices of sends without a proof so far. */
  const unproven = new Set<number>()
  let lastIndex: number | undefined
  let firstAtMs = Number.POSITIVE_INFINITY
  let lastAtMs = Number.NEGATIVE_INFINITY
  const log = await openAppendLog({
    path,
    format,
    onLine,
    onTornLine,
    ...(toLogFile && { toLogFile }),
  })

  return {
    lastIndex: () => lastIndex,
    count: () => offsets.size,
    imageNames: () => imageNames,
    bytes: log.size,
    firstAtMs: () => firstAtMs,
    lastAtMs: () => lastAtMs,
    add,
    note,
    find,
    all,
    close: log.close,
  }

  function onLine(line: unknown, offset: number): void {
    if (Array.isArray(line)) {
      const fact = decodeFact(line)
      if (!fact) throw new DamagedFileError(path, `no fact at byte ${offset}`)
      if (isProof(fact)) unproven.delete(fact.index)
      return
    }
    const parsed = SendLine.safeParse(line)
    if (!parsed.success) throw new DamagedFileError(path, `no message at byte ${offset}`)
    keep(parsed.data, offset)
  }

  function keep({ index, atMs, imageName }: z.infer<typeof SendLine>, offset: number): void {
    offsets.set(index, offset)
    unproven.add(index)
    if (imageName !== null) imageNames.add(imageName)
    firstAtMs = Math.min(firstAtMs, atMs)
    lastAtMs = Math.max(lastAtMs, atMs)
    lastIndex = Math.max(lastIndex ?? 0, index)
  }

  async function add(index: number, send: DirectSend): Promise<void> {
    const { userId, deviceKey, jid, text, media, context, part, atMs } = send
    const { name: imageName = null, kind = 'image', fileName = null } = media ?? {}
    const line = {
      index,
      userId,
      deviceKey,
      jid,
      text,
      imageName,
      kind,
      fileName,
      context,
      part,
      atMs,
    }
    await log.append(line, ({ offset }: LinePlace) => keep(line, offset))
  }

  async function note(fact: SendFact): Promise<boolean> {
    if (!offsets.has(fact.index)) return false
    await log.append(encodeFact(fact))
    return isProof(fact) && unproven.delete(fact.index)
  }

  async function find(index: number): Promise<DirectSend | undefined> {
    const offset = offsets.get(index)
    if (offset === undefined) return undefined
    const file = await open(path, 'r')
    try {
      for await (const { values } of readLines({ file, path, from: offset, to: log.size() })) {
        return toSend(SendLine.parse(values[0]))
      }
      return undefined
    } finally {
      await file.close()
    }
  }

  async function* all(): AsyncGenerator<readonly MovedDirectSend[]> {
    const file = await open(path, 'r')
    try {
      for await (const { values } of readLines({ file, path, to: log.size() })) {
        const lines = values.flatMap((value) => SendLine.safeParse(value).data ?? [])
        yield lines.map((line) => ({
          ...{ index: line.index, send: toSend(line), isProven: !unproven.has(line.index) },
        }))
      }
    } finally {
      await file.close()
    }
  }
}

/** Stands in for a segment of a newer program: full, with unknown content, its file unchanged. */
export function newerSegment(error: NewerFormatError): DirectSegment {
  const refuse = () => {
    throw newerFormat(error)
  }
  return {
    lastIndex: () => undefined,
    count: () => Number.POSITIVE_INFINITY,
    imageNames: refuse,
    bytes: () => 0,
    firstAtMs: () => Number.POSITIVE_INFINITY,
    lastAtMs: () => Number.NEGATIVE_INFINITY,
    add: async () => refuse(),
    note: async () => false,
    find: async () => undefined,
    all: refuse,
    close: async () => undefined,
  }
}

/** Whether a fact proves a send: a receipt does as well as an acknowledgement. */
function isProof({ type }: SendFact): boolean {
  return type === 'accepted' || type === 'delivered' || type === 'read'
}

function toSend(line: z.infer<typeof SendLine>): DirectSend {
  const { userId, deviceKey, jid, text, imageName, kind, fileName, context, part, atMs } = line
  const media = imageName === null ? null : { name: imageName, kind, fileName }
  return { userId, deviceKey, jid, text, media, context, part, atMs }
}
