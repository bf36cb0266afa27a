import type { ReplyLogStore } from '../../../../src/domain/replies/reply-log.ts'
import type { DirectSendStore } from '../../../../src/domain/sending/direct/direct-message.ts'
import { openDamages } from '../../../../src/storage/damage/damages.ts'
import { openDirectSends } from '../../../../src/storage/messages/direct-sends.ts'
import { openReplyLogs } from '../../../../src/storage/replies/reply-logs.ts'
import { openDirectSends as directSendsInPostgres } from '../../../../src/storage-postgres/direct-sends.ts'
import { openReplyLogs as replyLogsInPostgres } from '../../../../src/storage-postgres/reply-logs.ts'
import { openTestDatabase } from '../postgres.ts'

/** Opens a store over the data of an earlier one in the same folder. */
type Open<Store, Options extends readonly unknown[] = readonly []> = (
  dir: string,
  ...options: Options
) => Promise<{ readonly store: Store; readonly close: () => Promise<unknown> }>

export type OpenReplyLogs = Open<ReplyLogStore>
export type OpenDirectSends = Open<DirectSendStore, readonly [now: () => number]>

/** Every implementation of `ReplyLogStore`. */
export const replyLogEngines: Readonly<Record<string, OpenReplyLogs>> = {
  files: async (dir) => {
    const damages = await openDamages({ dir })
    const { close, ...store } = await openReplyLogs({ dir, damages })
    return { store, close }
  },
  PostgreSQL: async (dir) => {
    const db = await openTestDatabase(dir)
    return { store: replyLogsInPostgres({ db }), close: () => db.destroy() }
  },
}

/** Every implementation of `DirectSendStore`. */
export const directSendEngines: Readonly<Record<string, OpenDirectSends>> = {
  files: async (dir, now) => {
    const { close, ...store } = await openDirectSends({ dir, now, segmentLimitSends: 10 })
    return { store, close }
  },
  PostgreSQL: async (dir, now) => {
    const db = await openTestDatabase(dir)
    return { store: directSendsInPostgres({ db, now }), close: () => db.destroy() }
  },
}
