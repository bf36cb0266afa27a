import type { WASocket } from '@whiskeysockets/baileys'
import type { GroupChange } from '../../domain/group-acts.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import { createSerial } from '../../domain/serial.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { describe } from '../connection/failure.ts'
import { readGroup, readMember, rememberMembers } from '../groups/group-data.ts'
import { createPersonNames } from './person-names.ts'

const changing = [
  ...(['subject', 'desc', 'inviteCode', 'announce', 'restrict', 'memberAddMode'] as const),
  'joinApprovalMode',
] as const

/** Tells what becomes of the account's groups as it comes; nothing of it is kept. */
export function listenForGroups({
  key,
  sock,
  emit,
  log,
}: {
  readonly key: DeviceKey
  readonly sock: WASocket
  readonly emit: (event: MessengerEvent) => void
  readonly log: WriteLog
}): void {
  const { nameOf } = createPersonNames(sock)
  const inTurn = createSerial()
  /** In the order in which it came, though authors are looked up. */
  const tell = (read: () => Promise<GroupChange>) => {
    inTurn(key, async () => emit({ type: 'group', key, change: await read() })).catch(
      (error: unknown) => log('warn', 'news of a group could not be read', describe(error)),
    )
  }
  const authorOf = async (author: string | undefined) => (author ? nameOf(author) : null)
  sock.ev.on('groups.upsert', (groups) => {
    for (const group of groups) {
      tell(async () => {
        await rememberMembers(sock, group.participants)
        return { kind: 'entered', group: readGroup(group) }
      })
    }
  })
  sock.ev.on('groups.update', (updates) => {
    for (const update of updates) {
      const { id: jid, author } = update
      // Whole groups are what somebody asked for: nothing about them is new.
      if (!jid || update.participants) continue
      const fields = Object.fromEntries(
        changing.flatMap((name) => {
          const value = update[name]
          return value === undefined ? [] : [[name, value]]
        }),
      )
      tell(async () => ({ kind: 'changed', jid, author: await authorOf(author), fields }))
    }
  })
  sock.ev.on('group-participants.update', ({ id: jid, author, participants, action }) => {
    tell(async () => {
      await rememberMembers(sock, participants)
      const members = participants.map(readMember)
      return { kind: 'members', jid, author: await authorOf(author), change: action, members }
    })
  })
}
