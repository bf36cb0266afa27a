import { failure, refusedFields, sentReaction } from './evolution-calls.ts'
import type { Shape } from './shape.ts'

const GROUP = '120363000000000777@g.us'
const q = (name: string) => `${name}?groupJid=${GROUP}`
const PEOPLE = ['5561977770000']
const GIVEN: readonly [string, unknown][] = [
  ['POST group/create', { subject: 'Turma', participants: PEOPLE }],
  ['POST group/updateGroupSubject', { subject: 'Turma' }],
  ['POST group/updateGroupDescription', { description: 'Avisos' }],
  ['POST group/updateGroupPicture', { image: 'bm8gcGljdHVyZQ==' }],
  ['POST group/updateParticipant', { action: 'add', participants: PEOPLE }],
  ['POST group/updateSetting', { action: 'locked' }],
  ['POST group/toggleEphemeral', { expiration: 0 }],
  ['POST group/revokeInviteCode', {}],
  ['POST group/sendInvite', { numbers: PEOPLE }],
  ['GET group/findGroupInfos', undefined],
  ['GET group/participants', undefined],
  ['GET group/inviteCode', undefined],
  ['DELETE group/leaveGroup', undefined],
]

const THEIRS = { remoteJid: GROUP, fromMe: false, id: '3A' }
const reactTo = (key: object) => ({ key: { ...THEIRS, ...key }, reaction: '👍' })
const react = 'POST message/sendReaction/aberta'
const takeBack = 'DELETE chat/deleteMessageForEveryone/aberta'
const byLid = { participant: '99887766554433@lid' }
const byNobody = { participant: 'abc@lid' }

/** Calls about groups that are refused; end-to-end tests have those that WhatsApp answers. */
export const evolutionGroupCalls: [string, unknown, number, Shape][] = [
  ...GIVEN.flatMap(([call, body]): [string, unknown, number, Shape][] => [
    [`${call}/${q('fechada')}`, body, 400, failure],
    [`${call}/${q('nenhuma')}`, body, 404, failure],
  ]),
  ...GIVEN.slice(1).map(([call, body]): [string, unknown, number, Shape] => [
    `${call}/aberta`,
    body,
    400,
    refusedFields,
  ]),
  ['GET group/fetchAllGroups/aberta', undefined, 400, refusedFields],
  ['GET group/fetchAllGroups/fechada?getParticipants=true', undefined, 400, failure],
  ['GET group/fetchAllGroups/nenhuma?getParticipants=true', undefined, 404, failure],
  ['GET group/inviteInfo/aberta', undefined, 400, refusedFields],
  ['GET group/inviteInfo/nenhuma?inviteCode=ABC', undefined, 404, failure],
  ['GET group/acceptInviteCode/aberta?inviteCode=a%20b', undefined, 400, refusedFields],
  ['GET group/acceptInviteCode/nenhuma?inviteCode=ABC', undefined, 404, failure],
  ['GET group/findGroupInfos/aberta?groupJid=turma', undefined, 400, refusedFields],
  ['POST group/create/aberta', { subject: ' ', participants: PEOPLE }, 400, refusedFields],
  ['POST group/create/aberta', { subject: 'Turma', participants: [] }, 400, refusedFields],
  ['POST group/create/aberta', { subject: 'Turma', participants: [GROUP] }, 400, refusedFields],
  [
    `POST group/updateParticipant/${q('aberta')}`,
    { action: 'ban', participants: PEOPLE },
    400,
    refusedFields,
  ],
  [`POST group/updateSetting/${q('aberta')}`, { action: 'open' }, 400, refusedFields],
  [`POST group/toggleEphemeral/${q('aberta')}`, { expiration: 60 }, 400, refusedFields],
  [
    `POST group/updateGroupSubject/${q('aberta')}`,
    { subject: 'n'.repeat(101) },
    400,
    refusedFields,
  ],
  [react, reactTo({}), 400, refusedFields],
  [react, reactTo(byNobody), 400, refusedFields],
  [react, reactTo({ participant: GROUP }), 400, refusedFields],
  [react, reactTo(byLid), 201, sentReaction(', participant: string')],
  [react, reactTo({ fromMe: true }), 201, sentReaction()],
  [react, reactTo({ remoteJid: 'abc@lid' }), 400, refusedFields],
  [takeBack, THEIRS, 400, refusedFields],
  [takeBack, { ...THEIRS, ...byNobody }, 400, refusedFields],
  ['POST group/create/aberta', { subject: 'Turma', participants: ['abc@lid'] }, 400, refusedFields],
  ['POST message/sendText/aberta', { number: 'abc@lid', text: 'Oi' }, 400, refusedFields],
]
