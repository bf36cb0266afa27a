/** Carries the pass of a call from node to node; in an answer, why the node did not take it. */
export const PASS_HEADER = 'x-disparo-pass'

const MISDIRECTED = 421

const reasons = [
  /** The account is not at home there, or not any more. */
  'moved',
  /** The node cannot read the pass. */
  'refused',
] as const
/** Why a node did not take a call: nothing of it was begun. */
export type Untaken = (typeof reasons)[number]

/** What the log is told then. */
export const PASS_REFUSED =
  'another node refuses the passes of this one: DISPARO_CLUSTER_SECRET or the clocks differ'

export function answerUntaken(why: Untaken): Response {
  return new Response(null, { status: MISDIRECTED, headers: { [PASS_HEADER]: why } })
}

/** No engine's answer has this header. */
export function untakenBy(headers: Iterable<readonly [string, string]>): Untaken | null {
  for (const [name, value] of headers) {
    if (name.toLowerCase() === PASS_HEADER) return reasons.find((why) => why === value) ?? null
  }
  return null
}
