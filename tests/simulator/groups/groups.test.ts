import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aClient, aSimulator } from '../../support/whatsapp/simulated.ts'

const phone = '5511988887777'
const ana = '5511911112222'
const bia = '5511911113333'
const caio = '5511911114444'
const jidOf = (digits: string) => `${digits}@s.whatsapp.net`

test('a client makes a group and changes it, and is notified of each change', async () => {
  const { simulator, client, sock } = await anAccount()
  const changes: unknown[] = []
  sock.ev.on('groups.upsert', (groups) => changes.push(...groups.map(({ subject }) => subject)))
  sock.ev.on('groups.update', (groups) =>
    changes.push(...groups.map(({ id: _, author: __, authorPn: ___, ...rest }) => rest)),
  )
  sock.ev.on('group-participants.update', ({ action, participants }) =>
    changes.push([action, ...participants.map(({ phoneNumber }) => phoneNumber)]),
  )
  await simulator.control.setBehaviour(caio, { refusesGroups: true })

  const { id } = await sock.groupCreate('Turma', [ana, bia, caio].map(jidOf))
  expect(await sock.groupMetadata(id)).toMatchObject({
    ...{ id, subject: 'Turma', size: 3, announce: false, restrict: false, addressingMode: 'lid' },
    ownerPn: jidOf(phone),
    participants: [
      { phoneNumber: jidOf(ana), admin: null },
      { phoneNumber: jidOf(bia), admin: null },
      { phoneNumber: jidOf(phone), admin: 'superadmin' },
    ],
  })
  await sock.groupUpdateSubject(id, 'Turma da noite')
  await sock.groupUpdateDescription(id, 'Avisos')
  await sock.groupSettingUpdate(id, 'announcement')
  await sock.groupSettingUpdate(id, 'locked')
  await sock.groupToggleEphemeral(id, 86_400)
  expect(await sock.groupParticipantsUpdate(id, [jidOf(ana)], 'promote')).toMatchObject([
    { status: '200' },
  ])
  const added = await sock.groupParticipantsUpdate(id, [jidOf(caio), jidOf(bia)], 'add')
  expect(added.map(({ status }) => status)).toEqual(['403', '409'])
  await sock.groupParticipantsUpdate(id, [jidOf(bia)], 'remove')

  expect(await simulator.control.groups()).toMatchObject([
    {
      ...{ jid: id, subject: 'Turma da noite', description: 'Avisos' },
      ...{ isAnnounced: true, isLocked: true, vanishSeconds: 86_400 },
      members: { [ana]: 'admin', [phone]: 'superadmin' },
    },
  ])
  await expect
    .poll(() => changes)
    .toEqual([
      'Turma',
      { subject: 'Turma da noite' },
      { desc: 'Avisos' },
      { announce: true },
      { restrict: true },
      ['promote', jidOf(ana)],
      ['remove', jidOf(bia)],
    ])
  await sock.groupLeave(id)
  await expect(sock.groupMetadata(id)).rejects.toThrow('forbidden')
  await client.close()
})

test('a link leads into a group until it is taken back', async () => {
  const { simulator, sock } = await anAccount()
  const { group } = await simulator.control.playGroup({ by: ana, subject: 'Bairro', add: [bia] })
  const [{ inviteCode: code = '' } = {}] = await simulator.control.groups()
  expect(await sock.groupGetInviteInfo(code)).toMatchObject({ subject: 'Bairro', size: 2 })
  expect(await sock.groupAcceptInvite(code)).toBe(group)
  await expect(sock.groupInviteCode(group)).rejects.toThrow('forbidden')
  await simulator.control.playGroup({ by: ana, group, promote: [phone] })
  expect(await sock.groupInviteCode(group)).toBe(code)
  const renewed = await sock.groupRevokeInvite(group)
  expect(renewed).not.toBe(code)
  await expect(sock.groupGetInviteInfo(code)).rejects.toThrow('gone')
})

