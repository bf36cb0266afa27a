import { createHmac } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { bytesOf, childOf } from '../protocol/stanza.ts'
import type { ClientKeys } from '../signal/phone-signal.ts'
import { notifyLimits } from '../world/account-limits.ts'
import { lidJid, type Resident } from '../world/directory.ts'
import type { Account, Companion, World } from '../world/world.ts'
import { saltOf, tokenOf } from './history.ts'

/** The account may not write to people it has no chat with. */
const restricted = 463
/** The account has begun as many chats as it may. */
const capped = 475
const invalidStanza = 479
const longestTimerMs = 2 ** 31 - 1

/** What a message's tokens prove: a chat with the person, or the account's own salt. */
type Proof = 'token' | 'salt' | 'none' | 'wrong'

/** The code with which WhatsApp refuses a message to somebody the account has no chat with, or 0. */
export function judgeReachOut(
  world: World,
  { account }: Companion,
  { message, resident }: { message: BinaryNode; resident: Resident },
): number {
  const proof = proofOf(world, account, { message, resident })
  if (proof === 'token') world.stats.withToken += 1
  if (proof === 'salt') world.stats.withSalt += 1
  if (message.attrs.category === 'peer') return 0
  if (proof === 'wrong') return invalidStanza
  const { needsToken } = world.accountTable.of(account.phone)
  const isStranger = proof !== 'token' && !hasChat(world, account, { resident, needsToken })
  if (!isStranger) return 0
  if (isLocked(account)) {
    world.stats.intoLock += 1
    extendLock(world, account)
    return restricted
  }
  if (needsToken && proof !== 'salt') return restricted
  return countNewChat(world, account)
}

function proofOf(
  world: World,
  account: Account,
  { message, resident }: { message: BinaryNode; resident: Resident },
): Proof {
  const token = bytesOf(childOf(message, 'tctoken'))
  const salted = bytesOf(childOf(message, 'cstoken'))
  if (token && salted) return 'wrong'
  if (token) return token.equals(tokenOf(resident, account)) ? 'token' : 'wrong'
  if (!salted) return 'none'
  const proof = createHmac('sha256', saltOf(world, account)).update(lidJid(resident)).digest()
  return salted.equals(proof) ? 'salt' : 'wrong'
}

/** Where tokens are asked for, an older chat alone proves nothing. */
function hasChat(
  world: World,
  account: Account,
  { resident: { name, phone }, needsToken }: { resident: Resident; needsToken: boolean },
): boolean {
  if (phone === account.phone) return true
  if (needsToken) return false
  const clients = new Set<ClientKeys>(account.companions.values())
  return world.findPerson(name)?.sessions.some(({ client }) => clients.has(client)) ?? false
}

function isLocked({ limits: { reachoutTimelock: lock } }: Account): boolean {
  return lock !== null && (lock.endsAt === null || Date.parse(lock.endsAt) > Date.now())
}

function extendLock(world: World, account: Account): void {
  const { reachoutTimelock: lock } = account.limits
  if (!lock?.extendOnAttemptSeconds || lock.endsAt === null) return
  const endsAt = new Date(Date.parse(lock.endsAt) + lock.extendOnAttemptSeconds * 1000)
  account.limits.reachoutTimelock = { ...lock, endsAt: endsAt.toISOString() }
  notifyLimits(world, account, { reachoutTimelock: account.limits.reachoutTimelock })
  endLockInTime(world, account)
}

/** Lifts a lock at its end, and notifies the account's clients. */
export function endLockInTime(world: World, account: Account): void {
  const lock = account.limits.reachoutTimelock
  const leftMs = lock?.endsAt ? Date.parse(lock.endsAt) - Date.now() : longestTimerMs
  if (leftMs >= longestTimerMs) return
  world.timers.after(Math.max(1, leftMs), () => {
    if (account.limits.reachoutTimelock !== lock) return
    account.limits.reachoutTimelock = null
    notifyLimits(world, account, { reachoutTimelock: null })
  })
}

/** Counts a chat that begins, and notifies the clients at half of the cap and at its end. */
function countNewChat(world: World, account: Account): number {
  const { newChatCap: cap } = account.limits
  if (!cap || cap.total < 0) return 0
  if (cap.used >= cap.total) return capped
  const used = cap.used + 1
  account.limits.newChatCap = { ...cap, used }
  if (used === Math.ceil(cap.total / 2) || used === cap.total) {
    notifyLimits(world, account, { newChatCap: account.limits.newChatCap })
  }
  return 0
}
