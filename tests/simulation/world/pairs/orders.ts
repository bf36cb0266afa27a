import type { Answer } from '../program.ts'

/** One of two simultaneous calls, with its answer. */
export type Went<State> = {
  readonly what: string
  readonly refusal: string | undefined
  /** The states that the call makes of a record where nothing refuses it. */
  readonly done: (state: State) => readonly State[]
  /**
   * The states that the call may have made of a record, by its answer; none: it cannot be answered
   * so.
   */
  readonly after: (state: State) => readonly State[]
}

/** Two calls on one record under way at the same time, and its state before and after them. */
export type Pair<State> = {
  readonly before: State
  readonly seen: State
  readonly calls: readonly [Went<State>, Went<State>]
  /** The second call was made once the first had been answered: there is only one order. */
  readonly isInTurn: boolean
  /** The states that a record may reach by itself at any moment, its own included. */
  readonly drift: (state: State) => readonly State[]
  readonly isSame: (one: State, other: State) => boolean
}

/** Whether one call after the other, in either order, explains both answers and the state seen. */
export function isOneOfTwoOrders<State>(pair: Pair<State>): boolean {
  const { before, seen, calls, isInTurn, drift, isSame } = pair
  const [one, other] = calls
  const orders = isInTurn ? [[one, other] as const] : [[one, other] as const, [other, one] as const]
  return orders.some(([first, second]) => {
    const between = drift(before).flatMap(first.after).flatMap(drift)
    const ends = between.flatMap(second.after).flatMap(drift)
    return [...ends, ...afterDisk(first, second, pair)].some((end) => isSame(end, seen))
  })
}

/**
 * A change shows before the disk has it. Where the disk then refuses it, the other call may have
 * been refused for the state that showed meanwhile; then neither has changed anything.
 */
function afterDisk<State>(
  byDisk: Went<State>,
  other: Went<State>,
  { before, isInTurn, drift, isSame }: Pair<State>,
): readonly State[] {
  if (isInTurn || byDisk.refusal !== 'storage_unavailable' || other.refusal === undefined) return []
  return drift(before).filter((state) =>
    byDisk.done(state).some((shown) => other.after(shown).some((end) => isSame(end, shown))),
  )
}

/** The code that a call was refused with; undefined where it was done. */
export function refusalOf(answer: NonNullable<Answer>): string | undefined {
  if (answer.status < 400) return undefined
  const { body } = answer
  const isNamed = typeof body === 'object' && body !== null && 'code' in body
  return isNamed ? String(body.code) : String(answer.status)
}

/** Whether the answer says what the call did. */
export function isClear(answer: Answer): answer is NonNullable<Answer> {
  return answer !== undefined && refusalOf(answer) !== 'storage_unsettled'
}
