import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** What most visits begin with: the frame and this screen. */
const FIRST_SCREEN = 'screens/dashboard/dashboard-screen.tsx'
/** The module that reads the server's answer for that screen. */
const FIRST_ANSWER = 'api/dashboard-answer.ts'
/** Most compressed script until that screen shows, and until it shows its stats. */
const LIMITS_BYTES = { shown: 101_000, filled: 130_000 } as const

/**
 * Prints the compressed script of each screen, and fails the build when the first one exceeds its
 * limit: small growth is noticed only where it is measured.
 */
export function bundleSize(): Plugin {
  return {
    name: 'disparo:bundle-size',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const bytesOf = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code).length]))
      const entries = chunks.filter(({ isEntry }) => isEntry)
      if (entries.length === 0) return
      const frame = new Set(entries.flatMap((entry) => [...withImports(entry, chunks)]))
      const rows = [...new Set(chunks.flatMap(screensOf))].map((name) => {
        const files = filesOf(name, chunks)
        for (const fileName of frame) files.delete(fileName)
        return { name, bytes: sum(files, bytesOf) }
      })
      const frameBytes = sum(frame, bytesOf)
      const shown = new Set([...frame, ...filesOf(FIRST_SCREEN, chunks)])
      const filled = new Set([...shown, ...filesOf(FIRST_ANSWER, chunks)])
      const first = { shown: sum(shown, bytesOf), filled: sum(filled, bytesOf) }
      const lines = rows.map(({ name, bytes }) => `  ${kilobytes(bytes)}  + ${name}`)
      this.info(
        [
          'compressed script',
          `  ${kilobytes(frameBytes)}  frame and sign-in`,
          `  ${kilobytes(first.shown)}  first screen: with the dashboard`,
          `  ${kilobytes(first.filled)}  and with what reads its numbers`,
          ...lines,
        ].join('\n'),
      )
      for (const part of ['shown', 'filled'] as const) {
        if (first[part] <= LIMITS_BYTES[part]) continue
        const limit = kilobytes(LIMITS_BYTES[part]).trim()
        this.error(`the first screen costs ${kilobytes(first[part]).trim()}, more than ${limit}`)
      }
    },
  }
}

/** The screens a chunk loads on demand, by the end of their path. */
function screensOf({ facadeModuleId }: Rolldown.OutputChunk): string[] {
  const name = /\/web\/(screens\/.+)$/.exec(facadeModuleId ?? '')?.[1]
  return name === undefined ? [] : [name]
}

/** What a module that is loaded on demand needs, named by the end of its path. */
function filesOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const own = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
  return new Set(own.flatMap((chunk) => [...withImports(chunk, chunks)]))
}

/** The chunk and all that must be there before it runs. */
function withImports(
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
): Set<string> {
  const found = new Set<string>()
  const waiting = [chunk.fileName]
  for (let fileName = waiting.pop(); fileName !== undefined; fileName = waiting.pop()) {
    if (found.has(fileName)) continue
    found.add(fileName)
    waiting.push(...(chunks.find((other) => other.fileName === fileName)?.imports ?? []))
  }
  return found
}

function sum(fileNames: Iterable<string>, bytesOf: ReadonlyMap<string, number>): number {
  let total = 0
  for (const fileName of fileNames) total += bytesOf.get(fileName) ?? 0
  return total
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`
}
