import { readFile, writeFile } from 'node:fs/promises'

const LINE_FEED = 10

/** Overwrites a line of a file with zeros up to its end, like a block that was never written. */
export async function withHole(path: string, line: number): Promise<void> {
  const bytes = await readFile(path)
  const ends = [...bytes.entries()].filter(([, byte]) => byte === LINE_FEED).map(([at]) => at + 1)
  const [from, to] = [line === 0 ? 0 : ends[line - 1], ends[line]]
  if (from === undefined || to === undefined) throw new RangeError(`${path} has no line ${line}`)
  bytes.fill(0, from + 3, to)
  await writeFile(path, bytes)
}
