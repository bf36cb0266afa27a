import { S_WHATSAPP_NET, type WASocket } from '@whiskeysockets/baileys'
import type {
  AccountAct,
  ActAnswer,
  AnswerFields,
  PrivacySettings,
} from '../../domain/account-acts.ts'
import { nameIn } from './account-name.ts'

type ActOf<Kind extends AccountAct['kind']> = Extract<AccountAct, { kind: Kind }>

const done: ActAnswer = { value: null }

type ProfileAct = ActOf<
  'about_of' | 'business' | 'name' | 'own_name' | 'own_picture' | 'privacy' | 'set_privacy' | 'chat'
>

/** Reads profiles, and changes the account's own or the state of one of its chats. */
export async function performProfile(
  sock: WASocket,
  act: ProfileAct,
  nameChat: (jid: string) => Promise<string>,
): Promise<ActAnswer> {
  switch (act.kind) {
    case 'about_of':
      return aboutOf(sock, act.jid)
    case 'business':
      return businessOf(sock, act.jid)
    case 'name':
      return changeName(sock, act)
    case 'own_name':
      return { value: nameIn(sock.authState.creds) }
    case 'own_picture':
      return changePicture(sock, act)
    case 'privacy':
      return privacyOf(sock)
    case 'set_privacy':
      return changePrivacy(sock, act.settings)
    case 'chat':
      return placeChat(sock, act, await nameChat(act.last.remoteJid))
  }
}

async function aboutOf(sock: WASocket, jid: string): Promise<ActAnswer> {
  const [found] = (await sock.fetchStatus(jid)) ?? []
  const about: unknown = found?.status
  if (typeof about !== 'object' || about === null) return done
  const { status, setAt } = { status: null, setAt: null, ...about }
  // What somebody does not show is empty.
  if (typeof status !== 'string' || status === '') return done
  const since = Object(setAt) instanceof Date ? new Date(String(setAt)) : new Date(0)
  return { value: status, fields: { status, setAt: since.toISOString() } }
}

async function businessOf(sock: WASocket, jid: string): Promise<ActAnswer> {
  const found = await sock.getBusinessProfile(jid)
  if (!found) return done
  const { address, description, email, category, website } = found
  const fields = { address, description, email, category, website: website[0] }
  return { value: null, fields: withoutGaps(fields) }
}

function withoutGaps(fields: Readonly<Record<string, string | undefined>>): AnswerFields {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])),
  )
}

/** Baileys knows the account's name by the login; the next presence sends the new one. */
async function changeName(sock: WASocket, { text }: ActOf<'name'>): Promise<ActAnswer> {
  await sock.updateProfileName(text)
  const { me } = sock.authState.creds
  if (me) sock.ev.emit('creds.update', { me: { ...me, name: text } })
  return done
}

/** The picture is as WhatsApp shows it already; Baileys would draw it once more. */
async function changePicture(
  sock: WASocket,
  { picture }: ActOf<'own_picture'>,
): Promise<ActAnswer> {
  const content = picture && [{ tag: 'picture', attrs: { type: 'image' }, content: picture }]
  await sock.query({
    tag: 'iq',
    attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'w:profile:picture' },
    ...(content && { content }),
  })
  return done
}

async function privacyOf(sock: WASocket): Promise<ActAnswer> {
  return { value: null, fields: await sock.fetchPrivacySettings(true) }
}

/** One after the other, as apps do: WhatsApp takes no list. */
async function changePrivacy(sock: WASocket, settings: PrivacySettings): Promise<ActAnswer> {
  await sock.updateReadReceiptsPrivacy(settings.readreceipts)
  await sock.updateProfilePicturePrivacy(settings.profile)
  await sock.updateStatusPrivacy(settings.status)
  await sock.updateOnlinePrivacy(settings.online)
  await sock.updateLastSeenPrivacy(settings.last)
  await sock.updateGroupsAddPrivacy(settings.groupadd)
  return done
}

async function placeChat(
  sock: WASocket,
  { last, change }: ActOf<'chat'>,
  remoteJid: string,
): Promise<ActAnswer> {
  const { messageId: id, isFromMe: fromMe, participant, sentAtSeconds } = last
  const key = { remoteJid, id, fromMe, ...(participant !== '' && { participant }) }
  const lastMessages = [{ key, messageTimestamp: sentAtSeconds }]
  await sock.chatModify({ ...change, lastMessages }, remoteJid)
  return done
}
