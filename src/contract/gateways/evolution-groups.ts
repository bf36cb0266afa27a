import { z } from 'zod'
import { isGroupJid } from '../jid.ts'
import { TEXT_MAX_LENGTH } from '../limits.ts'
import { PersonRecipient } from './evolution-recipient.ts'

/** Groups, in Evolution API's words. */

/** As many as WhatsApp takes. */
const SUBJECT_MAX_LENGTH = 100
const DESCRIPTION_MAX_LENGTH = 2048
const MEMBERS_MAX_COUNT = 1024
const INVITED_MAX_COUNT = 50
const INVITE_URL = 'https://chat.whatsapp.com/'

const GroupJid = z
  .string('Informe o grupo (groupJid).')
  .trim()
  .regex(/^[\d-]{5,60}(?:@g\.us)?$/, 'O grupo não é válido: ele termina em @g.us.')
  .transform((jid) => (isGroupJid(jid) ? jid : `${jid}@g.us`))

const InviteCode = z
  .string('Informe o código do convite (inviteCode).')
  .trim()
  .transform((given) => (given.startsWith(INVITE_URL) ? given.slice(INVITE_URL.length) : given))
  .pipe(z.string().regex(/^[\w-]{1,60}$/, 'O código do convite não é válido.'))

const subject = z
  .string('Informe o nome do grupo.')
  .trim()
  .min(1, 'Informe o nome do grupo.')
  .max(SUBJECT_MAX_LENGTH, `O nome do grupo aceita até ${SUBJECT_MAX_LENGTH} caracteres.`)
const description = z
  .string('Informe a descrição do grupo.')
  .max(DESCRIPTION_MAX_LENGTH, `A descrição aceita até ${DESCRIPTION_MAX_LENGTH} caracteres.`)
const people = (max: number) =>
  z
    .array(PersonRecipient, 'Informe os números em uma lista.')
    .min(1, 'Informe pelo menos um número.')
    .max(max, `Informe no máximo ${max} números de cada vez.`)

/** Clients name the group in the query or in the body. */
const named = { groupJid: GroupJid.optional() }
export const MaybeGroupQuery = z.object(named)
export const GroupQuery = z.object({ groupJid: GroupJid })
export const InviteQuery = z.object({ inviteCode: InviteCode })
export const GroupsQuery = z.object({
  getParticipants: z.enum(
    ['true', 'false'],
    'Informe se quer os participantes (getParticipants=true ou false).',
  ),
})

export const GroupBody = z.object(named)
export const CreateGroupBody = z.object({
  subject,
  description: description.nullish(),
  participants: people(MEMBERS_MAX_COUNT),
  promoteParticipants: z.boolean().nullish(),
})
export type CreateGroupBody = z.output<typeof CreateGroupBody>
export const GroupSubjectBody = z.object({ ...named, subject })
export const GroupDescriptionBody = z.object({ ...named, description })
export const GroupPictureBody = z.object({
  ...named,
  image: z.string('Informe a foto.').min(1, 'Informe a foto.'),
})
export const SendInviteBody = z.object({
  ...named,
  description: z.string().max(TEXT_MAX_LENGTH, 'O texto é longo demais.').nullish(),
  numbers: people(INVITED_MAX_COUNT),
})
export type SendInviteBody = z.output<typeof SendInviteBody>
export const GroupMembersBody = z.object({
  ...named,
  action: z.enum(['add', 'remove', 'promote', 'demote'], 'Escolha add, remove, promote ou demote.'),
  participants: people(MEMBERS_MAX_COUNT),
})
export type GroupMembersBody = z.output<typeof GroupMembersBody>
export const GroupSettingBody = z.object({
  ...named,
  action: z.enum(
    ['announcement', 'not_announcement', 'locked', 'unlocked'],
    'Escolha announcement, not_announcement, locked ou unlocked.',
  ),
})
export const GroupEphemeralBody = z.object({
  ...named,
  expiration: z.literal(
    [0, 86_400, 604_800, 7_776_000],
    'O prazo (expiration) é 0, 86400, 604800 ou 7776000 segundos.',
  ),
})

const MemberJson = z.object({
  id: z.string(),
  lid: z.string().optional(),
  phoneNumber: z.string().optional(),
  admin: z.enum(['superadmin', 'admin']).nullable(),
})
export const GroupJson = z.object({
  id: z.string(),
  subject: z.string(),
  subjectOwner: z.string().nullable(),
  subjectTime: z.int().nullable(),
  /** Only of one group that was asked for; those of all would be as many questions to WhatsApp. */
  pictureUrl: z.string().nullable().optional(),
  size: z.int(),
  creation: z.int().nullable(),
  owner: z.string().nullable(),
  desc: z.string().nullable(),
  descId: z.string().nullable(),
  restrict: z.boolean(),
  announce: z.boolean(),
  ephemeralDuration: z.int(),
  isCommunity: z.boolean(),
  isCommunityAnnounce: z.boolean(),
  joinApprovalMode: z.boolean(),
  memberAddMode: z.boolean(),
  linkedParent: z.string().nullable(),
  participants: z.array(MemberJson).optional(),
})
export const GroupsJson = z.array(GroupJson)
export const MembersJson = z.object({
  participants: z.array(
    MemberJson.extend({ name: z.string().nullable(), imgUrl: z.string().nullable() }),
  ),
})
export const InviteJson = z.object({ inviteUrl: z.string(), inviteCode: z.string() })
export const RevokedJson = z.object({ revoked: z.literal(true), inviteCode: z.string() })
export const InvitedJson = z.object({ send: z.literal(true), inviteUrl: z.string() })
export const JoinedJson = z.object({ accepted: z.literal(true), groupJid: z.string() })
export const MembersChangedJson = z.object({
  updateParticipants: z.array(z.object({ status: z.string(), jid: z.string() })),
})
export const GroupSetJson = z.object({ updateSetting: z.string() })
export const EphemeralJson = z.object({ success: z.literal(true) })
export const LeftJson = z.object({ groupJid: z.string(), leave: z.literal(true) })

export function inviteUrl(code: string): string {
  return `${INVITE_URL}${code}`
}
