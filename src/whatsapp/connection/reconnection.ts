import type { DisconnectCode } from '../../contract/devices/device.ts'
import type { GiveUp, TryAgain, TryLimit, Verdict } from './end-rules.ts'

/** The next step after a connection has ended. */
export type NextStep =
  | SettledStep
  /** Connect at once with a newer client version; `otherwise` where there is none. */
  | { readonly step: 'newer_version'; readonly otherwise: () => SettledStep }

export type SettledStep =
  | { readonly step: 'reconnect_now' }
  | {
      readonly step: 'reconnect_later'
      readonly reason: DisconnectCode
      readonly delayMs: number
      /** The server itself asked for the wait: its owner's wish does not shorten it. */
      readonly isAskedFor: boolean
      /** When the next attempt comes, where that is far enough away to be shown. */
      readonly until: Date | null
    }
  /** No attempt before a time that also holds over a restart. */
  | {
      readonly step: 'hold'
      readonly reason: DisconnectCode
      readonly until: Date | null
      readonly attemptAt: Date
    }
  | { readonly step: 'give_up'; readonly reason: DisconnectCode; readonly keys: GiveUp['keys'] }

export type ReconnectTimings = {
  readonly firstReconnectDelayMs: number
  readonly maxReconnectDelayMs: number
  /** A connection of this age counts as stable: the next attempt comes soon. */
  readonly stableAfterMs: number
  /** The wait after another session has taken the place of this one. */
  readonly replacedRetryMs: number
  /** Waits while the server refuses the newest client version that is known; the last one repeats. */
  readonly outdatedRetryMs: readonly number[]
}

export type Reconnection = ReturnType<typeof createReconnection>

/** A second replacement within this time ends the attempts: two programs would fight for ever. */
const REPLACED_WINDOW_MS = 10 * 60_000
/** Restarts that the server may ask for in a row without a wait between them. */
const RESTARTS_AT_ONCE = 3
/** How long a suspension is respected whose end WhatsApp did not name. */
const UNSTATED_SUSPENSION_SECONDS = 24 * 3_600
const LONGEST_HOLD_SECONDS = 10 * 365 * 24 * 3_600
const LONGEST_HOLD_JITTER_MS = 60_000

/** Remembers how a device's connections ended, and decides when to try again. */
export function createReconnection({
  timings,
  now,
  random,
}: {
  readonly timings: ReconnectTimings
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
}) {
  let attempt = 0
  let restarts = 0
  let outdatedWaits = 0
  let replacedAt: number | null = null
  /** Times of tries under a limit, by its name; those in a row end with a stable connection. */
  const tries = { inARow: new Map<string, number[]>(), withinTime: new Map<string, number[]>() }
  return { next }

  /** Takes in an end after `openMs` of an open connection, and returns what to do. */
  function next(verdict: Verdict, openMs: number): NextStep {
    if (openMs >= timings.stableAfterMs) forgetAttempts()
    switch (verdict.kind) {
      case 'reconnect_now':
        restarts += 1
        if (restarts <= RESTARTS_AT_ONCE) return { step: 'reconnect_now' }
        return tryAgain({ kind: 'try_again', reason: 'connection_lost' })
      case 'try_again':
        return tryAgain(verdict)
      case 'hold':
        return hold(verdict)
      case 'newer_version':
        return {
          step: 'newer_version',
          otherwise: () =>
            verdict.otherwise === 'wait' ? waitOutdated() : giveUp(verdict.otherwise),
        }
      case 'replaced':
        return replaced()
      case 'give_up':
        return giveUp(verdict)
    }
  }

  function forgetAttempts(): void {
    attempt = 0
    restarts = 0
    outdatedWaits = 0
    tries.inARow.clear()
  }

  function tryAgain({ reason, raise = 0, maxMs, limit }: TryAgain): SettledStep {
    if (limit && countTry(limit) >= limit.count) return giveUp(limit.end)
    attempt += raise
    const { firstReconnectDelayMs: firstMs, maxReconnectDelayMs } = timings
    const limits = { firstMs, maxMs: Math.min(maxMs ?? maxReconnectDelayMs, maxReconnectDelayMs) }
    const delayMs = reconnectDelayMs(attempt++, { ...limits, random: random() })
    const isAskedFor = raise > 0 || reason === 'refused'
    return { step: 'reconnect_later', reason, delayMs, isAskedFor, until: null }
  }

  function countTry({ name, withinMs }: TryLimit): number {
    const counted = withinMs === null ? tries.inARow : tries.withinTime
    const since = withinMs === null ? 0 : now() - withinMs
    const times = [...(counted.get(name) ?? []).filter((at) => at >= since), now()]
    counted.set(name, times)
    return times.length
  }

  function hold({ reason, seconds }: Extract<Verdict, { kind: 'hold' }>): SettledStep {
    const ms = Math.min(seconds ?? UNSTATED_SUSPENSION_SECONDS, LONGEST_HOLD_SECONDS) * 1000
    const jitterMs = Math.min(ms / 10, LONGEST_HOLD_JITTER_MS) * (0.5 + random() / 2)
    const until = seconds === null ? null : new Date(now() + ms)
    return { step: 'hold', reason, until, attemptAt: new Date(now() + ms + jitterMs) }
  }

  function waitOutdated(): SettledStep {
    const waits = timings.outdatedRetryMs
    const delayMs = waits[Math.min(outdatedWaits, waits.length - 1)] ?? 0
    outdatedWaits += 1
    const until = new Date(now() + delayMs)
    return { step: 'reconnect_later', reason: 'outdated', delayMs, isAskedFor: true, until }
  }

  function replaced(): SettledStep {
    const isAgain = replacedAt !== null && now() - replacedAt < REPLACED_WINDOW_MS
    replacedAt = now()
    if (isAgain) return { step: 'give_up', reason: 'replaced', keys: 'keep' }
    const delayMs = timings.replacedRetryMs * (0.9 + random() / 5)
    const until = null
    return { step: 'reconnect_later', reason: 'replaced_once', delayMs, isAskedFor: false, until }
  }
}

function giveUp({ reason, keys }: GiveUp): SettledStep {
  return { step: 'give_up', reason, keys }
}

/**
 * Milliseconds before attempt number `attempt` (from 0): Fibonacci numbers of the first wait, with a
 * tenth of jitter, up to a limit.
 */
export function reconnectDelayMs(
  attempt: number,
  limits: { firstMs: number; maxMs: number; random: number },
): number {
  let [current, following] = [limits.firstMs, limits.firstMs]
  for (let step = 0; step < attempt && current < limits.maxMs; step += 1) {
    ;[current, following] = [following, current + following]
  }
  return Math.min(limits.maxMs, current) * (0.9 + limits.random / 5)
}
