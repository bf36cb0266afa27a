import { AppError } from '../../contract/errors.ts'
import {
  type CreateGroupBody,
  type GroupMembersBody,
  inviteUrl,
  type SendInviteBody,
} from '../../contract/gateways/evolution-groups.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isLidJid } from '../../contract/jid.ts'
import { MEDIA_LIMIT_BYTES, MEDIA_TIMEOUT_MS } from '../../contract/limits.ts'
import type { Group, GroupAct, GroupMember, MemberAnswer } from '../group-acts.ts'
import type { Messenger } from '../messenger.ts'
import type { WebhookMessageStore } from '../webhooks/webhook-message-store.ts'
import type { Evolution, Instance } from './evolution.ts'
import type { EvolutionMediaNeeds } from './evolution-media.ts'
import type { EvolutionMessages, NumberAnswer } from './evolution-messages.ts'
import type { EvolutionProfileNeeds } from './evolution-profile.ts'
import type { GatewayCaller } from './gateway-access.ts'
import { inviteAll } from './group-invites.ts'
import { groupErrorOf } from './group-refusals.ts'

export type EvolutionGroups = ReturnType<typeof createEvolutionGroups>

export type NamedMember = GroupMember & { readonly name: string | null }

type Named = Pick<NumberAnswer, 'jid' | 'exists' | 'number'>

