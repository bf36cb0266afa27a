import { randomUUID } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { deliver } from '../messages/outbox.ts'
import { type Attributes, secondsNow, server, stanza } from '../protocol/stanza.ts'
import { findByNumber, lidJid, phoneJid } from '../world/directory.ts'
import type { World } from '../world/world.ts'
import { type Group, groupJid, type Rank } from './groups.ts'

/** What a group is, as WhatsApp's server writes it. */

/** @param hasMembers left out of what somebody sees who is only invited */
export function groupNode(
  world: World,
  group: Group,
  { hasMembers = true }: { readonly hasMembers?: boolean } = {},
): BinaryNode {
  const { id, subject, subjectAt, createdAt, description, vanishSeconds } = group
  const attrs = {
    ...{ id, subject, s_t: String(subjectAt), creation: String(createdAt) },
    ...namedAs(world, group.subjectBy, ['s_o', 's_o_pn']),
    ...namedAs(world, group.creator, ['creator', 'creator_pn']),
    ...{ addressing_mode: 'lid', size: String(group.members.size) },
  }
  const content = hasMembers
    ? [...group.members].map(([name, rank]) => memberNode(world, name, { rank }))
    : []
  if (description) {
    const { id: descriptionId, text, by, at } = description
    const about = {
      ...{ id: descriptionId, t: String(at) },
      ...namedAs(world, by, ['participant', 'participant_pn']),
    }
    content.push(stanza('description', about, [stanza('body', {}, Buffer.from(text))]))
  }
  if (group.isAnnounced) content.push(stanza('announcement', {}))
  if (group.isLocked) content.push(stanza('locked', {}))
  if (vanishSeconds > 0) content.push(stanza('ephemeral', { expiration: String(vanishSeconds) }))
  return stanza('group', attrs, content)
}

/** A member by their LID, with the number beside it. */
export function memberNode(
  world: World,
  name: string,
  { rank = 'member', error }: { readonly rank?: Rank; readonly error?: string } = {},
): BinaryNode {
  // Also somebody who is not on WhatsApp is answered for.
  const attrs = { jid: `${name}@${server}`, ...namedAs(world, name, ['jid', 'phone_number']) }
  return stanza('participant', {
    ...attrs,
    ...(rank !== 'member' && { type: rank }),
    ...(error !== undefined && { error }),
  })
}

/** Notifies the clients of all members, and of those who have left, of what somebody did. */
export function notifyMembers(
  world: World,
  group: Group,
  { by, content, gone = [] }: { by: string; content: BinaryNode; gone?: readonly string[] },
): void {
  const attrs = {
    ...{ type: 'w:gp2', from: groupJid(group), t: secondsNow() },
    ...namedAs(world, by, ['participant', 'participant_pn']),
  }
  for (const name of new Set([...group.members.keys(), ...gone])) {
    for (const companion of world.accounts.get(name)?.companions.values() ?? []) {
      const notification = { ...attrs, id: randomUUID() }
      deliver(world, companion, stanza('notification', notification, [content]))
    }
  }
}

/** A person's LID and number, under these attributes. */
function namedAs(world: World, name: string, [lid, number]: [string, string]): Attributes {
  const resident = findByNumber(world, name)
  if (!resident) return {}
  return { [lid]: lidJid(resident), [number]: phoneJid(resident) }
}
