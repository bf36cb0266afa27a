/**
 * A message without an acknowledgement for this long gives its place back, so that one silent
 * recipient does not hold up all others.
 */
const SILENCE_MS = 5_000

/**
 * Bounds how many messages of one device wait for WhatsApp's acknowledgement, and those of one
 * person to one. It begins with one message, doubles with each round of acknowledgements up to its
 * limit, and is back at one after a refusal or a silence.
 */
export function createSendWindow(limit: number) {
  const busy = new Set<string>()
  const waiting: {
    readonly person: string
    readonly isUrgent: boolean
    readonly enter: () => void
  }[] = []
  let size = 1
  return { enter, accepted, refused, reset }

  /**
   * Resolves when the message may be written, to a function that gives the place back. An urgent
   * message, which a user waits for, goes before those of campaigns.
   */
  function enter(person: string, isUrgent = false): Promise<() => void> {
    return new Promise((resolve) => {
      const firstPatient = isUrgent ? waiting.findIndex((each) => !each.isUrgent) : -1
      const place = firstPatient < 0 ? waiting.length : firstPatient
      waiting.splice(place, 0, { person, isUrgent, enter: () => resolve(placeOf(person)) })
      admit()
    })
  }

  /** A function that gives the place back, once. */
  function placeOf(person: string): () => void {
    let isHeld = true
    const leave = () => {
      clearTimeout(timer)
      if (!isHeld) return
      isHeld = false
      busy.delete(person)
      admit()
    }
    const timer = setTimeout(() => {
      size = 1
      leave()
    }, SILENCE_MS)
    return leave
  }

  function admit(): void {
    while (busy.size < size) {
      const next = waiting.findIndex(({ person }) => !busy.has(person))
      const [admitted] = next < 0 ? [] : waiting.splice(next, 1)
      if (!admitted) return
      busy.add(admitted.person)
      admitted.enter()
    }
  }

  function accepted(): void {
    size = Math.min(limit, size + 1)
    admit()
  }

  function refused(): void {
    size = 1
  }

  /** A new connection begins carefully. */
  function reset(): void {
    size = 1
  }
}
