import { readFile } from 'node:fs/promises'
import { replaceFile, writeAll } from '../files/durable-write.ts'
import { decodeLines, encodeLines } from '../files/whole-lines.ts'
import type { Damages } from './damages.ts'

/** Keeps a log as it was found, and puts its whole lines in its place. */
export async function salvageLines(
  path: string,
  { detail, damages }: { readonly detail: string; readonly damages: Pick<Damages, 'keepCopy'> },
): Promise<void> {
  await damages.keepCopy(path, detail)
  const lines = decodeLines(await readFile(path)).filter((line) => line !== undefined)
  const bytes = Buffer.from(encodeLines(lines))
  await replaceFile({
    path,
    temporaryPath: `${path}.tmp`,
    fill: (file) => writeAll(file, bytes, 0),
  })
}
