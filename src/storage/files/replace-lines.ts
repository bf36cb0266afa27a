import { replaceFile, writeAll } from './durable-write.ts'
import { type FileFormat, headerOf } from './file-format.ts'
import { createLineWriter, encodeMarkedLine } from './lines.ts'

/** Replaces a whole file by a header and these lines, atomically. */
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
 * Replaces a whole file by these lines, header included, atomically. The last line has the mark of
 * a sync, which is true once the file has its name: it tells damage of these lines from what a
 * power cut leaves of lines that are added later.
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
