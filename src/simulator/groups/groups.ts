import { randomBytes } from 'node:crypto'
import { isGroupJid, userOfJid } from '../../contract/jid.ts'

/** What somebody may do in a group: whoever made it, those who lead it, and all others. */
export type Rank = 'superadmin' | 'admin' | 'member'

export type Group = {
  /** In front of the server in its jid. */
  readonly id: string
  /** A person by `personName`, as all people here. */
  readonly creator: string
  /** Seconds since 1970, as all times here. */
  readonly createdAt: number
  subject: string
  subjectBy: string
  subjectAt: number
  description: { id: string; text: string; by: string; at: number } | null
  /** Only who leads it may write. */
  isAnnounced: boolean
  /** Only who leads it may change what it is called. */
  isLocked: boolean
  /** After how long messages vanish; 0: never. */
  vanishSeconds: number
  inviteCode: string
  hasPicture: boolean
  readonly members: Map<string, Rank>
}

export type Groups = ReturnType<typeof createGroups>

const inviteCodeBytes = 16
const firstId = 120_363_000_000_001_000n

/** Who is in which group. */
export function createGroups() {
  const byId = new Map<string, Group>()
  let made = 0n
  return { add, find, all: () => [...byId.values()], ofMember, byInviteCode, clear }

  function add({
    subject,
    creator,
    members,
  }: {
    readonly subject: string
    readonly creator: string
    readonly members: readonly string[]
  }): Group {
    made += 1n
    const at = Math.floor(Date.now() / 1000)
    const group: Group = {
      id: String(firstId + made),
      ...{ creator, createdAt: at, subject, subjectBy: creator, subjectAt: at },
      ...{ description: null, isAnnounced: false, isLocked: false, vanishSeconds: 0 },
      ...{ inviteCode: newInviteCode(), hasPicture: false },
      members: new Map(members.map((name) => [name, 'member'])),
    }
    group.members.set(creator, 'superadmin')
    byId.set(group.id, group)
    return group
  }

  function find(jid: string | undefined): Group | undefined {
    return jid !== undefined && isGroupJid(jid) ? byId.get(userOfJid(jid)) : undefined
  }

  function ofMember(name: string): Group[] {
    return [...byId.values()].filter(({ members }) => members.has(name))
  }

  function byInviteCode(code: string | undefined): Group | undefined {
    return [...byId.values()].find(({ inviteCode }) => inviteCode === code)
  }

  function clear(): void {
    byId.clear()
  }
}

export function newInviteCode(): string {
  return randomBytes(inviteCodeBytes).toString('base64url')
}

export function leads(group: Group, name: string): boolean {
  const rank = group.members.get(name)
  return rank === 'superadmin' || rank === 'admin'
}

export function groupJid({ id }: Pick<Group, 'id'>): string {
  return `${id}@g.us`
}
