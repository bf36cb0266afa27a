import { z } from 'zod'
import { type FileFormat, headerOf, migrate, readHeader } from '../files/file-format.ts'
import { decodeLines, encodeLines } from '../files/whole-lines.ts'
import { isDocument, parseDocument } from './document.ts'
import type { Reading } from './last-good.ts'

/** The settings: a sealed line for each secret, and at the end one for the last campaign number. */

export type SettingsContent = {
  /** Base64, by name. */
  readonly keys: Readonly<Record<string, string>>
  readonly lastCampaignNumber: number
}

/** The settings of a file that may be damaged. */
type Readable = Pick<SettingsContent, 'keys'> & { readonly lastCampaignNumber: number | null }

const KeyLine = z.object({ key: z.string(), value: z.base64() })
const NumberLine = z.object({ lastCampaignNumber: z.int().min(0) })
const Version1 = z.object({
  version: z.literal(1),
  keys: z.record(z.string(), z.base64()),
  lastCampaignNumber: z.int().min(0),
})

/** Version 1 was one JSON document. */
export const format: FileFormat = { name: 'settings', migrations: [linesOfDocument] }

export function encodeSettings(content: SettingsContent): string {
  return encodeLines([headerOf(format), ...linesOf(content)])
}

function linesOf({ keys, lastCampaignNumber }: SettingsContent): readonly unknown[] {
  const keyLines = Object.entries(keys).map(([key, value]) => ({ key, value }))
  return [...keyLines, { lastCampaignNumber }]
}

function linesOfDocument(document: unknown): readonly unknown[] {
  const parsed = Version1.safeParse(document)
  return parsed.success ? linesOf(parsed.data) : [undefined]
}

/** @throws NewerFormatError */
export function readSettings(bytes: Buffer, path: string): Reading<Readable> {
  const lines = readLines(bytes, path)
  const keys: Record<string, string> = {}
  let lastCampaignNumber: number | null = null
  let brokenCount = 0
  for (const line of lines) {
    const key = KeyLine.safeParse(line)
    const number = NumberLine.safeParse(line)
    if (key.success) keys[key.data.key] = key.data.value
    else if (number.success) lastCampaignNumber = number.data.lastCampaignNumber
    else brokenCount += 1
  }
  const problem = lastCampaignNumber === null ? 'the end is missing' : null
  return {
    data: { keys, lastCampaignNumber },
    problem: brokenCount > 0 ? `${brokenCount} broken lines` : problem,
  }
}

function readLines(bytes: Buffer, path: string): readonly unknown[] {
  if (isDocument(bytes)) {
    const lines = migrate(parseDocument(bytes), 1, format)
    return Array.isArray(lines) ? lines : []
  }
  const [first, ...lines] = decodeLines(bytes)
  // A broken header costs no settings, but counts as damage.
  return readHeader(first, format, path) === undefined ? [undefined, ...lines] : lines
}

export function completeSettings(own: Readable | undefined, last: Readable | undefined): Readable {
  return {
    keys: { ...last?.keys, ...own?.keys },
    lastCampaignNumber: own?.lastCampaignNumber ?? last?.lastCampaignNumber ?? null,
  }
}
