import { randomUUID } from 'node:crypto'
import { secondsNow, server, stanza } from '../protocol/stanza.ts'
import type { AccountLimits } from './account-settings.ts'
import type { Account, World } from './world.ts'

/** An account's limits in the fields that WhatsApp's GraphQL answers and notifications use. */

function timelockFields(lock: AccountLimits['reachoutTimelock']) {
  if (!lock) return { is_active: false }
  return {
    is_active: true,
    ...(lock.endsAt !== null && { time_enforcement_ends: seconds(lock.endsAt) }),
    enforcement_type: lock.type,
  }
}

function capFields(cap: AccountLimits['newChatCap']) {
  const numberOf = (value: number) => (cap?.asText ? String(value) : value)
  return {
    total_quota: numberOf(cap?.total ?? -1),
    used_quota: numberOf(cap?.used ?? 0),
    capping_status: capStatus(cap),
    ...(cap?.cycleEndsAt !== undefined && { cycle_end_timestamp: seconds(cap.cycleEndsAt) }),
  }
}

const firstWarning = 0.5

function capStatus(cap: AccountLimits['newChatCap']): string {
  if (!cap || cap.total < 0) return 'NONE'
  if (cap.used >= cap.total) return 'CAPPED'
  return cap.used >= cap.total * firstWarning ? 'FIRST_WARNING' : 'NONE'
}

function seconds(iso: string): string {
  return String(Math.floor(Date.parse(iso) / 1000))
}

const timelockQuery = '23983697327930364'
const capQueries = { new: '27910975521856601', old: '24503548349331633' }

/** Answers a GraphQL query; one that WhatsApp has retired is answered with an error. */
export function answerLimits({ limits }: Account, queryId: string | undefined): object {
  const { reachoutTimelock, newChatCap } = limits
  if (queryId === timelockQuery) {
    return { data: { xwa2_fetch_account_reachout_timelock: timelockFields(reachoutTimelock) } }
  }
  const { query = 'both' } = newChatCap ?? {}
  const isAnswered =
    (queryId === capQueries.new && (query === 'both' || query === 'new')) ||
    (queryId === capQueries.old && (query === 'both' || query === 'old'))
  if (isAnswered) return { data: { xwa2_message_capping_info: capFields(newChatCap) } }
  return { data: null, errors: [{ message: 'Bad Request', extensions: { error_code: 400 } }] }
}

/** Notifies an account's clients of what has changed. */
export function notifyLimits(
  { accountTable }: Pick<World, 'accountTable'>,
  { phone, companions }: Account,
  { reachoutTimelock, newChatCap }: Partial<AccountLimits>,
): void {
  if (!accountTable.of(phone).tellsLimits) return
  const changes: [string, object][] = []
  if (reachoutTimelock !== undefined) {
    const data = { xwa2_notify_account_reachout_timelock: timelockFields(reachoutTimelock) }
    changes.push(['NotificationUserReachoutTimelockUpdate', data])
  }
  if (newChatCap !== undefined) {
    const data = { xwa2_notify_new_chat_messages_capping_info_update: capFields(newChatCap) }
    changes.push(['MessageCappingInfoNotification', data])
  }
  for (const { connection } of companions.values()) {
    for (const [operation, data] of changes) {
      const bytes = Buffer.from(JSON.stringify({ data }))
      const update = stanza('update', { op_name: operation }, bytes)
      const attrs = { type: 'mex', from: server, id: randomUUID(), t: secondsNow() }
      connection?.send(stanza('notification', attrs, [update]))
    }
  }
}
