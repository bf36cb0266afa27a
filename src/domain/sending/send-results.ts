import {
  isOfFilter,
  type Send,
  type SendFilter,
  SendStatus,
  sendErrors,
} from '../../contract/campaigns/send.ts'
import { renderTemplate } from '../../contract/campaigns/template.ts'
import { AppError } from '../../contract/errors.ts'
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts'
import { toIso } from '../clock.ts'
import { type Recipient, RecipientStatus } from './recipient.ts'
import type { AttemptedPage, LedgerHeader, MessageIds, SendLedgers } from './send-ledger.ts'
import { textOfVariant, variantAt } from './variants.ts'

/** Recipients read at once: a large campaign is read piece by piece. */
const READ_AT_ONCE = 1_000

/**
 * Recipients looked at for one page of a filter: a page costs the same however few match, and may
 * be shorter than asked for, or empty, with more behind it.
 */
const LOOKED_AT_FOR_PAGE = 5_000

export type SendsPage = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly status?: SendFilter | undefined
  /** Number of the text that the recipients got. */
  readonly variant?: number | undefined
  /** Left out: in the order of sending. Otherwise always a page. */
  readonly order?: 'newest' | undefined
}

/** Reads a campaign's results: only attempted recipients have one. */
export async function readSends(
  campaignId: string,
  page: SendsPage,
  { ledgers, messageIds }: { readonly ledgers: SendLedgers; readonly messageIds: MessageIds },
): Promise<{ readonly sends: AsyncIterable<Send>; readonly nextCursor: string | null }> {
  const from = readCursor(page.cursor)
  if (!(await ledgers.exists(campaignId))) return { sends: empty(), nextCursor: null }
  const isWanted = createCheck(page)
  let knownFields: ReadonlySet<string> | undefined
  if (page.order === 'newest') return newest(page.limit ?? PAGE_LIMIT_MAX, isWanted ?? everybody)
  if (isWanted !== undefined && page.limit !== undefined) return found(page.limit, isWanted)
  const limit = page.limit ?? Number.POSITIVE_INFINITY
  const first = await read(from, limit)
  const to = Math.min(first.attemptedCount, from + limit)
  return { sends: between(), nextCursor: to < first.attemptedCount ? String(to) : null }

  function read(at: number, most: number): Promise<AttemptedPage> {
    return ledgers.readAttempted(campaignId, { from: at, limit: Math.min(most, READ_AT_ONCE) })
  }

  async function* between(): AsyncIterable<Send> {
    let { rows } = first
    let at = from
    for (;;) {
      for (const row of rows) {
        if (isWanted?.(first, row) ?? true) yield sendOf(first, row)
      }
      at += rows.length
      if (at >= to || rows.length === 0) return
      rows = (await read(at, to - at)).rows
    }
  }

  /** A page of the rows that match a filter, read before it is returned: its end is its cursor. */
  async function found(wanted: number, isAsked: Check) {
    const sends: Send[] = []
    let at = from
    for (;;) {
      const { rows, ...part } = await read(at, READ_AT_ONCE)
      for (const row of rows) {
        if (sends.length === wanted) break
        at += 1
        if (isAsked(part, row)) sends.push(sendOf(part, row))
      }
      const isMore = at < part.attemptedCount
      const isEnough = sends.length === wanted || at - from >= LOOKED_AT_FOR_PAGE
      if (!isMore || isEnough || rows.length === 0) {
        return { sends: each(sends), nextCursor: isMore ? String(at) : null }
      }
    }
  }

  /** A page from the end. Its cursor counts from the beginning: later sends do not move it. */
  async function newest(wanted: number, isAsked: Check) {
    const { attemptedCount } = await read(0, 1)
    const end = page.cursor === undefined ? attemptedCount : Math.min(from, attemptedCount)
    const sends: Send[] = []
    let at = end
    while (at > 0 && sends.length < wanted && end - at < LOOKED_AT_FOR_PAGE) {
      const start = Math.max(0, at - (page.status || page.variant ? READ_AT_ONCE : wanted))
      const { rows, ...part } = await read(start, at - start)
      for (const row of rows.toReversed()) {
        if (sends.length === wanted) break
        at -= 1
        if (isAsked(part, row)) sends.push(sendOf(part, row))
      }
      if (rows.length === 0) break
    }
    return { sends: each(sends), nextCursor: at > 0 ? String(at) : null }
  }

  function sendOf({ header }: Pick<AttemptedPage, 'header'>, row: AttemptedPage['rows'][number]) {
    knownFields ??= new Set(header.knownFields)
    return toSend({ ...row, header, knownFields, messageIds })
  }
}

async function* each(sends: readonly Send[]): AsyncIterable<Send> {
  yield* sends
}

type Check = (page: Pick<AttemptedPage, 'header'>, row: AttemptedPage['rows'][number]) => boolean

const everybody: Check = () => true

/** Makes the check whether a row is wanted; `undefined` where all are. */
function createCheck({ status, variant }: SendsPage): Check | undefined {
  if (status === undefined && variant === undefined) return undefined
  return ({ header }, { index, recipient }) =>
    (status === undefined || isOf(recipient, status)) &&
    (variant === undefined || variant === (variantAt(header, index) ?? 1))
}

function isOf(row: Recipient, filter: SendFilter): boolean {
  return isOfFilter(
    {
      status: statusOf(row),
      deliveredAt: instant(row.deliveredAtMs),
      repliedAt: instant(row.repliedAtMs),
    },
    filter,
  )
}

async function* empty(): AsyncIterable<Send> {
  // No recipient was attempted yet.
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid', `cursor ${cursor}`, {
    details: [{ path: 'cursor', message: 'Use o cursor que a página anterior informou.' }],
  })
}

/** The result of one recipient. */
export function toSend({
  header,
  index,
  recipient: row,
  knownFields,
  messageIds,
}: AttemptedPage['rows'][number] & {
  readonly header: LedgerHeader
  readonly knownFields: ReadonlySet<string>
  readonly messageIds: MessageIds
}): Send {
  const { campaignId, campaignNumber, deviceId } = header
  const variant = variantAt(header, index)
  return {
    id: `${campaignId}-${index + 1}`,
    contact: row.phone,
    name: row.name,
    status: statusOf(row),
    sentAt: instant(row.sentAtMs),
    errorText: errorTextOf(row),
    errorCode: row.errorCode,
    deviceId,
    jid: row.jid,
    text: renderTemplate(textOfVariant(header, variant ?? 1), row, knownFields),
    ...(variant !== undefined && { variant }),
    attemptCount: row.attemptCount,
    messageId: row.attemptCount > 0 ? messageIds.make(campaignNumber, index) : null,
    deliveredAt: instant(row.deliveredAtMs),
    readAt: instant(row.readAtMs),
    repliedAt: instant(row.repliedAtMs),
    replyText: row.replyText,
  }
}

function statusOf(row: Recipient): SendStatus {
  if (row.status === RecipientStatus.failed) return SendStatus.error
  if (row.status !== RecipientStatus.accepted) return SendStatus.sending
  return row.readAtMs > 0 ? SendStatus.read : SendStatus.success
}

function errorTextOf(row: Recipient): string | null {
  if (row.errorCode === null) return null
  const sentence = sendErrors[row.errorCode]
  return row.refusalCode === null ? sentence : `${sentence} (código ${row.refusalCode})`
}

function instant(ms: number): string | null {
  return ms > 0 ? toIso(ms) : null
}
