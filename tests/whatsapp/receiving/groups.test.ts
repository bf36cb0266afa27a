import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aMessenger } from '../../support/whatsapp/messenger.ts'
import { allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const OWN = '5511988887777'
const ANA = '5511911112222'
const BIA = '5511973334444'
const author = `${ANA}@s.whatsapp.net`

test('each change of a group is published, also those of the time in which the device was away', async () => {
  const { simulator, messenger, reaches, changes, events } = await aMember()
  const { group } = await simulator.control.playGroup({ by: ANA, subject: 'Um', add: [OWN, BIA] })
  await allTaken(simulator)
  await messenger.close('d1')
  await simulator.control.playGroup({ by: ANA, group, subject: 'Dois' })
  await simulator.control.playGroup({ by: ANA, group, subject: 'Três', remove: [BIA] })
  const since = events.length

  messenger.open('d1')
  await reaches('d1', 'connected', since)
  await eventually(() => changes().length === 4)

  expect(changes()).toMatchObject([
    { kind: 'entered', group: { jid: group, subject: 'Um' } },
    { kind: 'changed', jid: group, author, fields: { subject: 'Dois' } },
    { kind: 'members', jid: group, author, change: 'remove' },
    { kind: 'changed', jid: group, author, fields: { subject: 'Três' } },
  ])
})

test('settings of a group are published in words, also when they are taken away', async () => {
  const { simulator, messenger, changes } = await aMember()
  const { group } = await simulator.control.playGroup({ by: ANA, add: [OWN], promote: [OWN] })
  const jid = group
  await messenger.act('d1', { kind: 'group_description', jid, text: 'Avisos' })
  await messenger.act('d1', { kind: 'group_description', jid, text: '' })
  await messenger.act('d1', { kind: 'group_setting', jid, setting: 'announcement' })
  await messenger.act('d1', { kind: 'group_setting', jid, setting: 'not_announcement' })
  await messenger.act('d1', { kind: 'group_setting', jid, setting: 'locked' })
  await messenger.act('d1', { kind: 'group_setting', jid, setting: 'unlocked' })
  await messenger.act('d1', { kind: 'group_invite', jid, isRenewed: true })
  const told = () => changes().flatMap((change) => (change.kind === 'changed' ? [change] : []))
  await eventually(() => told().length === 7)

  expect(told().map(({ fields }) => fields)).toEqual([
    { desc: 'Avisos' },
    { desc: null },
    { announce: true },
    { announce: false },
    { restrict: true },
    { restrict: false },
    { inviteCode: (await simulator.control.groups())[0]?.inviteCode },
  ])
})

async function aMember() {
  const simulator = await aSimulator()
  const told = await aMessenger(simulator)
  await told.pair('d1', OWN)
  const changes = () =>
    told.events.flatMap((event) => (event.type === 'group' ? [event.change] : []))
  return { simulator, ...told, changes }
}
