/** Groups that nothing was written to for this long take no room any more. */
const KEPT_MS = 60 * 60_000
/** As many members as eight of the largest groups have: more would take too much memory. */
const MEMBERS_MAX = 8 * 1_024
const GROUPS_MAX = 64

/** Counts the members to make room for, by the groups that were written to lately. */
export function createGroupRoom() {
  /** The one written to last comes last. */
  const lately = new Map<string, { readonly memberCount: number; readonly atMs: number }>()
  return { expect }

  /** Returns the member count of all kept groups with this one; drops the oldest if too many. */
  function expect(jid: string, memberCount: number): number {
    const now = Date.now()
    lately.delete(jid)
    lately.set(jid, { memberCount, atMs: now })
    let sum = 0
    for (const group of lately.values()) sum += group.memberCount
    for (const [oldest, group] of lately) {
      const isTooMuch = sum > MEMBERS_MAX || lately.size > GROUPS_MAX
      if (oldest === jid || (!isTooMuch && now - group.atMs < KEPT_MS)) break
      lately.delete(oldest)
      sum -= group.memberCount
    }
    return sum
  }
}
