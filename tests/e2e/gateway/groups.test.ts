import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { until } from '../../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../../support/daemon/webhook-stand.ts'

const aResidentStand = residentWebhookStand()

const ANA = '5511970000701'
const BRUNA = '5511970000702'
const CAIO = '5511970000703'
const NOBODY = '5511970000704'
const jid = (phone: string) => `${phone}@s.whatsapp.net`
type GroupJson = { readonly id: string; readonly size: number; readonly participants: unknown[] }

test('a group is made, changed, entered and left, as its members see it', async () => {
  const { control, linked, user } = await aResidentStand()
  const at = (call: string, query = '') => `/gateway/group/${call}/${DEVICE}${query}`
  const one = async () => (await control.groups())[0]
  await control.setBehaviour(NOBODY, { absent: true })
  await control.setBehaviour(CAIO, { refusesGroups: true })

  const group = await user().post<GroupJson>(at('create'), {
    ...{ subject: 'Turma da noite', description: 'Avisos da turma' },
    participants: [ANA, `+${BRUNA}`, NOBODY],
  })
  expect(group).toMatchObject({
    ...{ subject: 'Turma da noite', desc: 'Avisos da turma', size: 3, owner: jid(DEVICE) },
    ...{ announce: false, restrict: false, subjectOwner: jid(DEVICE) },
    participants: [
      { id: jid(ANA), phoneNumber: jid(ANA), lid: expect.stringMatching(/@lid$/), admin: null },
      { id: jid(BRUNA), admin: null },
      { id: jid(DEVICE), admin: 'superadmin' },
    ],
  })
  const q = `?groupJid=${group.id}`
  expect(await user().post(at('updateGroupSubject', q), { subject: 'Turma A' })).toEqual({
    update: 'success',
  })
  await user().post(at('updateGroupDescription'), { groupJid: group.id, description: 'Às 19h' })
  await user().post(at('updateSetting', q), { action: 'announcement' })
  await user().post(at('updateSetting', q), { action: 'locked' })
  expect(await user().post(at('toggleEphemeral', q), { expiration: 86_400 })).toEqual({
    success: true,
  })
  const changed = await user().post(at('updateParticipant', q), {
    ...{ action: 'add', participants: [CAIO, BRUNA, NOBODY] },
  })
  expect(changed).toEqual({
    updateParticipants: [
      { status: '403', jid: jid(CAIO) },
      { status: '409', jid: jid(BRUNA) },
      { status: '404', jid: jid(NOBODY) },
    ],
  })
  await user().post(at('updateParticipant', q), { action: 'promote', participants: [ANA] })
  await user().post(at('updateParticipant', q), { action: 'remove', participants: [BRUNA] })
  expect(await one()).toMatchObject({
    ...{ jid: group.id, subject: 'Turma A', description: 'Às 19h', vanishSeconds: 86_400 },
    ...{ isAnnounced: true, isLocked: true },
    members: { [ANA]: 'admin', [DEVICE]: 'superadmin' },
  })

  const picture = await sharp({ create: { width: 20, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await user().post(at('updateGroupPicture', q), { image: picture.toString('base64') })
  const told = (await linked())?.told ?? []
  const square = await sharp(picture)
    .resize(640, 640, { fit: 'cover' })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 })
    .toBuffer()
  expect(told.find(({ what }) => what === 'picture')).toEqual({
    ...{ what: 'picture', to: group.id },
    about: createHash('sha256').update(square).digest('hex'),
  })
  expect(await user().get(at('findGroupInfos', q))).toMatchObject({
    ...{ id: group.id, size: 2, announce: true, ephemeralDuration: 86_400 },
    pictureUrl: expect.stringContaining('/picture/'),
  })
  expect(await user().get(at('fetchAllGroups', '?getParticipants=false'))).toMatchObject([
    { id: group.id, subject: 'Turma A', pictureUrl: null },
  ])
  expect(await user().get(at('participants', q))).toMatchObject({
    participants: [{ id: jid(ANA), admin: 'admin', name: null }, { id: jid(DEVICE) }],
  })

  const { inviteCode: code = '' } = (await one()) ?? {}
  const inviteUrl = `https://chat.whatsapp.com/${code}`
  expect(await user().get(at('inviteCode', q))).toEqual({ inviteUrl, inviteCode: code })
  expect(await user().get(at('inviteInfo', `?inviteCode=${code}`))).toMatchObject({
    ...{ id: group.id, size: 2 },
  })
  const invited = { groupJid: group.id, description: 'Venha', numbers: [CAIO] }
  expect(await user().post(at('sendInvite'), invited)).toEqual({ send: true, inviteUrl })
  await until(
    () => control.inbox(CAIO),
    (inbox) => inbox.some(({ text }) => text === `Venha\n\n${inviteUrl}`),
  )
  const { inviteCode: renewed } = await user().post<{ inviteCode: string }>(
    at('revokeInviteCode', q),
    {},
  )
  expect(renewed).not.toBe(code)
  const stale = await user().raw(at('inviteInfo', `?inviteCode=${code}`))
  expect([stale.status, await stale.json()]).toMatchObject([
    400,
    { response: { message: [expect.stringContaining('O convite não leva a um grupo')] } },
  ])

  expect(await user().remove(at('leaveGroup', q))).toEqual({ groupJid: group.id, leave: true })
  expect((await one())?.members).toEqual({ [ANA]: 'admin' })
  const refused = await user().raw(at('findGroupInfos', q))
  expect(refused.status).toBe(400)
  expect(await user().get(at('acceptInviteCode', `?inviteCode=${renewed}`))).toEqual({
    ...{ accepted: true, groupJid: group.id },
  })
  expect((await one())?.members).toEqual({ [ANA]: 'admin', [DEVICE]: 'member' })
})

test('one invitation that is refused keeps nobody else from theirs, and is named', async () => {
  const { control, user, inbox } = await aResidentStand()
  const { group } = await control.playGroup({ by: ANA, add: [DEVICE], promote: [DEVICE] })
  await control.setBehaviour(BRUNA, { ackError: 406 })
  const asked = { groupJid: group, description: 'Venha', numbers: [BRUNA, CAIO] }
  const answer = await user().raw(`/gateway/group/sendInvite/${DEVICE}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    {
      response: { message: [[expect.stringContaining('Repita'), expect.stringContaining(BRUNA)]] },
    },
  ])
  await until(
    () => inbox(CAIO),
    (texts) => texts.length === 1,
  )
  expect(await inbox(BRUNA)).toEqual([])
})

test('texts, files and reactions reach every member of a group, and what they write comes in', async () => {
  const { control, user, thread } = await aResidentStand()
  await control.setBehaviour(BRUNA, { retryFirst: true })
  const { group } = await control.playGroup({ by: ANA, add: [DEVICE, BRUNA] })
  const send = <Answer = { key: { id: string; remoteJid: string } }>(call: string, body: object) =>
    user().post<Answer>(`/gateway/message/${call}/${DEVICE}`, { number: group, ...body })
  const sent = await send('sendText', { text: 'Oi, turma' })
  expect(sent.key.remoteJid).toBe(group)
  const file = Buffer.from('%PDF-1.7 tabela').toString('base64')
  await send('sendMedia', { mediatype: 'document', media: file, fileName: 'tabela.pdf' })
  await control.sendInbound({ from: BRUNA, to: DEVICE, text: 'Recebi', group, pushName: 'Bruna' })
  const messages = await until(
    () => thread(encodeURIComponent(group)),
    ({ length }) => length === 3,
  )
  const theirs = messages.find(({ from_me }) => !from_me)
  const key = { remoteJid: group, fromMe: false, id: theirs?.id, participant: jid(BRUNA) }
  await send('sendReaction', { key, reaction: '👍' })
  for (const member of [ANA, BRUNA]) {
    const inbox = await until(
      () => control.inbox(member),
      ({ length }) => length === 3,
    )
    expect(inbox).toMatchObject([
      { text: 'Oi, turma', group, times: 1 },
      { type: 'document', fileName: 'tabela.pdf', group, mediaSha256: expect.any(String) },
      {
        type: 'reaction',
        parts: { reactionMessage: { key: { id: theirs?.id, participant: jid(BRUNA) } } },
      },
    ])
  }
  const archived = { chat: group, archive: true }
  expect(await user().post(`/gateway/chat/archiveChat/${DEVICE}`, archived)).toEqual({
    ...{ chatId: group, archived: true },
  })

  const { group: closed } = await control.playGroup({ by: ANA, subject: 'Só a Ana', add: [BRUNA] })
  const refused = await user().raw(`/gateway/message/sendText/${DEVICE}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: closed, text: 'Posso entrar?' }),
  })
  expect(refused.status).toBe(400)
  expect((await control.inbox(ANA)).map(({ text }) => text)).not.toContain('Posso entrar?')
})

