import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { LAST_MESSAGES_KEPT_MS, type NotedMessage } from '../../domain/sending/last-messages.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import type { Damages } from '../damage/damages.ts'
import { readLines } from '../files/lines.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { openLastMessages, readNoted } from '../ledger/last-messages.ts'

/** The messages that devices sent for campaigns within the last week, in the order of the log. */
export function portableLastMessages({
  dir,
  damages,
  nowMs,
}: {
  readonly dir: string
  readonly damages: Damages
  readonly nowMs: number
}): Portable<null, NotedMessage> {
  return { dump, fill }

  async function* dump() {
    // Opened once before the reading, which repairs damaged files.
    const log = await openLastMessages({ dir, damages, now: () => nowMs })
    await log.close()
    yield { head: null, rows: rows() }
  }

  async function* rows(): AsyncGenerator<readonly NotedMessage[]> {
    const files = createSegmentFiles({ folder: join(dir, 'last-messages') })
    for (const number of await files.list()) {
      const path = files.pathOf(number)
      const file = await open(path, 'r')
      try {
        for await (const { values } of readLines({ file, path })) {
          const noted = values.map(readNoted).filter((message) => message !== undefined)
          yield noted.filter(({ atMs }) => atMs >= nowMs - LAST_MESSAGES_KEPT_MS).map(inWholeMs)
        }
      } finally {
        await file.close()
      }
    }
  }

  async function fill(portions: AsyncIterable<Portion<null, NotedMessage>>): Promise<void> {
    // The clock follows the messages, so that each file gets those of one day.
    let atMs = nowMs
    const log = await openLastMessages({ dir, damages, now: () => atMs })
    try {
      for await (const { rows } of portions) {
        for await (const messages of rows) {
          atMs = messages[0]?.atMs ?? atMs
          await Promise.all(messages.map(log.append))
        }
      }
    } finally {
      await log.close()
    }
  }
}

/** Cuts times to whole milliseconds, as databases store them. */
function inWholeMs({ atMs, ...message }: NotedMessage): NotedMessage {
  return { ...message, atMs: Math.floor(atMs) }
}
