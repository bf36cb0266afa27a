import type { BinaryNode } from '@whiskeysockets/baileys'
import { childOf, childrenOf, readJid, stanza, textOf } from '../protocol/stanza.ts'
import { findResident } from '../world/directory.ts'
import type { Refusal } from '../world/faults.ts'
import { personName } from '../world/numbers.ts'
import type { Companion, World } from '../world/world.ts'
import {
  changeMembers,
  createGroup,
  describeGroup,
  gone,
  join,
  leave,
  memberActions,
  notFound,
  refusalFor,
  rename,
  renewInvite,
  setGroup,
  settingNames,
} from './group-changes.ts'
import { groupNode, memberNode } from './group-nodes.ts'
import { type Group, groupJid } from './groups.ts'

type Answer = (companion: Companion, query: BinaryNode) => BinaryNode[] | Refusal

/** Answers to a client's queries about groups, by namespace and first child. */
export function groupAnswers(world: World): Readonly<Record<string, Answer>> {
  const { groups } = world
  const about =
    (needsLead: boolean, answer: (given: Given) => BinaryNode[]): Answer =>
    ({ account }, query) => {
      const group = groups.find(query.attrs.to)
      if (!group) return notFound
      const by = personName(account.phone)
      const [asked] = childrenOf(query)
      if (!asked) return notFound
      return refusalFor(group, by, { needsLead }) ?? answer({ group, by, asked })
    }
  /** Any member may change what a group is called and says of itself, unless it is locked. */
  const described = (answer: (given: Given) => void): Answer => {
    const [open, locked] = [false, true].map((needsLead) =>
      about(needsLead, (given) => {
        answer(given)
        return []
      }),
    )
    return (companion, query) => {
      const isLocked = groups.find(query.attrs.to)?.isLocked === true
      return (isLocked ? locked : open)?.(companion, query) ?? []
    }
  }
  return {
    'w:g2 create': ({ account }, query) => {
      const asked = childOf(query, 'create')
      const by = personName(account.phone)
      const subject = asked?.attrs.subject ?? ''
      const group = createGroup(world, { by, subject, members: namesIn(world, asked) })
      return [groupNode(world, group)]
    },
    'w:g2 query': about(false, ({ group }) => [groupNode(world, group)]),
    'w:g2 participating': ({ account }) => {
      const own = groups.ofMember(personName(account.phone))
      return [
        stanza(
          'groups',
          {},
          own.map((group) => groupNode(world, group)),
        ),
      ]
    },
    'w:g2 subject': described(({ group, by, asked }) =>
      rename(world, group, by, textOf(asked) ?? ''),
    ),
    'w:g2 description': described(({ group, by, asked }) => {
      const text = textOf(childOf(asked, 'body')) ?? null
      describeGroup(world, group, { by, id: asked.attrs.id ?? '', text })
    }),
    ...Object.fromEntries(
      memberActions.map((action) => [
        `w:g2 ${action}`,
        about(true, ({ group, by, asked }) => {
          const names = namesIn(world, asked)
          const results = changeMembers(world, group, { by, action, names })
          const nodes = results.map(({ name, ...result }) => memberNode(world, name, result))
          return [stanza(action, {}, nodes)]
        }),
      ]),
    ),
    ...Object.fromEntries(
      settingNames.map((name) => [
        `w:g2 ${name}`,
        about(true, ({ group, by, asked }) => {
          setGroup(world, group, { by, setting: asked })
          return []
        }),
      ]),
    ),
    'w:g2 invite': (companion, query) => answerInvite(companion, query),
    'w:g2 leave': ({ account }, query) => {
      const named = childrenOf(childOf(query, 'leave'))
      for (const { attrs } of named) {
        const group = groups.find(attrs.id)
        if (group) leave(world, group, personName(account.phone))
      }
      return []
    },
  }

  /** With a group: reads or renews its invite code. Without: shows or joins a code's group. */
  function answerInvite(companion: Companion, query: BinaryNode): BinaryNode[] | Refusal {
    const isSet = query.attrs.type === 'set'
    if (groups.find(query.attrs.to)) {
      return about(true, ({ group, by }) => {
        const code = isSet ? renewInvite(world, group, by) : group.inviteCode
        return [stanza('invite', { code })]
      })(companion, query)
    }
    const code = childOf(query, 'invite')?.attrs.code
    if (code === undefined) return notFound
    const group = groups.byInviteCode(code)
    if (!group) return gone
    if (!isSet) return [groupNode(world, group, { hasMembers: false })]
    const name = personName(companion.account.phone)
    if (!group.members.has(name)) join(world, group, name)
    return [stanza('group', { jid: groupJid(group) })]
  }
}

type Given = { readonly group: Group; readonly by: string; readonly asked: BinaryNode }

/** The people that a query names, also those who are not on WhatsApp. */
function namesIn(world: World, asked: BinaryNode | undefined): string[] {
  return childrenOf(asked).map(({ attrs: { jid = '' } }) => {
    const resident = findResident(world, jid)
    return resident?.name ?? personName(readJid(jid)?.user ?? jid)
  })
}
