import type { MiddlewareHandler } from 'hono'
import type { Env } from '../requests/client.ts'

/**
 * Carries the pass of a call from node to node; in an answer, whether the node took the call, or
 * why not. An answer without it is no node's: a proxy may stand in front of a node that has ended.
 */
export const PASS_HEADER = 'x-disparo-pass'

const MISDIRECTED = 421
const TAKEN = 'taken'

const reasons = [
  /** The account is not at home there, or not any more. */
  'moved',
  /** The node cannot read the pass. */
  'refused',
] as const
/** Why a node did not take a call: nothing of it was begun. */
export type Untaken = (typeof reasons)[number]

/** The log message where a node refuses the pass. */
export const PASS_REFUSED =
  'another node refuses the passes of this one: DISPARO_CLUSTER_SECRET or the clocks differ'

export function answerUntaken(why: Untaken): Response {
  return new Response(null, { status: MISDIRECTED, headers: { [PASS_HEADER]: why } })
}

/** Marks an engine's answer as taken. */
export const markTaken: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (!c.res.headers.has(PASS_HEADER)) c.header(PASS_HEADER, TAKEN)
}

export function isOfNode(headers: Iterable<readonly [string, string]>): boolean {
  return passIn(headers) !== undefined
}

/** Returns why a node did not take the call; null where it did. */
export function untakenBy(headers: Iterable<readonly [string, string]>): Untaken | null {
  const value = passIn(headers)
  return reasons.find((why) => why === value) ?? null
}

function passIn(headers: Iterable<readonly [string, string]>): string | undefined {
  for (const [name, value] of headers) if (name.toLowerCase() === PASS_HEADER) return value
  return undefined
}
