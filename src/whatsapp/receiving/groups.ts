import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import type { GroupChange } from '../../domain/group-acts.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import { createSerial } from '../../domain/serial.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { describe } from '../connection/failure.ts'
import { personJid, readGroup, readMember, rememberMembers } from '../groups/group-data.ts'
import { type GroupNotice, readGroupNotices } from './group-notices.ts'
import { createPersonNames } from './person-names.ts'

/** Emits an event for each change of the account's groups; nothing is stored. */
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
  const warn = (error: unknown) =>
    log('warn', 'a notice about a group could not be read', describe(error))
  sock.ws.on('CB:notification,type:w:gp2', (notification: BinaryNode) => {
    // In the order in which they came, though authors are looked up.
    inTurn(key, () => publish(notification)).catch(warn)
  })

  async function publish(notification: BinaryNode): Promise<void> {
    const { from: jid, participant, participant_pn: phone } = notification.attrs
    if (jid === undefined) return
    const named = personJid(phone, participant)
    for (const notice of readGroupNotices(notification)) {
      const author = named && (await nameOf(named))
      emit({ type: 'group', key, change: await changeOf(notice, { jid, author }) })
    }
  }

  async function changeOf(
    notice: GroupNotice,
    about: { readonly jid: string; readonly author: string | null },
  ): Promise<GroupChange> {
    switch (notice.kind) {
      case 'entered':
        await rememberMembers(sock, notice.group.participants)
        return { kind: 'entered', group: readGroup(notice.group) }
      case 'changed':
        return { kind: 'changed', ...about, fields: notice.fields }
      case 'members': {
        const { change, participants } = notice
        await rememberMembers(sock, participants)
        return { kind: 'members', ...about, change, members: participants.map(readMember) }
      }
    }
  }
}
