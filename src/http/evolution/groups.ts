import { api } from '../../contract/api/calls.ts'
import { AppError } from '../../contract/errors.ts'
import { inviteUrl } from '../../contract/gateways/evolution-groups.ts'
import {
  plainGroup,
  plainGroupWithoutMembers,
  plainMember,
} from '../../domain/webhooks/group-events.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'

const updated = { status: 201, body: { update: 'success' } } as const

/** Routes of the Evolution-compatible API about groups. */
export function evolutionGroupRoutes(services: Pick<Services, 'evolutionGroups'>): Binding[] {
  return [...readingRoutes(services), ...changingRoutes(services), ...inviteRoutes(services)]
}

function readingRoutes({ evolutionGroups: groups }: Pick<Services, 'evolutionGroups'>): Binding[] {
  return [
    bind(api.evolutionFindGroup, async ({ caller, params, query }) => {
      const { group, pictureUrl } = await groups.find(caller, params.name, query.groupJid)
      return { status: 200, body: { ...plainGroup(group), pictureUrl } }
    }),

    bind(api.evolutionGroups, async ({ caller, params, query }) => {
      const show = query.getParticipants === 'true' ? plainGroup : plainGroupWithoutMembers
      const all = await groups.list(caller, params.name)
      return { status: 200, body: all.map((group) => ({ ...show(group), pictureUrl: null })) }
    }),

    bind(api.evolutionGroupMembers, async ({ caller, params, query }) => {
      const members = await groups.members(caller, params.name, query.groupJid)
      const participants = members.map((member) => ({
        ...plainMember(member),
        ...{ name: member.name, imgUrl: null },
      }))
      return { status: 200, body: { participants } }
    }),

    bind(api.evolutionInviteInfo, async ({ caller, params, query }) => ({
      status: 200,
      body: plainGroup(await groups.invitation(caller, params.name, query.inviteCode)),
    })),
  ]
}

function changingRoutes({ evolutionGroups: groups }: Pick<Services, 'evolutionGroups'>): Binding[] {
  return [
    bind(api.evolutionCreateGroup, async ({ caller, params, body }) => ({
      status: 201,
      body: plainGroup(await groups.create(caller, params.name, body)),
    })),

    bind(api.evolutionGroupSubject, async ({ caller, params, query, body }) => {
      const jid = groupIn(body, query)
      await groups.change(caller, params.name, { kind: 'group_subject', jid, text: body.subject })
      return updated
    }),

    bind(api.evolutionGroupDescription, async ({ caller, params, query, body }) => {
      const asked = { kind: 'group_description', text: body.description } as const
      await groups.change(caller, params.name, { ...asked, jid: groupIn(body, query) })
      return updated
    }),

    bind(api.evolutionGroupPicture, async ({ c, caller, params, query, body }) => {
      const given = { image: body.image, signal: c.req.raw.signal }
      await groups.changePicture(caller, params.name, { ...given, jid: groupIn(body, query) })
      return updated
    }),

    bind(api.evolutionChangeMembers, async ({ caller, params, query, body }) => {
      const asked = { ...body, jid: groupIn(body, query) }
      const answers = await groups.changeMembers(caller, params.name, asked)
      const updateParticipants = answers.map(({ status, jid }) => ({ status, jid }))
      return { status: 201, body: { updateParticipants } }
    }),

    bind(api.evolutionGroupSetting, async ({ caller, params, query, body }) => {
      const { action: setting } = body
      const jid = groupIn(body, query)
      await groups.change(caller, params.name, { kind: 'group_setting', jid, setting })
      return { status: 201, body: { updateSetting: setting } }
    }),

    bind(api.evolutionGroupEphemeral, async ({ caller, params, query, body }) => {
      const asked = { kind: 'group_vanish', seconds: body.expiration } as const
      await groups.change(caller, params.name, { ...asked, jid: groupIn(body, query) })
      return { status: 201, body: { success: true } } as const
    }),

    bind(api.evolutionLeaveGroup, async ({ caller, params, query: { groupJid } }) => {
      await groups.change(caller, params.name, { kind: 'group_leave', jid: groupJid })
      return { status: 200, body: { groupJid, leave: true } } as const
    }),
  ]
}

function inviteRoutes({ evolutionGroups: groups }: Pick<Services, 'evolutionGroups'>): Binding[] {
  return [
    bind(api.evolutionInviteCode, async ({ caller, params, query: { groupJid: jid } }) => {
      const code = await groups.inviteCode(caller, params.name, { jid, isRenewed: false })
      return { status: 200, body: { inviteUrl: inviteUrl(code), inviteCode: code } }
    }),

    bind(api.evolutionRevokeInvite, async ({ caller, params, query, body }) => {
      const jid = groupIn(body, query)
      const inviteCode = await groups.inviteCode(caller, params.name, { jid, isRenewed: true })
      return { status: 201, body: { revoked: true, inviteCode } } as const
    }),

    bind(api.evolutionSendInvite, async ({ caller, params, query, body }) => {
      const asked = { ...body, jid: groupIn(body, query) }
      const url = await groups.sendInvite(caller, params.name, asked)
      return { status: 200, body: { send: true, inviteUrl: url } } as const
    }),

    bind(api.evolutionAcceptInvite, async ({ caller, params, query }) => {
      const groupJid = await groups.join(caller, params.name, query.inviteCode)
      return { status: 200, body: { accepted: true, groupJid } } as const
    }),
  ]
}

/** Clients name the group in the body or in the query. @throws AppError `invalid` */
function groupIn(...given: readonly { readonly groupJid?: string | undefined }[]): string {
  const jid = given.find(({ groupJid }) => groupJid !== undefined)?.groupJid
  if (jid !== undefined) return jid
  const details = [{ path: 'groupJid', message: 'Informe o grupo (groupJid).' }]
  throw new AppError('invalid', 'no group', { details })
}
