import {
  type GroupMetadata,
  type GroupParticipant,
  jidNormalizedUser,
  type WASocket,
} from '@whiskeysockets/baileys'
import { isLidJid, isPhoneJid } from '../../contract/jid.ts'
import type { Group, GroupMember } from '../../domain/group-acts.ts'
import type { Identity } from '../directory/addressing.ts'

/** Reads a group as Baileys has it: people by their phones, where those are known. */
export function readGroup(metadata: GroupMetadata): Group {
  const { id: jid, subject, desc, descId, size, participants } = metadata
  const { subjectOwner, subjectOwnerPn, owner, ownerPn } = metadata
  return {
    ...{ jid, subject: subject ?? '', size: size ?? participants.length },
    subjectOwner: personJid(subjectOwnerPn, subjectOwner),
    subjectAt: secondsIn(metadata.subjectTime),
    createdAt: secondsIn(metadata.creation),
    owner: personJid(ownerPn, owner),
    description: desc === undefined ? null : { id: descId ?? null, text: desc },
    isLocked: metadata.restrict === true,
    isAnnounced: metadata.announce === true,
    vanishSeconds: metadata.ephemeralDuration ?? 0,
    isCommunity: metadata.isCommunity === true,
    isCommunityAnnounce: metadata.isCommunityAnnounce === true,
    community: metadata.linkedParent ?? null,
    joinApproval: metadata.joinApprovalMode === true,
    memberAddMode: metadata.memberAddMode === true,
    members: participants.map(readMember),
  }
}

export function readMember({ id, phoneNumber, lid, admin }: GroupParticipant): GroupMember {
  const names = [id, phoneNumber, lid].map((name) => jidNormalizedUser(name ?? undefined))
  return {
    jid: personJid(phoneNumber, id) ?? id,
    lid: names.find(isLidJid) ?? null,
    rank: admin ?? null,
  }
}

/** Keeps which phones are behind the LIDs of members. */
export async function rememberMembers(
  { signalRepository }: Pick<WASocket, 'signalRepository'>,
  participants: readonly GroupParticipant[],
): Promise<void> {
  const pairs = participants.map(identityOf).flatMap(({ phoneJid: pn, lid }) => {
    return pn === null || lid === null ? [] : [{ pn, lid }]
  })
  if (pairs.length > 0) await signalRepository.lidMapping.storeLIDPNMappings(pairs)
}

/** Both names of a member. */
export function identityOf(member: GroupParticipant): Identity {
  const { jid, lid } = readMember(member)
  return { phoneJid: isPhoneJid(jid) ? jid : null, lid }
}

/** Prefers the phone's jid among a person's names. */
export function personJid(...names: readonly (string | null | undefined)[]): string | null {
  const known = names.map((name) => jidNormalizedUser(name ?? undefined)).filter(Boolean)
  return known.find(isPhoneJid) ?? known[0] ?? null
}

function secondsIn(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
