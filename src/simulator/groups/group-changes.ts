import { randomBytes } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { stanza } from '../protocol/stanza.ts'
import { findByNumber } from '../world/directory.ts'
import type { Refusal } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { groupNode, memberNode, notifyMembers } from './group-nodes.ts'
import { type Group, leads, newInviteCode } from './groups.ts'

/** Changes that people make to a group; the clients of its members are notified. */

export type MemberAction = 'add' | 'remove' | 'promote' | 'demote'
export const memberActions: readonly MemberAction[] = ['add', 'remove', 'promote', 'demote']

/** What becomes of one person; no error: it was done. */
type MemberResult = { readonly name: string; readonly error?: string }

const NOT_FOUND = '404'
const NOT_ALLOWED = '403'
const NOT_A_MEMBER = '406'
const ALREADY_IN = '409'

export const forbidden: Refusal = { code: '403', text: 'forbidden' }
export const notFound: Refusal = { code: '404', text: 'item-not-found' }
export const gone: Refusal = { code: '410', text: 'gone' }

/** Returns why somebody may not change a group; null: they may. */
export function refusalFor(
  group: Group,
  by: string,
  { needsLead }: { needsLead: boolean },
): Refusal | null {
  if (!group.members.has(by)) return forbidden
  return needsLead && !leads(group, by) ? forbidden : null
}

export function createGroup(
  world: World,
  {
    by,
    subject,
    members,
  }: { readonly by: string; readonly subject: string; readonly members: readonly string[] },
): Group {
  const known = members.filter(
    (name) => findByNumber(world, name) && !world.behaviours.of(name).refusesGroups,
  )
  const group = world.groups.add({ subject, creator: by, members: known })
  const content = stanza('create', { type: 'new' }, [groupNode(world, group)])
  notifyMembers(world, group, { by, content })
  return group
}

export function changeMembers(
  world: World,
  group: Group,
  {
    by,
    action,
    names,
  }: { readonly by: string; readonly action: MemberAction; readonly names: readonly string[] },
): readonly MemberResult[] {
  const results = names.map((name) => {
    const error = errorFor(world, group, { action, name })
    return error === undefined ? { name } : { name, error }
  })
  const changed = results.filter(({ error }) => error === undefined).map(({ name }) => name)
  for (const name of changed) {
    if (action === 'remove') group.members.delete(name)
    else group.members.set(name, action === 'promote' ? 'admin' : 'member')
  }
  if (changed.length > 0) {
    const content = stanza(
      action,
      {},
      changed.map((name) => memberNode(world, name)),
    )
    notifyMembers(world, group, { by, content, gone: changed })
  }
  return results
}

function errorFor(
  world: World,
  { members }: Group,
  { action, name }: { action: MemberAction; name: string },
): string | undefined {
  if (action !== 'add') return members.has(name) ? undefined : NOT_A_MEMBER
  if (members.has(name)) return ALREADY_IN
  if (!findByNumber(world, name)) return NOT_FOUND
  return world.behaviours.of(name).refusesGroups ? NOT_ALLOWED : undefined
}

export function rename(world: World, group: Group, by: string, subject: string): void {
  const at = Math.floor(Date.now() / 1000)
  Object.assign(group, { subject, subjectBy: by, subjectAt: at })
  notifyMembers(world, group, { by, content: stanza('subject', { subject, s_t: String(at) }) })
}

/** @param text null takes the description away */
export function describeGroup(
  world: World,
  group: Group,
  { by, id, text }: { readonly by: string; readonly id: string; readonly text: string | null },
): void {
  const at = Math.floor(Date.now() / 1000)
  group.description = text === null ? null : { id, text, by, at }
  const body = text === null ? stanza('delete', {}) : stanza('body', {}, Buffer.from(text))
  notifyMembers(world, group, { by, content: stanza('description', { id }, [body]) })
}

const settings: Readonly<Record<string, Partial<Group>>> = {
  announcement: { isAnnounced: true },
  not_announcement: { isAnnounced: false },
  locked: { isLocked: true },
  unlocked: { isLocked: false },
  not_ephemeral: { vanishSeconds: 0 },
}
export const settingNames = [...Object.keys(settings), 'ephemeral']

export function setGroup(
  world: World,
  group: Group,
  { by, setting }: { readonly by: string; readonly setting: BinaryNode },
): void {
  const { tag, attrs } = setting
  Object.assign(group, settings[tag] ?? { vanishSeconds: Number(attrs.expiration ?? 0) })
  notifyMembers(world, group, { by, content: stanza(tag, attrs) })
}

export function renewInvite(world: World, group: Group, by: string): string {
  group.inviteCode = newInviteCode()
  const content = stanza('invite', { code: group.inviteCode })
  notifyMembers(world, group, { by, content })
  return group.inviteCode
}

/** Adds somebody who comes in by the invite link. */
export function join(world: World, group: Group, name: string): void {
  group.members.set(name, 'member')
  const content = stanza('add', { reason: 'invite' }, [memberNode(world, name)])
  notifyMembers(world, group, { by: name, content })
}

export function leave(world: World, group: Group, name: string): void {
  if (!group.members.delete(name)) return
  const content = stanza('remove', {}, [memberNode(world, name)])
  notifyMembers(world, group, { by: name, content, gone: [name] })
}

export function changePicture(
  world: World,
  group: Group,
  { by, hasPicture }: { readonly by: string; readonly hasPicture: boolean },
): void {
  group.hasPicture = hasPicture
  const id = randomBytes(4).readUInt32BE()
  const content = stanza(hasPicture ? 'set' : 'delete', { id: String(id) })
  notifyMembers(world, group, { by, content })
}
