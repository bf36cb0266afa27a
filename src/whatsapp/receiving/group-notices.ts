import {
  type BinaryNode,
  type GroupMetadata,
  type GroupParticipant,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildren,
} from '@whiskeysockets/baileys'
import { extractGroupMetadata } from '@whiskeysockets/baileys/lib/Socket/groups.js'
import { isLidJid, isPhoneJid } from '../../contract/jid.ts'
import type { GroupFields } from '../../domain/group-acts.ts'

/** One thing that a notification says of a group. */
export type GroupNotice =
  | { readonly kind: 'entered'; readonly group: GroupMetadata }
  | { readonly kind: 'changed'; readonly fields: GroupFields }
  | {
      readonly kind: 'members'
      readonly change: string
      readonly participants: readonly GroupParticipant[]
    }

const memberChanges: ReadonlySet<string> = new Set([
  ...['add', 'remove', 'leave', 'promote', 'demote', 'modify'],
])

const fieldReaders: Readonly<Record<string, (change: BinaryNode) => GroupFields | null>> = {
  subject: ({ attrs }) => (attrs.subject === undefined ? null : { subject: attrs.subject }),
  // Without a body the description was removed.
  description: (change) => ({ desc: textIn(getBinaryNodeChild(change, 'body')) }),
  announcement: () => ({ announce: true }),
  not_announcement: () => ({ announce: false }),
  locked: () => ({ restrict: true }),
  unlocked: () => ({ restrict: false }),
  invite: ({ attrs }) => (attrs.code === undefined ? null : { inviteCode: attrs.code }),
  member_add_mode: (change) => ({ memberAddMode: textIn(change) === 'all_member_add' }),
  membership_approval_mode: (change) => {
    const state = getBinaryNodeChild(change, 'group_join')?.attrs.state
    return state === undefined ? null : { joinApprovalMode: state === 'on' }
  },
}

/**
 * Reads a notification about a group. Baileys emits the same, but later and not all of it: of what
 * came while the device was away, only the first change of each group.
 */
export function readGroupNotices(notification: BinaryNode): readonly GroupNotice[] {
  return getAllBinaryNodeChildren(notification).flatMap((change): GroupNotice[] => {
    const { tag } = change
    if (tag === 'create') return [{ kind: 'entered', group: extractGroupMetadata(change) }]
    if (memberChanges.has(tag)) {
      const participants = getBinaryNodeChildren(change, 'participant').map(readParticipant)
      // Leaving counts as a removal, as other members see it.
      return [{ kind: 'members', change: tag === 'leave' ? 'remove' : tag, participants }]
    }
    const read = Object.hasOwn(fieldReaders, tag) ? fieldReaders[tag] : undefined
    const fields = read?.(change)
    return fields ? [{ kind: 'changed', fields }] : []
  })
}

function readParticipant({ attrs }: BinaryNode): GroupParticipant {
  const { jid: id = '', phone_number: phone, lid, type } = attrs
  return {
    id,
    ...(isLidJid(id) && phone !== undefined && isPhoneJid(phone) && { phoneNumber: phone }),
    ...(isPhoneJid(id) && lid !== undefined && isLidJid(lid) && { lid }),
    admin: type === 'admin' || type === 'superadmin' ? type : null,
  }
}

function textIn(node: BinaryNode | undefined): string | null {
  const content = node?.content
  if (typeof content === 'string') return content
  return content instanceof Uint8Array ? Buffer.from(content).toString('utf8') : null
}