test('a message to a group is read on every member’s phone, each of which tells so', async () => {
  const { simulator, client, sock } = await anAccount()
  const other = await aClient(simulator, { phone: caio })
  const { id } = await sock.groupCreate('Turma', [ana, bia, caio].map(jidOf))
  await simulator.control.setBehaviour(bia, { devices: 2 })
  const first = await client.send(id, { text: 'Oi, turma' })
  const second = await client.send(id, { text: 'De novo' })
  for (const member of [ana, bia]) {
    await eventually(async () => (await simulator.control.inbox(member)).length === 2)
    expect(await simulator.control.inbox(member)).toMatchObject([
      { messageId: first.messageId, text: 'Oi, turma', group: id, times: 1 },
      { messageId: second.messageId, text: 'De novo', group: id, times: 1 },
    ])
  }
  await expect
    .poll(() =>
      other.messages.flatMap(({ key, message }) => {
        const text = message?.extendedTextMessage?.text
        return text ? [[key.remoteJid, text]] : []
      }),
    )
    .toEqual([
      [id, 'Oi, turma'],
      [id, 'De novo'],
    ])
  await expect
    .poll(() => client.receipts.filter(({ type }) => type === '').map(({ from }) => from))
    .toEqual(Array(6).fill(id))
  await client.close()
})

test('what is written in a group reaches a client, which asks again where it cannot read it', async () => {
  const { simulator, client } = await anAccount()
  const { group } = await simulator.control.playGroup({ by: ana, add: [phone, bia] })
  const writes = (from: string, text: string) =>
    simulator.control.sendInbound({ from, to: phone, text, group })
  await writes(ana, 'um')
  await writes(bia, 'dois')
  await writes(ana, 'três')
  const read = () =>
    client.messages.flatMap(({ message, key }) =>
      message?.conversation ? [[key.remoteJid, message.conversation]] : [],
    )
  await expect.poll(read).toEqual([
    [group, 'um'],
    [group, 'dois'],
    [group, 'três'],
  ])
  const [lid = ''] = client.messages.flatMap(({ key }) => key.participant?.split('@')[0] ?? [])
  await client.auth.keys.set({ 'sender-key': { [`${group}::${lid}_1::0`]: null } })
  await writes(ana, 'quatro')
  await expect.poll(async () => (await simulator.control.stats()).inboundRetries).toBe(1)
  await expect.poll(() => read().length).toBe(4)
  await writes(ana, 'cinco')
  await expect.poll(() => read().at(-1)).toEqual([group, 'cinco'])
  expect((await simulator.control.stats()).inboundRetries).toBe(1)
})

test('a group takes no message from outside, nor where only those who lead it may write', async () => {
  const { simulator, client } = await anAccount()
  const { group } = await simulator.control.playGroup({ by: ana, add: [phone] })
  expect((await client.send(group, { text: 'oi' })).error).toBeUndefined()
  await simulator.control.playGroup({ by: ana, group, remove: [phone] })
  await expect(client.send(group, { text: 'oi' })).rejects.toThrow('forbidden')
})

test('the picture of a locked group is changed by those who lead it, and seen by its members', async () => {
  const { simulator, sock } = await anAccount()
  const { control } = simulator
  const { group } = await control.playGroup({ by: ana, add: [phone] })
  const picture = { tag: 'picture', attrs: { type: 'image' }, content: Buffer.from('jpeg') }
  const change = (target: string) =>
    sock.query({
      tag: 'iq',
      attrs: { target, to: 's.whatsapp.net', type: 'set', xmlns: 'w:profile:picture' },
      content: [picture],
    })
  await change(group)
  expect(await control.groups()).toMatchObject([{ hasPicture: true }])
  expect(await sock.profilePictureUrl(group, 'image')).toContain('/picture/')
  await control.playGroup({ by: ana, group, promote: [phone] })
  await sock.groupSettingUpdate(group, 'locked')
  await change(group)
  await control.playGroup({ by: ana, group, demote: [phone] })
  await expect(change(group)).rejects.toThrow('forbidden')
  await expect(change(jidOf(ana))).rejects.toThrow('forbidden')
  await control.playGroup({ by: ana, group, remove: [phone] })
  await expect(sock.profilePictureUrl(group, 'image')).rejects.toThrow('not-authorized')
})

async function anAccount() {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  return { simulator, client, sock: client.sock }
}
