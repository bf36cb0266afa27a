import { replaceFile, writeAll } from './durable-write.ts'
import { type FileFormat, headerOf } from './file-format.ts'
import { createLineWriter, encodeMarkedLine } from './lines.ts'

/** Puts a header and these lines in the place of a whole file, atomically. */
export function replaceLines(
  path: string,
  format: FileFormat,
  lines: Iterable<unknown>,
): Promise<void> {
  return replaceAll(path, withHeader(format, lines))
}

function* withHeader(format: FileFormat, lines: Iterable<unknown>) {
  yield headerOf(format)
  yield* lines
}

/**
 * Puts lines, the header among them, in the place of a whole file, atomically. The last one is
 * marked as behind a sync, as it is once the file has its name: so what a power cut leaves of lines
 * that are added later is told from damage of these.
 */
export async function replaceAll(path: string, lines: Iterable<unknown>): Promise<void> {
  await replaceFile({
    path,
    temporaryPath: `${path}.tmp`,
    fill: async (file) => {
      const writer = createLineWriter(file)
      let last: { readonly line: unknown } | undefined
      for (const line of lines) {
        if (last) await writer.add(last.line)
        last = { line }
      }
      await writer.finish()
      if (!last) return
      await writeAll(file, encodeMarkedLine(last.line), writer.position())
    },
  })
}
