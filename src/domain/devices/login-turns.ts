import type { Clock } from '../clock.ts'

/** Logs a device in; returns false where that is no longer wanted. */
export type Login = () => boolean

export type LoginTurns = ReturnType<typeof createLoginTurns>

/**
 * Gives all devices of a process a few logins a second. All at once, the connections of a large
 * daemon would come from one address in one moment, and their handshakes keep everything else from
 * running.
 */
export function createLoginTurns({
  loginsPerSecond,
  clock,
}: {
  readonly loginsPerSecond: number
  readonly clock: Pick<Clock, 'after'>
}) {
  const waiting = new Set<Login>()
  let isResting = false

  return { ask, withdraw: (login: Login) => void waiting.delete(login) }

  /** Logs in at once, unless the last login was less than one interval ago. */
  function ask(login: Login): void {
    waiting.add(login)
    if (!isResting) next()
  }

  function next(): void {
    isResting = false
    for (const login of waiting) {
      waiting.delete(login)
      if (!login()) continue
      isResting = true
      clock.after(1_000 / loginsPerSecond, next)
      return
    }
  }
}
