import { z } from 'zod'
import { SendErrorCode } from '../../contract/campaigns/send.ts'
import { AppError } from '../../contract/errors.ts'
import { LedgerHeaderRecord } from '../../contract/messages/ledger-record.ts'
import {
  type Addressee,
  newRecipient,
  type Recipient,
  RecipientStatus,
} from '../../domain/sending/recipient.ts'
import type { LedgerHeader } from '../../domain/sending/send-ledger.ts'

/** What the columns of ledgers and recipients hold. */

/** Name, phone, further columns. */
const Frozen = z.union([
  z.tuple([z.string(), z.string()]),
  z.tuple([z.string(), z.string(), z.record(z.string(), z.string())]),
])

/** A recipient's progress: only the values that differ from those of an unattempted recipient. */
const State = z.object({
  status: z.enum(RecipientStatus).exactOptional(),
  jid: z.string().exactOptional(),
  attemptCount: z.int().min(0).exactOptional(),
  errorCode: SendErrorCode.exactOptional(),
  refusalCode: z.int().exactOptional(),
  sentAtMs: z.number().exactOptional(),
  deliveredAtMs: z.number().exactOptional(),
  readAtMs: z.number().exactOptional(),
  repliedAtMs: z.number().exactOptional(),
  replyText: z.string().exactOptional(),
  isTextSent: z.literal(true).exactOptional(),
})

export type StoredRecipient = {
  readonly addressee: unknown
  readonly place: number | null
  /** Null where no fact has changed the recipient. */
  readonly state: unknown
}

/** @throws AppError `ledger_damaged` */
export function decodeHeader(header: unknown): LedgerHeader {
  return parsed(LedgerHeaderRecord, header)
}

export function encodeAddressee({ name, phone, fields }: Addressee): string {
  return JSON.stringify(fields ? [name, phone, fields] : [name, phone])
}

/** @throws AppError `ledger_damaged` */
export function phoneOf(addressee: unknown): string {
  return parsed(Frozen, addressee)[1]
}

export function encodeState(row: Recipient): string {
  // Keys without a value are left out.
  return JSON.stringify({
    status: row.status === RecipientStatus.waiting ? undefined : row.status,
    jid: row.jid ?? undefined,
    attemptCount: row.attemptCount || undefined,
    errorCode: row.errorCode ?? undefined,
    refusalCode: row.refusalCode ?? undefined,
    sentAtMs: row.sentAtMs || undefined,
    deliveredAtMs: row.deliveredAtMs || undefined,
    readAtMs: row.readAtMs || undefined,
    repliedAtMs: row.repliedAtMs || undefined,
    replyText: row.replyText ?? undefined,
    isTextSent: row.isTextSent,
  })
}

/** @throws AppError `ledger_damaged` */
export function decodeRecipient({ addressee, place, state }: StoredRecipient): Recipient {
  const [name, phone, fields] = parsed(Frozen, addressee)
  const row = newRecipient({ name, phone, ...(fields && { fields }) })
  if (state === null) return row
  return { ...row, ...parsed(State, state), order: place ?? -1 }
}

function parsed<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const { data, error } = schema.safeParse(value)
  if (error) throw new AppError('ledger_damaged', error.message)
  return data
}
