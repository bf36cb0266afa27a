import {
  type BinaryNode,
  getBinaryNodeChild,
  S_WHATSAPP_NET,
  type WASocket,
} from '@whiskeysockets/baileys'
import { z } from 'zod'
import type { NewChatCap, TimeLock } from '../../domain/account-limits.ts'
import { queryNode } from '../directory/usync.ts'

/** WhatsApp's answers about an account's limits, as its GraphQL writes them. */

const TIME_LOCK_QUERY = '23983697327930364'
/** Newest first: WhatsApp retires a query's id when it changes the query. */
const CAP_QUERIES = [
  { id: '27910975521856601', type: 'INDIVIDUAL_NEW_CHAT_THREAD' },
  { id: '24503548349331633', type: 'INDIVIDUAL_NEW_CHAT_MSG' },
] as const

const UNNAMED_LOCK = 'DEFAULT'

/** Numbers come as numbers or as text. */
const Count = z.union([z.number(), z.string().regex(/^-?\d+$/)]).transform(Number)
/** Seconds since 1970, as an ISO time; 0 is none. */
const Seconds = Count.nullish().transform((seconds) =>
  seconds && seconds > 0 ? new Date(seconds * 1000).toISOString() : null,
)

const LockAnswer = z
  .object({
    is_active: z.boolean().nullish(),
    time_enforcement_ends: Seconds,
    enforcement_type: z.string().min(1).nullish(),
  })
  .transform((answer): TimeLock => {
    if (!answer.is_active) return { isActive: false }
    const kind = answer.enforcement_type ?? UNNAMED_LOCK
    return { isActive: true, kind, until: answer.time_enforcement_ends }
  })

const CapAnswer = z
  .object({
    total_quota: Count,
    used_quota: Count.nullish(),
    capping_status: z.enum(['NONE', 'FIRST_WARNING', 'SECOND_WARNING', 'CAPPED']).catch('NONE'),
    cycle_end_timestamp: Seconds,
  })
  .transform(
    (answer): NewChatCap => ({
      total: answer.total_quota < 0 ? null : answer.total_quota,
      used: Math.max(0, answer.used_quota ?? 0),
      status: answer.capping_status,
      cycleEndsAt: answer.cycle_end_timestamp,
    }),
  )

const LockEnvelope = z.object({
  data: z.object({ xwa2_fetch_account_reachout_timelock: LockAnswer }),
})
const CapEnvelope = z.object({ data: z.object({ xwa2_message_capping_info: CapAnswer }) })
const LockNotice = z.object({
  data: z.object({ xwa2_notify_account_reachout_timelock: LockAnswer }),
})
const CapNotice = z.object({
  data: z.object({ xwa2_notify_new_chat_messages_capping_info_update: CapAnswer }),
})

type MexSocket = Pick<WASocket, 'query' | 'generateMessageTag'>

/** @throws where WhatsApp gave no answer that can be read: then the lock is not known */
export async function askTimeLock(sock: MexSocket, timeoutMs: number): Promise<TimeLock> {
  const answer = await ask(sock, { id: TIME_LOCK_QUERY, variables: {}, timeoutMs })
  return LockEnvelope.parse(answer).data.xwa2_fetch_account_reachout_timelock
}

/** @throws where WhatsApp answers none of the queries: then the cap is not known, and not "none" */
export async function askNewChatCap(sock: MexSocket, timeoutMs: number): Promise<NewChatCap> {
  let failure: unknown
  for (const { id, type } of CAP_QUERIES) {
    try {
      const answer = await ask(sock, { id, variables: { input: { type } }, timeoutMs })
      return CapEnvelope.parse(answer).data.xwa2_message_capping_info
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function ask(
  sock: MexSocket,
  query: { readonly id: string; readonly variables: object; readonly timeoutMs: number },
): Promise<unknown> {
  const { id, variables, timeoutMs } = query
  const content = Buffer.from(JSON.stringify({ variables }))
  const node = {
    tag: 'iq',
    attrs: { type: 'get', to: S_WHATSAPP_NET, xmlns: 'w:mex' },
    content: [{ tag: 'query', attrs: { query_id: id }, content }],
  }
  const answer = await queryNode(sock, node, timeoutMs)
  return readJson(getBinaryNodeChild(answer, 'result'))
}

export function readLimitNotification(node: BinaryNode): {
  readonly lock: TimeLock | null
  readonly cap: NewChatCap | null
} {
  const update = readJson(getBinaryNodeChild(node, 'update'))
  const lock = LockNotice.safeParse(update).data?.data.xwa2_notify_account_reachout_timelock
  const cap =
    CapNotice.safeParse(update).data?.data.xwa2_notify_new_chat_messages_capping_info_update
  return { lock: lock ?? null, cap: cap ?? null }
}

function readJson(node: BinaryNode | undefined): unknown {
  if (!(node?.content instanceof Uint8Array)) return undefined
  try {
    const json: unknown = JSON.parse(Buffer.from(node.content).toString('utf8'))
    return json
  } catch {
    // Unreadable is "not known", like no answer at all.
    return undefined
  }
}
