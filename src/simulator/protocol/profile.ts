import { createHash } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { isGroupJid } from '../../contract/jid.ts'
import { changePicture, forbidden, notFound, refusalFor } from '../groups/group-changes.ts'
import type { Group } from '../groups/groups.ts'
import { findResident } from '../world/directory.ts'
import type { Refusal } from '../world/faults.ts'
import { personName } from '../world/numbers.ts'
import type { Account, Companion, World } from '../world/world.ts'
import { noteReport } from './presence.ts'
import { bytesOf, childOf, childrenOf, stanza } from './stanza.ts'

/** What profiles show, and to whom. */

const plainPrivacy: Readonly<Record<string, string>> = {
  ...{ readreceipts: 'all', profile: 'all', status: 'all', online: 'all', last: 'all' },
  ...{ groupadd: 'all', calladd: 'all' },
}
const choices = new WeakMap<Account, Readonly<Record<string, string>>>()

/** Answers what an account shows to whom; a category that the client names is changed first. */
export function answerPrivacy({ account }: Companion, query: BinaryNode): BinaryNode[] {
  const settings: Record<string, string> = { ...plainPrivacy, ...choices.get(account) }
  for (const { attrs } of childrenOf(childOf(query, 'privacy'))) {
    settings[attrs.name ?? ''] = attrs.value ?? ''
  }
  choices.set(account, settings)
  const categories = Object.entries(settings).map(([name, value]) =>
    stanza('category', { name, value }),
  )
  return [stanza('privacy', {}, categories)]
}

/** Answers a picture's address, or changes the account's or a group's; none removes it. */
export function answerPicture(
  { world, mediaHost }: { readonly world: World; readonly mediaHost: () => string },
  companion: Companion,
  query: BinaryNode,
): BinaryNode[] | Refusal {
  const { target } = query.attrs
  const group = world.groups.find(target)
  const by = personName(companion.account.phone)
  if (query.attrs.type === 'set') {
    const refusal = pictureRefusal(world, { group, target, by })
    if (refusal) return refusal
    const picture = bytesOf(childOf(query, 'picture'))
    const about = picture ? createHash('sha256').update(picture).digest('hex') : 'none'
    noteReport(companion, { what: 'picture', about, to: target ?? '' })
    if (group) changePicture(world, group, { by, hasPicture: picture !== undefined })
    return picture ? [stanza('picture', { id: '1' })] : []
  }
  if (group) {
    if (!group.members.has(by)) return { code: '401', text: 'not-authorized' }
    if (!group.hasPicture) return notFound
    const url = `https://${mediaHost()}/picture/${group.id}.jpg`
    return [stanza('picture', { id: '1', type: 'image', url })]
  }
  const resident = findResident(world, target)
  if (!resident || !world.behaviours.of(resident.name).hasPicture) return notFound
  const url = `https://${mediaHost()}/picture/${resident.phone}.jpg`
  return [stanza('picture', { id: '1', type: 'image', url })]
}

/** A picture is the account's own, or of a group whose name it may change as well. */
function pictureRefusal(
  world: World,
  {
    group,
    target,
    by,
  }: {
    readonly group: Group | undefined
    readonly target: string | undefined
    readonly by: string
  },
): Refusal | null {
  if (group) return refusalFor(group, by, { needsLead: group.isLocked })
  if (target === undefined) return null
  if (isGroupJid(target)) return notFound
  return findResident(world, target)?.name === by ? null : forbidden
}

/** Answers the profile of a business, and an empty answer for anybody else. */
export function answerBusiness(world: World, query: BinaryNode): BinaryNode[] {
  const jid = childOf(childOf(query, 'business_profile'), 'profile')?.attrs.jid ?? ''
  const resident = findResident(world, jid)
  const business = resident && world.behaviours.of(resident.name).business
  if (!business) return [stanza('business_profile', {})]
  const fields = Object.entries(business).map(([tag, text]) => stanza(tag, {}, Buffer.from(text)))
  return [stanza('business_profile', {}, [stanza('profile', { jid }, fields)])]
}
