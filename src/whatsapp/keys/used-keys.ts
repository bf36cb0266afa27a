import { jidDecode } from '@whiskeysockets/baileys'

/** The rows, by table, that say with what this side encrypts next. */
export type SendingTables = {
  readonly session: string
  readonly 'sender-key': string
  readonly 'sender-key-memory': string
}

/**
 * Finds the rows that would encrypt a second message with a key that was used up, where the kept ones
 * are older than what was sent: no phone could read it. That is every Signal session, the account's
 * own key of each group, and who has it. Each contact gets a new session with the next message.
 */
export function usedRows(
  names: readonly string[],
  { tables, me }: { readonly tables: SendingTables; readonly me: readonly (string | undefined)[] },
): string[] {
  const always = [`${tables.session}/`, `${tables['sender-key-memory']}/`]
  const senderKeys = `${tables['sender-key']}/`
  const ownEnds = me.flatMap((jid) => (jid === undefined ? [] : senderEndOf(jid)))
  return names.filter((name) => {
    if (name.startsWith(senderKeys)) return ownEnds.some((end) => name.endsWith(end))
    return always.some((start) => name.startsWith(start))
  })
}

/** How the row of a sender's key in a group ends: a user of another kind than a phone says so. */
function senderEndOf(jid: string): readonly string[] {
  const { user, device = 0, domainType = 0 } = jidDecode(jid) ?? {}
  if (user === undefined) return []
  return [`::${domainType === 0 ? user : `${user}_${domainType}`}::${device}`]
}
