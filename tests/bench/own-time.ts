import { readFileSync } from 'node:fs'

/**
 * Measures the longest turn of the loop in processor time of the main thread: on a shared machine
 * the turn's duration would include the work of other processes.
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

/**
 * Where the system does not report single threads, all of them count, and the result is too high.
 */
function mainThreadMs(): number {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1')
    return Number(text.split(' ')[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
}
