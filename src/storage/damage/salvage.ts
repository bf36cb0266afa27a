import { readFile } from 'node:fs/promises'
import { replaceAll } from '../files/replace-lines.ts'
import { decodeLines } from '../files/whole-lines.ts'
import type { Damages } from './damages.ts'

/** Keeps a copy of a damaged log, and replaces the log by its whole lines. */
export async function salvageLines(
  path: string,
  { detail, damages }: { readonly detail: string; readonly damages: Pick<Damages, 'keepCopy'> },
): Promise<void> {
  await damages.keepCopy(path, detail)
  const lines = decodeLines(await readFile(path)).filter((line) => line !== undefined)
  await replaceAll(path, lines)
}
