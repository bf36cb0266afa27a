import type { AccountLimits } from './world.ts'

/** An account's limits in the fields that WhatsApp's GraphQL answers and notifications use. */

export function timelockFields(lock: AccountLimits['reachoutTimelock']) {
  if (!lock) return { is_active: false }
  return {
    is_active: true,
    time_enforcement_ends: String(Math.floor(Date.parse(lock.endsAt) / 1000)),
    enforcement_type: lock.type,
  }
}

export function capFields(cap: AccountLimits['newChatCap']) {
  return {
    total_quota: cap?.total ?? -1,
    used_quota: cap?.used ?? 0,
    capping_status: cap && cap.used >= cap.total ? 'CAPPED' : 'NONE',
  }
}
