import { SimulatorError } from '../simulator-error.ts'
import { findByNumber } from '../world/directory.ts'
import { personName } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { changeMembers, createGroup, leave, memberActions, rename } from './group-changes.ts'
import type { GroupRequest, GroupState } from './group-request.ts'
import { type Group, groupJid } from './groups.ts'

/** What people, played by the control, do with groups. */

export function groupStates(world: World): GroupState[] {
  return world.groups.all().map((group) => {
    const { subject, description, isAnnounced, isLocked } = group
    const { vanishSeconds, inviteCode, hasPicture } = group
    return {
      ...{ jid: groupJid(group), subject, description: description?.text ?? null },
      ...{ isAnnounced, isLocked, vanishSeconds, inviteCode, hasPicture },
      members: Object.fromEntries(
        [...group.members].map(([name, rank]) => [findByNumber(world, name)?.phone ?? name, rank]),
      ),
    }
  })
}

/** Gives the group's jid. */
export function playGroup(world: World, request: GroupRequest): string {
  const by = nameOf(request.by)
  const group = groupOf(world, request)
  for (const action of memberActions) {
    const names = request[action]?.map(nameOf) ?? []
    if (names.length > 0) changeMembers(world, group, { by, action, names })
  }
  const { subject } = request
  if (subject !== undefined && subject !== group.subject) rename(world, group, by, subject)
  if (request.leaves) leave(world, group, by)
  return groupJid(group)
}

function groupOf(world: World, { by, group: jid, subject, add = [] }: GroupRequest): Group {
  if (jid === undefined) {
    const made = { by: nameOf(by), subject: subject ?? 'Grupo', members: add.map(nameOf) }
    return createGroup(world, made)
  }
  const group = world.groups.find(jid)
  if (!group) throw new SimulatorError('not_found', jid)
  return group
}

function nameOf(phone: string): string {
  return personName(phone.replace(/^\+/, ''))
}
