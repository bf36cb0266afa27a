import { jidDecode } from '@whiskeysockets/baileys'

/** The rows, by table, that say with what this side encrypts next. */
export type SendingTables = {
  readonly 'sender-key': string
  readonly 'sender-key-memory': string
}

/**
 * Finds the rows to drop where the kept keys are older than what was sent: they would encrypt a
 * second message to a group with a used key, which no phone could read. These are the account's own
 * key of each group, and the list of who has it.
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

/** How the name of a sender key's row ends; a user that is not a phone has a suffix there. */
function senderEndOf(jid: string): readonly string[] {
  const { user, device = 0, domainType = 0 } = jidDecode(jid) ?? {}
  if (user === undefined) return []
  return [`::${domainType === 0 ? user : `${user}_${domainType}`}::${device}`]
}
