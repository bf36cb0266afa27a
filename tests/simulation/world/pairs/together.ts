import { type ActNeeds, pauses } from '../acts.ts'
import type { Answer, Call } from '../program.ts'

/** Two answers, in the order in which their calls were made. */
export type Together = {
  readonly answers: readonly [Answer, Answer]
  /** The second call was made once the first had been answered. */
  readonly isInTurn: boolean
  /** The first call was under way before the second was made. */
  readonly isApart: boolean
}

/** Makes two calls at once, or the second while the first is most likely still under way. */
export function createTogether({ machine: { timeline }, program, random }: ActNeeds) {
  const pause = pauses(timeline)

  return async (one: Call, other: Call, gapMs = someGap()): Promise<Together> => {
    let isAnswered = false
    let isInTurn = false
    const first = program.call(one).then((answer) => {
      isAnswered = true
      return answer
    })
    const second = (async () => {
      if (gapMs > 0) await pause(gapMs)
      isInTurn = isAnswered
      return program.call(other)
    })()
    const answers = await Promise.all([first, second])
    return { answers, isInTurn, isApart: gapMs >= 1 }
  }

  function someGap(): number {
    return random.chance(0.4) ? 0 : 1 + random.next() * random.pick([2, 10, 60])
  }
}
