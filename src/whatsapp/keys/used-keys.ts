import { jidDecode } from '@whiskeysockets/baileys'

/** The rows, by table, that say with what this side encrypts next. */
export type SendingTables = {
  readonly 'sender-key': string
  readonly 'sender-key-memory': string
}

/**
 * Finds the rows that would encrypt a second message to a group with a key that was used up, where
 * the kept ones are older than what was sent: no phone could read it. That is the account's own key
 * of each group, and who has it.
 */
export function usedRows(
  names: readonly string[],
  { tables, me }: { readonly tables: SendingTables; readonly me: readonly (string | undefined)[] },
): string[] {
  const memory = `${tables['sender-key-memory']}/`
  const senderKeys = `${tables['sender-key']}/`
  const ownEnds = me.flatMap((jid) => (jid === undefined ? [] : senderEndOf(jid)))
  return names.filter((name) => {
    if (name.startsWith(senderKeys)) return ownEnds.some((end) => name.endsWith(end))
    return name.startsWith(memory)
  })
}

/** How the row of a sender's key in a group ends: a user of another kind than a phone says so. */
function senderEndOf(jid: string): readonly string[] {
  const { user, device = 0, domainType = 0 } = jidDecode(jid) ?? {}
  if (user === undefined) return []
  return [`::${domainType === 0 ? user : `${user}_${domainType}`}::${device}`]
}
