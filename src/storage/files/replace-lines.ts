import { replaceFile } from './durable-write.ts'
import { type FileFormat, headerOf } from './file-format.ts'
import { createLineWriter } from './lines.ts'

/** Puts a header and these lines in the place of a whole file, atomically. */
export async function replaceLines(
  path: string,
  format: FileFormat,
  lines: Iterable<unknown>,
): Promise<void> {
  await replaceFile({
    path,
    temporaryPath: `${path}.tmp`,
    fill: async (file) => {
      const writer = createLineWriter(file)
      await writer.add(headerOf(format))
      for (const line of lines) await writer.add(line)
      await writer.finish()
    },
  })
}
