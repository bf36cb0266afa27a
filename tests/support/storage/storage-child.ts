import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const worker = fileURLToPath(new URL('./storage-worker.js', import.meta.url))

export type StorageChild = {
  /** The lines printed so far, each split into words. */
  readonly told: readonly (readonly string[])[]
  /** Resolves with the first line that begins with this word. */
  heard(word: string): Promise<readonly string[]>
  /** Resolves once this many lines are printed. */
  hasTold(count: number): Promise<void>
  /** Kills it at once, in the middle of whatever it does. */
  kill(): Promise<void>
  /** Resolves when it has ended by itself. */
  ended(): Promise<void>
}

/** Storage at work in another process; see `storage-worker.js` for the jobs. */
export function startStorageChild(
  args: readonly string[],
  { fileLimitBlocks }: { readonly fileLimitBlocks?: number } = {},
): StorageChild {
  const limit = fileLimitBlocks === undefined ? '' : `ulimit -f ${fileLimitBlocks}; `
  const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', process.execPath, worker, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told: string[][] = []
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => told.push(line.split(' ')))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })

  return {
    told,
    heard,
    hasTold,
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    },
    ended: async () => {
      await closed
    },
  }

  async function heard(word: string): Promise<readonly string[]> {
    const find = () => told.find(([first]) => first === word)
    await until(() => find() !== undefined, `"${word}"`)
    return find() ?? []
  }

  async function hasTold(count: number): Promise<void> {
    await until(() => told.length >= count, `${count} lines`)
  }

  async function until(isReached: () => boolean, what: string): Promise<void> {
    let hasClosed = false
    closed.then(() => {
      hasClosed = true
    })
    while (!isReached()) {
      if (hasClosed) throw new Error(`the child ended without ${what}`)
      await Promise.race([once(lines, 'line'), closed])
    }
  }
}

/**
 * Lets a child work until it has printed this many lines, and kills it at a random moment after.
 */
export async function workUntilKilled(
  args: readonly string[],
  {
    leastTold = 0,
    maxWorkMs = 150,
  }: { readonly leastTold?: number; readonly maxWorkMs?: number } = {},
): Promise<readonly (readonly string[])[]> {
  const child = startStorageChild(args)
  await child.heard('ready')
  await child.hasTold(child.told.length + leastTold)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * maxWorkMs))
  await child.kill()
  return child.told
}
