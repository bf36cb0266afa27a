import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const worker = fileURLToPath(new URL('./storage-worker.js', import.meta.url))

export type StorageChild = {
  /** What it told so far, each line split into words. */
  readonly told: readonly (readonly string[])[]
  /** Resolves once it has told a line that begins so. */
  heard(word: string): Promise<readonly string[]>
  /** Ends it as a power cut would: at once, in the middle of whatever it does. */
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
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    },
    ended: async () => {
      await closed
    },
  }

  async function heard(word: string): Promise<readonly string[]> {
    let hasClosed = false
    closed.then(() => {
      hasClosed = true
    })
    for (;;) {
      const found = told.find(([first]) => first === word)
      if (found) return found
      if (hasClosed) throw new Error(`the child ended without "${word}"`)
      await Promise.race([once(lines, 'line'), closed])
    }
  }
}

/** Lets a child work, and kills it at a random moment. */
export async function workUntilKilled(
  args: readonly string[],
  { maxWorkMs = 150 }: { readonly maxWorkMs?: number } = {},
): Promise<readonly (readonly string[])[]> {
  const child = startStorageChild(args)
  await child.heard('ready')
  await new Promise((resolve) => setTimeout(resolve, Math.random() * maxWorkMs))
  await child.kill()
  return child.told
}
