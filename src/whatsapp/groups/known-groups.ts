import type { BinaryNode, GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { createBoundedMap } from '../directory/bounded-map.ts'

const GROUPS_KEPT = 50
/** Changes are told as they happen; what was missed is read anew after this time. */
const FRESH_MS = 10 * 60_000

export type KnownGroups = ReturnType<typeof createKnownGroups>

/** Who is in the groups that one connection writes to: a query for each message would be too much. */
export function createKnownGroups() {
  const known = createBoundedMap<{ readonly group: GroupMetadata; readonly readAtMs: number }>(
    GROUPS_KEPT,
  )
  return { listen, find, get }

  function listen(sock: WASocket): void {
    // Changes may have been missed meanwhile.
    known.clear()
    sock.ws.on('CB:notification,type:w:gp2', ({ attrs }: BinaryNode) => {
      known.delete(attrs.from ?? '')
    })
  }

  function find(jid: string): GroupMetadata | undefined {
    const found = known.get(jid)
    if (found && Date.now() - found.readAtMs < FRESH_MS) return found.group
    known.delete(jid)
    return undefined
  }

  /** @throws where WhatsApp does not tell, above all of a group that the account is not in */
  async function get(sock: WASocket, jid: string): Promise<GroupMetadata> {
    const found = find(jid)
    if (found) return found
    const group = await sock.groupMetadata(jid)
    known.set(jid, { group, readAtMs: Date.now() })
    return group
  }
}
