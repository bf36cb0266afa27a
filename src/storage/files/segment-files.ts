import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type SegmentFiles = ReturnType<typeof createSegmentFiles>

/**
 * The numbered files of a log, such as `<prefix>12<suffix>`: only the newest is appended to, and
 * old ones are deleted whole.
 */
export function createSegmentFiles({
  folder,
  prefix = '',
  suffix = '.ndjson',
  digits = 1,
}: {
  readonly folder: string
  readonly prefix?: string
  readonly suffix?: string
  /** Width that numbers are padded to with zeros. */
  readonly digits?: number
}) {
  return { folder, pathOf, list, remove }

  function pathOf(number: number): string {
    return join(folder, `${prefix}${String(number).padStart(digits, '0')}${suffix}`)
  }

  /** Lists the existing numbers, ascending. */
  async function list(): Promise<readonly number[]> {
    const names = await readdir(folder)
    return names
      .map(numberOf)
      .filter((number) => number !== undefined)
      .sort((a, b) => a - b)
  }

  function numberOf(name: string): number | undefined {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) return undefined
    const number = name.slice(prefix.length, name.length - suffix.length)
    return number.length >= digits && /^\d+$/.test(number) ? Number(number) : undefined
  }

  async function remove(number: number): Promise<void> {
    await rm(pathOf(number), { force: true })
  }
}
