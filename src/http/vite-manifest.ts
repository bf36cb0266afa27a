import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConsoleFiles } from '../pages/console.tsx'

const Chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
})
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

/** Where Vite writes which file of the build became which. */
export function viteManifestPath(consoleDir: string): string {
  return join(consoleDir, '.vite', 'manifest.json')
}

/** @throws SyntaxError, ZodError or Error where it is not what Vite writes */
export async function readConsoleFiles(consoleDir: string): Promise<ConsoleFiles> {
  const text = await readFile(viteManifestPath(consoleDir), 'utf8')
  return consoleFilesOf(Manifest.parse(JSON.parse(text)))
}

function consoleFilesOf(manifest: Manifest): ConsoleFiles {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
  if (entry === undefined) throw new Error('the manifest of the console has no entry')
  const [first, ...others] = [...withImports(manifest, entry)].flatMap(
    (name) => manifest[name] ?? [],
  )
  if (!first) throw new Error('the manifest of the console has an empty entry')
  const chunks = [first, ...others]
  return {
    script: first.file,
    preloads: others.map(({ file }) => file),
    // What a chunk builds upon comes before it, so that its own rules win.
    styles: [...new Set(chunks.toReversed().flatMap(({ css }) => css))],
    font: latinFont(chunks.flatMap(({ assets }) => assets)),
  }
}

/** The entry and all that must be there before it runs, each once. */
function withImports(manifest: Manifest, entry: string): Set<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (found.has(name)) continue
    found.add(name)
    waiting.push(...(manifest[name]?.imports ?? []))
  }
  return found
}

/** A font comes in a file per alphabet, and Portuguese needs this one alone. */
function latinFont(assets: readonly string[]): string | null {
  const fonts = assets.filter((file) => file.endsWith('.woff2'))
  return fonts.find((file) => /latin-(?!ext)/.test(file) && !/italic/.test(file)) ?? null
}
