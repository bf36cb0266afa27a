import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import type { GroupChange } from '../../domain/group-acts.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import { createSerial } from '../../domain/serial.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { describe } from '../connection/failure.ts'
import { personJid, readGroup, readMember, rememberMembers } from '../groups/group-data.ts'
import { type GroupNews, readGroupNews } from './group-news.ts'
import { createPersonNames } from './person-names.ts'

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
  const warn = (error: unknown) => log('warn', 'news of a group could not be read', describe(error))
  sock.ws.on('CB:notification,type:w:gp2', (notification: BinaryNode) => {
    // In the order in which they came, though authors are looked up.
    inTurn(key, () => tell(notification)).catch(warn)
  })

  async function tell(notification: BinaryNode): Promise<void> {
    const { from: jid, participant, participant_pn: phone } = notification.attrs
    if (jid === undefined) return
    const named = personJid(phone, participant)
    for (const news of readGroupNews(notification)) {
      const author = named && (await nameOf(named))
      emit({ type: 'group', key, change: await changeOf(news, { jid, author }) })
    }
  }

  async function changeOf(
    news: GroupNews,
    about: { readonly jid: string; readonly author: string | null },
  ): Promise<GroupChange> {
    switch (news.kind) {
      case 'entered':
        await rememberMembers(sock, news.group.participants)
        return { kind: 'entered', group: readGroup(news.group) }
      case 'changed':
        return { kind: 'changed', ...about, fields: news.fields }
      case 'members': {
        const { change, participants } = news
        await rememberMembers(sock, participants)
        return { kind: 'members', ...about, change, members: participants.map(readMember) }
      }
    }
  }
}
