import { isPhoneJid } from '../../contract/jid.ts'
import type { Group, GroupChange, GroupMember } from '../group-acts.ts'

/** Groups and what becomes of them, in the shapes that clients of gateways know. */

export function plainGroup({ members, ...group }: Group) {
  return { ...plainGroupWithoutMembers(group), participants: members.map(plainMember) }
}

export function plainGroupWithoutMembers(group: Omit<Group, 'members'>) {
  const { jid, subject, subjectOwner, subjectAt, createdAt, owner, description, size } = group
  return {
    ...{ id: jid, subject, subjectOwner, subjectTime: subjectAt, size, creation: createdAt, owner },
    ...{ desc: description?.text ?? null, descId: description?.id ?? null },
    ...{ restrict: group.isLocked, announce: group.isAnnounced },
    ephemeralDuration: group.vanishSeconds,
    ...{ isCommunity: group.isCommunity, isCommunityAnnounce: group.isCommunityAnnounce },
    ...{ joinApprovalMode: group.joinApproval, memberAddMode: group.memberAddMode },
    linkedParent: group.community,
  }
}

/** By the phone where it is known, as in messages. */
export function plainMember({ jid, lid, rank }: GroupMember) {
  const phone = isPhoneJid(jid) && { phoneNumber: jid }
  return { id: jid, ...(lid !== null && { lid }), ...phone, admin: rank }
}

export function groupEvent(change: GroupChange) {
  switch (change.kind) {
    case 'entered':
      return { event: 'groups.upsert', data: async () => [plainGroup(change.group)] } as const
    case 'changed': {
      const { jid, author, fields } = change
      return { event: 'groups.update', data: async () => [{ id: jid, ...fields, author }] } as const
    }
    case 'members': {
      const { jid, author, change: action, members } = change
      const participants = members.map((member) => member.jid)
      const participantsData = members.map(plainMember)
      const data = async () => ({ id: jid, author, participants, action, participantsData })
      return { event: 'group-participants.update', data } as const
    }
  }
}
