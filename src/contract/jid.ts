/** How WhatsApp names whom a message is from or for: `user@server`, with `:device` behind the user. */

/** People by their phone. */
export const PHONE_SERVER = 's.whatsapp.net'
/** The same server in the words of older gateways. */
const OLD_PHONE_SERVER = 'c.us'
/** People by a name that hides their phone. */
export const LID_SERVER = 'lid'
/** Devices that WhatsApp itself runs for companies. */
export const HOSTED_LID_SERVER = 'hosted.lid'
const GROUP_SERVER = 'g.us'
/** Where people show what disappears after a day: no chat at all. */
export const STATUS_JID = 'status@broadcast'

/** `digits` as E.164 without `+`. */
export function phoneJid(digits: string | number): string {
  return `${digits}@${PHONE_SERVER}`
}

export function lidJid(user: string | number): string {
  return `${user}@${LID_SERVER}`
}

export function isPhoneJid(jid: string): boolean {
  return jid.endsWith(`@${PHONE_SERVER}`)
}

export function isLidJid(jid: string): boolean {
  return jid.endsWith(`@${LID_SERVER}`)
}

export function isGroupJid(jid: string): boolean {
  return jid.endsWith(`@${GROUP_SERVER}`)
}

/** Whether a chat is with one person; groups, channels and broadcasts are not. */
export function isPersonJid(jid: string): boolean {
  return isPhoneJid(jid) || isLidJid(jid)
}

/** Whether people talk there; status updates and channels are nobody's conversation. */
export function isConversationJid(jid: string): boolean {
  return isPersonJid(jid) || isGroupJid(jid)
}

/** What stands before the server. */
export function userOfJid(jid: string): string {
  return jid.slice(0, jid.lastIndexOf('@'))
}

/** A person's digits; null for a jid that does not name a phone. */
export function phoneOfJid(jid: string): string | null {
  const user = withoutPhoneServer(jid)
  return user !== jid && /^\d+$/.test(user) ? user : null
}

/** A number as people write it, where callers may also give the whole jid; other jids stay. */
export function withoutPhoneServer(number: string): string {
  const isPhone = [PHONE_SERVER, OLD_PHONE_SERVER].some((server) => number.endsWith(`@${server}`))
  return isPhone ? userOfJid(number).replace(/:\d+$/, '') : number
}

/** Without the device's number, and with the server's one name; null for what is no jid. */
export function normaliseJid(jid: string): string | null {
  const parts = /^([^\s@:]{1,100})(?::\d+)?(?:@([a-z.]{1,40}))?$/i.exec(jid.trim())
  const [, user = '', given = PHONE_SERVER] = parts ?? []
  if (!parts || (parts[2] === undefined && !/^\d+$/.test(user))) return null
  const server = given.toLowerCase()
  return `${user}@${server === OLD_PHONE_SERVER ? PHONE_SERVER : server}`
}
