import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Nice value of a host: enough that the main thread answers first, not so much that sends starve. */
const HOST_NICENESS = 5

/**
 * Lowers the host's priority below the main thread's where cores are few: encryption can wait a
 * millisecond, a user at a screen should not. Only Linux gives threads priorities of their own;
 * elsewhere nothing changes.
 */
export function yieldToMainThread(): void {
  if (process.platform !== 'linux') return
  try {
    const [, threadId] = /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (threadId !== undefined) setPriority(Number(threadId), HOST_NICENESS)
  } catch {
    // Without /proc, or in a sandbox that forbids it, the host runs as any other thread.
    return
  }
}
