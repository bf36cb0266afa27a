import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Compressed script that the first screen may cost. */
const FIRST_SCREEN_LIMIT_BYTES = 130_000
/** What most visits begin with: the frame and this screen. */
const FIRST_SCREEN = 'screens/dashboard/dashboard-screen.tsx'

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
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (!entry) return
      const frame = withImports(entry, chunks)
      const rows = [...new Set(chunks.flatMap(screensOf))].map((name) => {
        const screen = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(name))
        const files = new Set(screen.flatMap((chunk) => [...withImports(chunk, chunks)]))
        for (const fileName of frame) files.delete(fileName)
        return { name, bytes: sum(files, bytesOf) }
      })
      const frameBytes = sum(frame, bytesOf)
      const firstBytes = frameBytes + (rows.find(({ name }) => name === FIRST_SCREEN)?.bytes ?? 0)
      const lines = rows.map(({ name, bytes }) => `  ${kilobytes(bytes)}  + ${name}`)
      this.info(
        [
          'compressed script',
          `  ${kilobytes(frameBytes)}  frame and sign-in`,
          `  ${kilobytes(firstBytes)}  first screen: with the dashboard`,
          ...lines,
        ].join('\n'),
      )
      if (firstBytes > FIRST_SCREEN_LIMIT_BYTES) {
        this.error(`the first screen costs ${kilobytes(firstBytes)}, more than 130 kB`)
      }
    },
  }
}

/** The screens a chunk loads on demand, by the end of their path. */
function screensOf({ facadeModuleId }: Rolldown.OutputChunk): string[] {
  const name = /\/web\/(screens\/.+)$/.exec(facadeModuleId ?? '')?.[1]
  return name === undefined ? [] : [name]
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