test('a message of a group is quoted and marked as read by its id, where its thread tells who wrote it', async () => {
  const { control, linked, user, thread } = await aResidentStand()
  const { group } = await control.playGroup({ by: ANA, add: [DEVICE, BRUNA] })
  await control.sendInbound({ from: BRUNA, to: DEVICE, text: 'Que horas?', group })
  const [theirs] = await until(
    () => thread(encodeURIComponent(group)),
    ({ length }) => length === 1,
  )
  const ask = (call: string, body: object) =>
    user().raw(`/gateway/${call}/${DEVICE}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const quoting = (id: string | undefined) => ({
    ...{ number: group, text: 'Às 19h', quoted: { key: { id, remoteJid: group } } },
  })
  const reading = (id: string | undefined) => ({
    readMessages: [{ remoteJid: group, fromMe: false, id }],
  })
  for (const answer of [
    await ask('message/sendText', quoting('3EB0DESCONHECIDA')),
    await ask('chat/markMessageAsRead', reading('3EB0DESCONHECIDA')),
  ]) {
    const message = [[expect.stringContaining('informe quem a escreveu (participant)')]]
    expect([answer.status, await answer.json()]).toMatchObject([400, { response: { message } }])
  }
  expect((await ask('message/sendText', quoting(theirs?.id))).status).toBe(201)
  const inbox = await until(
    () => control.inbox(ANA),
    ({ length }) => length > 0,
  )
  // The group names its members by their LIDs.
  const { participants } = await user().get<{ participants: { id: string; lid: string }[] }>(
    `/gateway/group/findGroupInfos/${DEVICE}?groupJid=${group}`,
  )
  const participant = participants.find(({ id }) => id === jid(BRUNA))?.lid
  const answered = { stanzaId: theirs?.id, participant }
  expect(inbox).toMatchObject([
    { text: 'Às 19h', parts: { extendedTextMessage: { contextInfo: answered } } },
  ])
  expect((await ask('chat/markMessageAsRead', reading(theirs?.id))).status).toBe(201)
  const told = async () => (await linked())?.told ?? []
  const reads = await until(
    async () => (await told()).filter(({ what }) => what === 'read'),
    ({ length }) => length > 0,
  )
  expect(reads).toMatchObject([{ to: group, about: theirs?.id }])
})

test('a member without devices costs a group’s message no query while others wait', async () => {
  const stand = await aResidentStand()
  const { control } = stand
  const group = await stand.user().post<GroupJson>(`/gateway/group/create/${DEVICE}`, {
    ...{ subject: 'Turma', participants: [ANA, BRUNA] },
  })
  await stand.daemon.stop()
  await control.setBehaviour(BRUNA, { absent: true })
  await stand.restart()
  const send = (text: string) =>
    stand.user().post(`/gateway/message/sendText/${DEVICE}`, { number: group.id, text })
  await send('Um')
  const before = (await control.stats()).usyncs
  await send('Dois')
  // The one query is for Bruna's devices, and asks whether she is back.
  expect((await control.stats()).usyncs - before).toBe(1)
  await until(
    () => stand.inbox(ANA),
    (texts) => texts.length === 2,
  )
})

type Heard = { readonly event: string; readonly data: object }

test('changes of groups are sent to the webhook, unless the instance ignores groups', async () => {
  const receiver = await aStandIn(() => ({ body: {} }))
  const heard = async () => receiver.seen.map(({ text }): Heard => JSON.parse(text))
  const { control, linked, user, thread, writes } = await aResidentStand({
    webhook: {
      url: receiver.url,
      events: ['GROUPS_UPSERT', 'GROUP_UPDATE', 'GROUP_PARTICIPANTS_UPDATE'],
    },
  })
  const { group } = await control.playGroup({ by: ANA, subject: 'Bairro', add: [DEVICE] })
  await control.playGroup({ by: ANA, group, subject: 'Bairro novo', add: [BRUNA] })
  const events = await until(heard, ({ length }) => length === 3)
  expect(events[0]).toMatchObject({
    ...{ event: 'groups.upsert', data: [{ id: group, subject: 'Bairro', size: 2 }] },
  })
  // WhatsApp announces a new name and a new member in two ways, and either may come first.
  expect(Object.fromEntries(events.map(({ event, data }) => [event, data]))).toMatchObject({
    'group-participants.update': {
      ...{ id: group, author: jid(ANA), action: 'add', participants: [jid(BRUNA)] },
    },
    'groups.update': [{ id: group, subject: 'Bairro novo', author: jid(ANA) }],
  })
  const settings = {
    ...{ rejectCall: false, alwaysOnline: false, readMessages: false, readStatus: false },
    syncFullHistory: false,
  }
  await user().post(`/gateway/settings/set/${DEVICE}`, { ...settings, groupsIgnore: true })
  await control.playGroup({ by: ANA, group, subject: 'Calado' })
  await until(
    async () => (await linked())?.waiting,
    (waiting) => waiting === 0,
  )
  await writes(ANA, 'Oi')
  await until(
    () => thread(ANA),
    ({ length }) => length === 1,
  )
  await user().post(`/gateway/settings/set/${DEVICE}`, { ...settings, groupsIgnore: false })
  await control.playGroup({ by: ANA, group, subject: 'De volta' })
  const all = await until(heard, ({ length }) => length === 4)
  expect(all.at(-1)).toMatchObject({ data: [{ subject: 'De volta' }] })
})
