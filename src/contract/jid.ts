/**
 * The ids WhatsApp gives chats and their members: `user@server`, with `:device` behind the user.
 */

/** Server of accounts that are named by their phone. */
export const PHONE_SERVER = 's.whatsapp.net'
/** The phone server's name in older gateways. */
const OLD_PHONE_SERVER = 'c.us'
/** Server of accounts whose phone is hidden. */
export const LID_SERVER = 'lid'
/** Servers of devices that WhatsApp itself runs for companies. */
export const HOSTED_PHONE_SERVER = 'hosted'
export const HOSTED_LID_SERVER = 'hosted.lid'
const GROUP_SERVER = 'g.us'
/** Put together once, since ledgers of a hundred thousand ask for the ending of every one. */
const phoneEnding = `@${PHONE_SERVER}`
const lidEnding = `@${LID_SERVER}`
/** Where status updates are posted, which disappear after a day; it is not a chat. */
export const STATUS_JID = 'status@broadcast'

/** `digits` as E.164 without `+`. */
export function phoneJid(digits: string | number): string {
  return `${digits}${phoneEnding}`
}

export function lidJid(user: string | number): string {
  return `${user}${lidEnding}`
}

export function isPhoneJid(jid: string): boolean {
  return jid.endsWith(phoneEnding)
}

export function isLidJid(jid: string): boolean {
  return jid.endsWith(lidEnding)
}

/** Whether it is the whole name of somebody by a LID, as a message is addressed. */
export function isLidAddress(jid: string): boolean {
  return /^\d{1,20}@lid$/.test(jid)
}

export function isGroupJid(jid: string): boolean {
  return jid.endsWith(`@${GROUP_SERVER}`)
}

/** Whether a chat is with one person; groups, channels and broadcasts are not. */
export function isPersonJid(jid: string): boolean {
  return isPhoneJid(jid) || isLidJid(jid)
}

/** Whether messages there form a conversation; status updates and channels do not. */
export function isConversationJid(jid: string): boolean {
  return isPersonJid(jid) || isGroupJid(jid)
}

/** The part in front of the server. */
export function userOfJid(jid: string): string {
  return jid.slice(0, jid.lastIndexOf('@'))
}

/** The phone's digits; null for a jid that does not name a phone. */
export function phoneOfJid(jid: string): string | null {
  const user = withoutPhoneServer(jid)
  return user !== jid && /^\d+$/.test(user) ? user : null
}

/**
 * Shortens a phone's jid to its digits, since callers may give either; other jids are unchanged.
 */
export function withoutPhoneServer(number: string): string {
  const isPhone = [PHONE_SERVER, OLD_PHONE_SERVER].some((server) => number.endsWith(`@${server}`))
  return isPhone ? userOfJid(number).replace(/:\d+$/, '') : number
}

/** Drops the device number and unifies the server's names; null for a text that is not a jid. */
export function normaliseJid(jid: string): string | null {
  const parts = /^([^\s@:]{1,100})(?::\d+)?(?:@([a-z.]{1,40}))?$/i.exec(jid.trim())
  const [, user = '', given = PHONE_SERVER] = parts ?? []
  if (!parts || (parts[2] === undefined && !/^\d+$/.test(user))) return null
  const server = given.toLowerCase()
  return `${user}@${server === OLD_PHONE_SERVER ? PHONE_SERVER : server}`
}
