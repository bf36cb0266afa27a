import { readFileSync } from 'node:fs'

/**
 * The longest turn of the loop in processor time of the main thread: on a machine that is shared, a
 * turn lasts as long as others take of it.
 */
export function watchOwnTime() {
  let last = { at: performance.now(), cpu: mainThreadMs() }
  let longestMs = 0
  const timer = setInterval(look, 1)
  return {
    end: () => {
      look()
      clearInterval(timer)
      return longestMs
    },
  }

  function look(): void {
    const now = { at: performance.now(), cpu: mainThreadMs() }
    longestMs = Math.max(longestMs, Math.min(now.at - last.at, now.cpu - last.cpu))
    last = now
  }
}

/** Where the system does not tell of threads, all of them count: the figure is then too high. */
function mainThreadMs(): number {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1')
    return Number(text.split(' ')[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
}
