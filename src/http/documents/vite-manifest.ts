import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { consoleScreens } from '../../contract/console-routes.ts'
import type { ConsoleFiles } from '../../pages/console.tsx'

const Chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
})
type Chunk = z.infer<typeof Chunk>
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

/** The script of every document; it loads the rest of the frame at once. */
const ENTRY = 'main.ts'

/** Path of Vite's manifest, which maps sources to built files. */
export function viteManifestPath(consoleDir: string): string {
  return join(consoleDir, '.vite', 'manifest.json')
}

/** Files of each screen's document, by the screen's route; `''` for any other. */
export type ConsoleBuild = ReadonlyMap<string, ConsoleFiles>

/** @throws SyntaxError, ZodError or Error where the file is not a manifest of Vite */
export async function readConsoleBuild(consoleDir: string): Promise<ConsoleBuild> {
  const text = await readFile(viteManifestPath(consoleDir), 'utf8')
  const manifest = Manifest.parse(JSON.parse(text))
  const screens = Object.entries({ '': '', ...consoleScreens })
  return new Map(screens.map(([path, folder]) => [path, filesOf(manifest, folder)]))
}

/**
 * Lists the files of a screen: the entry, and as preloads the frame, the screen's own script, and
 * the one that reads the server's first answer, which loads last.
 */
function filesOf(manifest: Manifest, folder: string): ConsoleFiles {
  const name = folder.split('/').at(-1)
  const first = manifest[ENTRY]
  if (!first) throw new Error('the manifest of the console has no entry')
  const own = [ENTRY, ...first.dynamicImports].flatMap((part) => chunksOf(manifest, part))
  const screens = chunksOf(manifest, `screens/${folder}/${name}-screen.tsx`)
  const answer = chunksOf(manifest, `api/${name}-answer.ts`)
  const scripts = new Set([...own, ...screens, ...answer].map(({ file }) => file))
  scripts.delete(first.file)
  return {
    script: first.file,
    preloads: [...scripts],
    styles: [...new Set([...stylesOf(own), ...stylesOf(screens)])],
    font: latinFont(own.flatMap(({ assets }) => assets)),
  }
}

function chunksOf(manifest: Manifest, start: string): Chunk[] {
  return [...withImports(manifest, start)].flatMap((name) => manifest[name] ?? [])
}

/** Styles of imported chunks come first, so that a chunk's own rules win. */
function stylesOf(chunks: readonly Chunk[]): string[] {
  return chunks.toReversed().flatMap(({ css }) => css)
}

/** A script and all its imports, each once. */
function withImports(manifest: Manifest, start: string): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (found.has(name)) continue
    found.add(name)
    waiting.push(...(manifest[name]?.imports ?? []))
  }
  return found
}

/** Picks the font's Latin file, the only alphabet that Portuguese needs. */
function latinFont(assets: readonly string[]): string | null {
  const fonts = assets.filter((file) => file.endsWith('.woff2'))
  return fonts.find((file) => /latin-(?!ext)/.test(file) && !/italic/.test(file)) ?? null
}
