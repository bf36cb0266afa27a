import { AppError } from '../contract/errors.ts'
import { type Send, SendStatus, sendErrors } from '../contract/send.ts'
import { renderTemplate } from '../contract/template.ts'
import { toIso } from './clock.ts'
import { type Recipient, RecipientStatus } from './recipient.ts'
import type { MessageIds, SendLedger, SendLedgers } from './send-ledger.ts'

/** Results of a campaign in the order of sending: only recipients that were tried. */
export async function readSends(
  campaignId: string,
  page: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  { ledgers, messageIds }: { readonly ledgers: SendLedgers; readonly messageIds: MessageIds },
): Promise<{ readonly sends: AsyncIterable<Send>; readonly nextCursor: string | null }> {
  const from = readCursor(page.cursor)
  if (!(await ledgers.exists(campaignId))) return { sends: empty(), nextCursor: null }
  const ledger = await ledgers.open(campaignId)
  const to = Math.min(ledger.triedCount, from + (page.limit ?? ledger.triedCount))
  const nextCursor = to < ledger.triedCount ? String(to) : null
  return { sends: between({ ledger, from, to }), nextCursor }

  async function* between(range: { ledger: SendLedger; from: number; to: number }) {
    const knownFields = new Set(range.ledger.header.knownFields)
    try {
      for (let order = range.from; order < range.to; order += 1) {
        const index = range.ledger.triedAt(order)
        yield toSend({ ledger: range.ledger, index, knownFields, messageIds })
      }
    } finally {
      ledgers.release(campaignId)
    }
  }
}

async function* empty(): AsyncIterable<Send> {
  // Nobody was tried yet.
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid', `cursor ${cursor}`, {
    details: [{ path: 'cursor', message: 'Use o cursor que a página anterior informou.' }],
  })
}

function toSend({
  ledger,
  index,
  knownFields,
  messageIds,
}: {
  readonly ledger: SendLedger
  readonly index: number
  readonly knownFields: ReadonlySet<string>
  readonly messageIds: MessageIds
}): Send {
  const row = ledger.get(index)
  const { campaignId, campaignNumber, deviceId, text } = ledger.header
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
    text: renderTemplate(text, row, knownFields),
    attemptCount: row.attemptCount,
    messageId: row.attemptCount > 0 ? messageIds.make(campaignNumber, index) : null,
    deliveredAt: instant(row.deliveredAtMs),
    readAt: instant(row.readAtMs),
    repliedAt: instant(row.repliedAtMs),
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
