import type { Clock } from '../../domain/clock.ts'
import type { Home, Homes } from './homes.ts'

/** A call unanswered for this long may wait for a node that froze and lost its accounts. */
const LOOK_AGAIN_MS = 5_000

/** Watches whether the account of a call to another node is still at home there. */
export function createHomeWatch({
  homes,
  clock,
}: {
  readonly homes: Pick<Homes, 'find'>
  readonly clock: Pick<Clock, 'after'>
}) {
  return watch

  /** Calls `moved` once an account is not at home at a node any more. @returns ends the watch */
  function watch(userId: string, url: string, moved: () => void): () => void {
    let isOver = false
    let cancel = clock.after(LOOK_AGAIN_MS, look)
    return end

    function look(): void {
      homes.find(userId).then(
        (home) => {
          if (isAt(home, url)) lookLater()
          else if (!isOver) moved()
        },
        // Where the account is at home cannot be found out now.
        lookLater,
      )
    }

    function lookLater(): void {
      if (!isOver) cancel = clock.after(LOOK_AGAIN_MS, look)
    }

    function end(): void {
      isOver = true
      cancel()
    }
  }
}

function isAt(home: Home, url: string): boolean {
  return home.kind === 'there' && home.node.url === url
}
