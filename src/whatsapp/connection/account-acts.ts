import { type BinaryNode, jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { STATUS_JID } from '../../contract/jid.ts'
import type {
  AccountAct,
  AccountManner,
  ActAnswer,
  NamedMessage,
} from '../../domain/account-acts.ts'
import { performGroup } from '../groups/group-acts.ts'
import { createFileRequests } from '../receiving/file-again.ts'
import type { WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'
import { keepPresence, type Presence } from './presence.ts'
import { performProfile } from './profile-acts.ts'

/** Status updates that came before it was known whether they count as seen. */
const WAITING_MAX_COUNT = 200

/** Does with an account what is asked, and what its owner has set it to do by itself. */
export function createAccountActs({
  log,
  nameChat,
}: {
  readonly log: WriteLog
  /** How the account writes to somebody who is named by a phone. */
  readonly nameChat: (jid: string) => Promise<string>
}) {
  let manner: AccountManner | null = null
  let waiting: NamedMessage[] = []
  const files = createFileRequests()
  let open: { readonly sock: WASocket; readonly presence: Presence } | null = null
  return { listen, detach, perform }

  function listen(sock: WASocket): void {
    const presence = keepPresence(sock, { isAvailable: () => manner?.isAvailable === true, log })
    open = { sock, presence }
    sock.ws.on('CB:message', ({ attrs }: BinaryNode) => {
      const { from, id, participant } = attrs
      if (from !== STATUS_JID || !id || !participant || manner?.readsStatus === false) return
      const named = { remoteJid: STATUS_JID, messageId: id, participant }
      if (manner === null) waiting = [...waiting, named].slice(-WAITING_MAX_COUNT)
      else void orLog(read(sock, [named]))
    })
  }

  /** Lets go of the last connection, and with it of its keys. */
  function detach(): void {
    open = null
  }

  /** Null where it could not be done. */
  async function perform(act: AccountAct): Promise<ActAnswer> {
    if (act.kind === 'manner') behave(act.manner)
    if (!open?.sock.ws.isOpen) return null
    const { sock } = open
    switch (act.kind) {
      case 'manner':
        return orLog(open.presence.announce())
      case 'read':
        return orLog(readNamed(sock, act))
      case 'presence':
        return orLog(showTo(sock, act))
      case 'block':
        return orLog(sock.updateBlockStatus(act.jid, act.isBlocked ? 'block' : 'unblock'))
      case 'about':
        return orLog(sock.updateProfileStatus(act.text))
      case 'picture':
        return orLog(sock.profilePictureUrl(act.jid, 'image'))
      case 'reject_call':
        return orLog(sock.rejectCall(act.callId, act.from))
      case 'file_again':
        return orLog(nameChat(act.remoteJid).then((chat) => files.ask(sock, act, chat)))
      case 'about_of':
      case 'business':
      case 'name':
      case 'own_name':
      case 'own_picture':
      case 'privacy':
      case 'set_privacy':
      case 'chat':
        return answered(performProfile(sock, act, nameChat))
      default:
        return answered(performGroup(sock, act))
    }
  }

  async function showTo(
    sock: WASocket,
    { jid, presence }: Extract<AccountAct, { kind: 'presence' }>,
  ): Promise<void> {
    const chat = await nameChat(jid)
    // An account that shows its presence also gets the other side's, as in an open chat of an app.
    await sock.presenceSubscribe(chat)
    await sock.sendPresenceUpdate(presence, chat)
  }

  async function readNamed(
    sock: WASocket,
    { messages, named }: Extract<AccountAct, { kind: 'read' }>,
  ): Promise<void> {
    if (named === 'by_whatsapp') return read(sock, messages)
    const renamed = messages.map(async (message) => ({
      ...message,
      remoteJid: await nameChat(message.remoteJid),
    }))
    await read(sock, await Promise.all(renamed))
  }

  function behave(next: AccountManner): void {
    const seen = next.readsStatus ? waiting : []
    waiting = []
    manner = next
    if (seen.length > 0 && open) void orLog(read(open.sock, seen))
  }

  function orLog(work: Promise<unknown>): Promise<ActAnswer> {
    return answered(work.then((value) => ({ value: typeof value === 'string' ? value : null })))
  }

  async function answered(work: Promise<ActAnswer>): Promise<ActAnswer> {
    try {
      return await work
    } catch (error) {
      log('warn', 'something asked of an account was not done', readFailure(error).message)
      return null
    }
  }
}

function read(sock: WASocket, messages: readonly NamedMessage[]): Promise<void> {
  return sock.readMessages(
    messages.map(({ remoteJid, messageId: id, participant }) => ({
      remoteJid,
      id,
      ...(participant !== '' && { participant: jidNormalizedUser(participant) }),
    })),
  )
}
