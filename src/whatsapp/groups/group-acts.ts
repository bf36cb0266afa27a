import { S_WHATSAPP_NET, type WASocket } from '@whiskeysockets/baileys'
import type { ActAnswer } from '../../domain/account-acts.ts'
import type { GroupAct } from '../../domain/group-acts.ts'
import { readFailure } from '../connection/failure.ts'
import { personJid, readGroup } from './group-data.ts'

const done: ActAnswer = { value: null }

/** Does something with a group; what WhatsApp refuses is an answer, and no failure. */
export async function performGroup(sock: WASocket, act: GroupAct): Promise<ActAnswer> {
  try {
    return await perform(sock, act)
  } catch (error) {
    const { serverCode, statusCode } = readFailure(error)
    const refusal = serverCode ?? (statusCode !== null && isRefusal(error) ? statusCode : null)
    if (refusal === null) throw error
    return { value: null, refusal }
  }
}

/** An answer that holds an error in place of a group. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('data' in error)) return false
  return typeof error.data === 'object' && error.data !== null
}

async function perform(sock: WASocket, act: GroupAct): Promise<ActAnswer> {
  switch (act.kind) {
    case 'group_create':
      return one(await sock.groupCreate(act.subject, [...act.members]))
    case 'group_info':
      return one(await sock.groupMetadata(act.jid))
    case 'group_list':
      return {
        value: null,
        groups: Object.values(await sock.groupFetchAllParticipating()).map(readGroup),
      }
    case 'group_subject':
      await sock.groupUpdateSubject(act.jid, act.text)
      return done
    case 'group_description':
      await sock.groupUpdateDescription(act.jid, act.text || undefined)
      return done
    case 'group_picture':
      return changePicture(sock, act)
    case 'group_setting':
      await sock.groupSettingUpdate(act.jid, act.setting)
      return done
    case 'group_vanish':
      await sock.groupToggleEphemeral(act.jid, act.seconds)
      return done
    case 'group_members':
      return changeMembers(sock, act)
    case 'group_leave':
      await sock.groupLeave(act.jid)
      return done
    case 'group_invite': {
      const code = act.isRenewed
        ? await sock.groupRevokeInvite(act.jid)
        : await sock.groupInviteCode(act.jid)
      return { value: code ?? null }
    }
    case 'invited_group':
      return one(await sock.groupGetInviteInfo(act.code))
    case 'group_join':
      return { value: (await sock.groupAcceptInvite(act.code)) ?? null }
  }
}

function one(metadata: Parameters<typeof readGroup>[0]): ActAnswer {
  return { value: null, groups: [readGroup(metadata)] }
}

async function changeMembers(
  sock: WASocket,
  { jid, change, members }: Extract<GroupAct, { kind: 'group_members' }>,
): Promise<ActAnswer> {
  const answers = await sock.groupParticipantsUpdate(jid, [...members], change)
  return {
    value: null,
    members: answers.map(({ status, jid: named = '', content }) => ({
      status,
      jid: personJid(content.attrs.phone_number, named) ?? named,
    })),
  }
}

/** The picture is as WhatsApp shows it already; Baileys would draw it once more. */
async function changePicture(
  sock: WASocket,
  { jid, picture }: Extract<GroupAct, { kind: 'group_picture' }>,
): Promise<ActAnswer> {
  await sock.query({
    tag: 'iq',
    attrs: { target: jid, to: S_WHATSAPP_NET, type: 'set', xmlns: 'w:profile:picture' },
    content: [{ tag: 'picture', attrs: { type: 'image' }, content: picture }],
  })
  return done
}
