import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Timeline } from '../machine/timeline.ts'

const KEPT = 4_000

const LogLine = z.object({
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional(),
  subject: z.string().optional(),
  path: z.string().optional(),
  /** What is wrong with a damaged file. */
  detail: z.string().optional(),
})
type LogLine = z.infer<typeof LogLine>

export type Trace = ReturnType<typeof createTrace>

/** What happened, in words, and one digest of it all, by which two runs are compared. */
export function createTrace(timeline: Timeline) {
  const lines: string[] = []
  const hash = createHash('sha256')

  return { note, glimpse, log, last: (count: number) => lines.slice(-count), digest }

  function note(what: string): void {
    const line = `${clock(timeline.elapsed())}  ${what}`
    hash.update(line)
    lines.push(line)
    if (lines.length > KEPT) lines.shift()
  }

  /** Counts into the digest alone: readers of the story do not need it. */
  function glimpse(what: string): void {
    hash.update(`${timeline.elapsed()} ${what}`)
  }

  /** A line of the program's own log. */
  function log(line: string): LogLine {
    const parsed = LogLine.parse(JSON.parse(line))
    const { msg, err, subject, path } = parsed
    note(`log: ${msg} ${subject ?? path ?? ''} ${err?.message ?? ''}`)
    return parsed
  }

  function digest(): string {
    return hash.copy().digest('hex').slice(0, 12)
  }
}

function clock(ms: number): string {
  const seconds = ms / 1_000
  const hours = Math.floor(seconds / 3_600)
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(2, '0')
  return `${hours}:${minutes}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}