/** The groups of instances, for clients of the Evolution-compatible API. */
export function createEvolutionGroups({
  gateway,
  messages,
  sending,
  act,
  withMedia,
  toPortrait,
}: {
  readonly gateway: Pick<Evolution, 'find'>
  readonly messages: Pick<WebhookMessageStore, 'chats'>
  readonly sending: Pick<EvolutionMessages, 'findNumbers' | 'sendText'>
  readonly act: Messenger['act']
  readonly withMedia: EvolutionMediaNeeds['withMedia']
  readonly toPortrait: EvolutionProfileNeeds['toPortrait']
}) {
  return {
    ...{ create, find, list, members, invitation, join, changeMembers, changePicture },
    ...{ change, inviteCode, sendInvite },
  }

  /**
   * Once the group is there, what WhatsApp refuses of the rest is no failure: whoever repeated the
   * call would get a second group.
   * @throws AppError `not_on_whatsapp` where nobody named is on WhatsApp
   */
  async function create(
    caller: GatewayCaller,
    name: string,
    { subject, description, participants, promoteParticipants }: CreateGroupBody,
  ): Promise<Group> {
    const instance = await connected(caller, name)
    const named = await findPeople(caller, name, participants)
    const found = jidsOf(named.filter(({ exists }) => exists))
    if (found.length === 0) throw new AppError('not_on_whatsapp', 'nobody to be in the group')
    const made = await ask(instance, { kind: 'group_create', subject, members: found })
    const { key } = instance.device
    const group = only(made.groups)
    const { jid } = group
    if (description) await act(key, { kind: 'group_description', jid, text: description })
    if (promoteParticipants) {
      await act(key, { kind: 'group_members', jid, change: 'promote', members: found })
    }
    return (await act(key, { kind: 'group_info', jid }))?.groups?.[0] ?? group
  }

  async function find(
    caller: GatewayCaller,
    name: string,
    jid: string,
  ): Promise<{ readonly group: Group; readonly pictureUrl: string | null }> {
    const instance = await connected(caller, name)
    const { groups } = await ask(instance, { kind: 'group_info', jid })
    const picture = await act(instance.device.key, { kind: 'picture', jid })
    return { group: only(groups), pictureUrl: picture?.value ?? null }
  }

  async function list(caller: GatewayCaller, name: string): Promise<readonly Group[]> {
    const { groups } = await ask(await connected(caller, name), { kind: 'group_list' })
    return groups ?? []
  }

  async function members(
    caller: GatewayCaller,
    name: string,
    jid: string,
  ): Promise<readonly NamedMember[]> {
    const instance = await connected(caller, name)
    const { groups } = await ask(instance, { kind: 'group_info', jid })
    const place = { gatewayId: OWN_GATEWAY_ID, instance: instance.record.id }
    const chats = await messages.chats(caller.userId, place)
    const names = new Map(chats.map(({ remoteJid, pushName }) => [remoteJid, pushName]))
    return only(groups).members.map((member) => ({
      ...member,
      name: names.get(member.jid) ?? null,
    }))
  }

  /** @throws AppError `invite_invalid` */
  async function invitation(caller: GatewayCaller, name: string, code: string): Promise<Group> {
    const instance = await connected(caller, name)
    return only((await ask(instance, { kind: 'invited_group', code })).groups)
  }

  /** Returns the group's jid. @throws AppError `invite_invalid` */
  async function join(caller: GatewayCaller, name: string, code: string): Promise<string> {
    const { value } = await ask(await connected(caller, name), { kind: 'group_join', code })
    if (value === null) throw new AppError('invite_invalid', 'no group came back')
    return value
  }

  /** Returns an answer for each person; WhatsApp is only asked about those who are there. */
  async function changeMembers(
    caller: GatewayCaller,
    name: string,
    { jid, action, participants }: GroupMembersBody & { readonly jid: string },
  ): Promise<readonly MemberAnswer[]> {
    const instance = await connected(caller, name)
    const named = await findPeople(caller, name, participants)
    const members = jidsOf(named.filter(({ exists }) => exists))
    const asked = { kind: 'group_members', jid, change: action, members } as const
    const answers = members.length === 0 ? [] : ((await ask(instance, asked)).members ?? [])
    const absent = named.filter(({ exists }) => !exists)
    return [...answers, ...absent.map((each) => ({ jid: each.jid, status: '404' }))]
  }

  /** @throws AppError `media_*`, `image_type`, `too_many` */
  async function changePicture(
    caller: GatewayCaller,
    name: string,
    {
      jid,
      image,
      signal,
    }: { readonly jid: string; readonly image: string; readonly signal: AbortSignal },
  ): Promise<void> {
    // Checked first: nothing is fetched for a device that cannot take it.
    const instance = await connected(caller, name)
    const limits = { limitBytes: MEDIA_LIMIT_BYTES, timeoutMs: MEDIA_TIMEOUT_MS, signal }
    const picture = await withMedia(image, limits, async ({ readAt, size }) =>
      toPortrait(caller.userId, await readAt(0, size)),
    )
    await ask(instance, { kind: 'group_picture', jid, picture })
  }

  async function change(
    caller: GatewayCaller,
    name: string,
    asked: Extract<
      GroupAct,
      {
        kind:
          | 'group_subject'
          | 'group_description'
          | 'group_setting'
          | 'group_vanish'
          | 'group_leave'
      }
    >,
  ): Promise<void> {
    await ask(await connected(caller, name), asked)
  }

  async function inviteCode(
    caller: GatewayCaller,
    name: string,
    { jid, isRenewed }: { readonly jid: string; readonly isRenewed: boolean },
  ): Promise<string> {
    const instance = await connected(caller, name)
    const { value } = await ask(instance, { kind: 'group_invite', jid, isRenewed })
    if (value === null) throw new AppError('group_refused', 'no code came back')
    return value
  }

  /**
   * Sends the group's link, once all people are known to be on WhatsApp. Returns the link.
   * @throws AppError `invalid` where somebody is not on WhatsApp, and as `inviteAll` does
   */
  async function sendInvite(
    caller: GatewayCaller,
    name: string,
    { jid, description, numbers }: SendInviteBody & { readonly jid: string },
  ): Promise<string> {
    const url = inviteUrl(await inviteCode(caller, name, { jid, isRenewed: false }))
    const named = await findPeople(caller, name, numbers)
    const absent = named.find(({ exists }) => !exists)
    if (absent) {
      const details = [{ path: 'numbers', message: `${absent.number} não está no WhatsApp.` }]
      throw new AppError('invalid', 'somebody is not on WhatsApp', { details })
    }
    const text = description ? `${description}\n\n${url}` : url
    const people = new Map(named.map((each) => [each.jid, each]))
    await inviteAll([...people.values()], (number) =>
      sending.sendText(caller, name, { number, text }),
    )
    return url
  }

  /** Looks people up by their numbers; LIDs are in no directory and count as found. */
  async function findPeople(
    caller: GatewayCaller,
    name: string,
    numbers: readonly string[],
  ): Promise<readonly Named[]> {
    const phones = numbers.filter((number) => !isLidJid(number))
    const found = phones.length === 0 ? [] : await sending.findNumbers(caller, name, phones)
    const lids = numbers.filter(isLidJid)
    return [...found, ...lids.map((jid) => ({ jid, exists: true, number: jid }))]
  }

  /** @throws AppError `device_not_connected` */
  async function connected(caller: GatewayCaller, name: string): Promise<Instance> {
    const instance = await gateway.find(caller, name)
    if (instance.state !== 'open') throw new AppError('device_not_connected', name)
    return instance
  }

  /** @throws AppError as `groupErrorOf` finds it, `whatsapp_failed` where no answer came */
  async function ask({ device }: Instance, asked: GroupAct) {
    const answer = await act(device.key, asked)
    if (!answer) throw new AppError('whatsapp_failed', asked.kind)
    if (answer.refusal === undefined) return answer
    throw new AppError(groupErrorOf(asked, answer.refusal), `${asked.kind}: ${answer.refusal}`)
  }
}

/** Each of them once. */
function jidsOf(named: readonly Named[]): readonly string[] {
  return [...new Set(named.map(({ jid }) => jid))]
}

function only(groups: readonly Group[] | undefined): Group {
  const [group] = groups ?? []
  if (!group) throw new AppError('group_unknown', 'no group came back')
  return group
}
