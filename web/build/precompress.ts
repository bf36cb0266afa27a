import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** What is made of text; pictures and fonts are compressed already. */
const textFile = /\.(?:js|css|svg)$/
/** Anything smaller fits into one packet as it is. */
const MIN_BYTES = 1024

const compressors = [
  {
    extension: 'br',
    compress: (bytes: Uint8Array) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    extension: 'gz',
    compress: (bytes: Uint8Array) =>
      promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
] as const

/** Puts `.br` and `.gz` beside every text file of the build: done once, and better than on the fly. */
export function precompress(): Plugin {
  return {
    name: 'disparo:precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: ({ dir }) => precompressFolder(dir ?? '.'),
    },
  }
}

async function precompressFolder(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    if (!entry.isFile() || !textFile.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (bytes.length < MIN_BYTES) continue
    for (const { extension, compress } of compressors) {
      const compressed = await compress(bytes)
      if (compressed.length < bytes.length) await writeFile(`${path}.${extension}`, compressed)
    }
  }
}
