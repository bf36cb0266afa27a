import type { BinaryNode, GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { createBoundedMap } from '../directory/bounded-map.ts'

const GROUPS_KEPT = 50
/** WhatsApp notifies of changes; in case one was missed, a group is read anew after this time. */
const FRESH_MS = 10 * 60_000

export type KnownGroups = ReturnType<typeof createKnownGroups>

/** Who is in the groups that one connection writes to: a query for each message would be too much. */
export function createKnownGroups() {
  const known = createBoundedMap<{ readonly group: GroupMetadata; readonly readAtMs: number }>(
    GROUPS_KEPT,
  )
  /** Queries under way; one whose group changes meanwhile is no longer among them. */
  const asking = new Map<string, Promise<GroupMetadata>>()
  return { listen, find, get }

  function listen(sock: Pick<WASocket, 'ws'>): void {
    // Changes may have been missed meanwhile.
    known.clear()
    asking.clear()
    sock.ws.on('CB:notification,type:w:gp2', ({ attrs: { from = '' } }: BinaryNode) => {
      known.delete(from)
      asking.delete(from)
    })
  }

  function find(jid: string): GroupMetadata | undefined {
    const found = known.get(jid)
    if (found && Date.now() - found.readAtMs < FRESH_MS) return found.group
    known.delete(jid)
    return undefined
  }

  /** @throws where WhatsApp gives no answer, above all about a group that the account is not in */
  async function get(sock: Pick<WASocket, 'groupMetadata'>, jid: string): Promise<GroupMetadata> {
    const found = find(jid)
    if (found) return found
    const underWay = asking.get(jid)
    if (underWay !== undefined) return underWay
    const query = sock.groupMetadata(jid)
    asking.set(jid, query)
    try {
      const group = await query
      // The answer may be older than a change that was notified since.
      if (asking.get(jid) === query) known.set(jid, { group, readAtMs: Date.now() })
      return group
    } finally {
      if (asking.get(jid) === query) asking.delete(jid)
    }
  }
}
