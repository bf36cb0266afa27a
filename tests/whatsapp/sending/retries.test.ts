import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const BIA = '5511973334444'
const OWN = '5511988887777'
const findContent = async () => ({ text: 'Olá', media: null })

test('answers a phone that cannot read five copies of a message', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { findContent })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { unreadCopies: 5 })

  await send('d1', { to: ANA, messageId: '3EB0FIVE' })

  await eventually(async () => (await simulator.control.inbox(ANA)).length)
  expect(await simulator.control.inbox(ANA)).toMatchObject([{ messageId: '3EB0FIVE', times: 1 }])
  expect(await simulator.control.stats()).toMatchObject({ retriesAsked: 5, duplicates: 0 })
})

test('answers five requests of a device, and no sixth', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { findContent })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { unreadCopies: 9, retriesMost: 9 })

  await send('d1', { to: ANA })

  await eventually(async () => (await simulator.control.stats()).retriesAsked === 6)
  // A later request is answered behind the sixth.
  await simulator.control.setBehaviour(BIA, { unreadCopies: 1 })
  await send('d1', { to: BIA })
  await eventually(async () => (await simulator.control.inbox(BIA)).length)
  // The message itself and five copies; the other one and its copy.
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 8, retriesAsked: 7 })
})

test.each([
  { change: 'forget', retryReason: 1, requests: 1, why: 'the device says that it has none' },
  { change: 'forget', retryReason: 0, requests: 2, why: 'a copy in the old one was no better' },
  { change: 'reinstall', retryReason: 0, requests: 1, why: 'the phone was set up anew' },
] as const)(
  'a device that sends no keys gets a new session where $why',
  async ({ change, retryReason, requests }) => {
    const simulator = await aSimulator()
    const { control } = simulator
    const { latest, pair, send } = await aMessenger(simulator, { findContent })
    await pair('d1')
    await control.setAccount(OWN, { tellsDevices: false })
    await control.setBehaviour(ANA, { retryKeys: false, retryReason })
    await send('d1', { to: ANA })
    // An answer ends the opening of a session: what follows can be read in this session alone.
    await control.sendInbound({ from: ANA, to: OWN, text: 'Oi' })
    await eventually(() => latest('inbound', 'd1'))
    await control.changePhone(ANA, change)

    await send('d1', { to: ANA, messageId: '3EB0AFTER' })

    await eventually(async () =>
      (await control.inbox(ANA)).find(({ messageId }) => messageId === '3EB0AFTER'),
    )
    expect(await control.stats()).toMatchObject({ retriesAsked: requests, duplicates: 0 })
  },
)

test('answers by the number where the account’s chats are not at LIDs', async () => {
  const simulator = await aSimulator()
  await simulator.control.setAccount(OWN, { addressing: 'pn', clientProps: false })
  const { messenger, pair, send } = await aMessenger(simulator, { findContent })
  await pair('d1')
  await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])
  await simulator.control.setBehaviour(ANA, { unreadCopies: 5 })

  await send('d1', { to: ANA, messageId: '3EB0PN' })

  await eventually(async () => (await simulator.control.inbox(ANA)).length)
  expect(await simulator.control.stats()).toMatchObject({ retriesAsked: 5, refused: 0 })
})

test('answers the one device that asks, and nobody else', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { findContent })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { devices: 3, unreadCopies: 2, unreadDevice: 11 })

  await send('d1', { to: ANA, messageId: '3EB0ONE' })

  await eventually(async () => {
    const [entry] = await simulator.control.inbox(ANA)
    return entry?.devices.includes(11)
  })
  const [entry] = await simulator.control.inbox(ANA)
  expect(entry?.devices.toSorted((a, b) => a - b)).toEqual([0, 11, 12])
  // The message itself and two copies for the device.
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 3, duplicates: 0 })
})

test('a phone that asks gets its copy beside the companions that have theirs', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { findContent })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { devices: 2, unreadCopies: 1, unreadDevice: 0 })

  await send('d1', { to: ANA, messageId: '3EB0PHONE' })

  await eventually(async () => (await simulator.control.inbox(ANA))[0]?.devices.includes(0))
  expect(await simulator.control.stats()).toMatchObject({ duplicates: 0 })
})

test('gives the account’s own phone its copy as a message to somebody else', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { findContent })
  await pair('d1')
  await simulator.control.setBehaviour(OWN, { unreadCopies: 2 })

  await send('d1', { to: ANA, messageId: '3EB0OWN' })

  await eventually(async () => (await simulator.control.stats()).ownCopies)
  expect(await simulator.control.inbox(ANA)).toMatchObject([{ messageId: '3EB0OWN', times: 1 }])
  expect(await simulator.control.inbox(OWN)).toEqual([])
  expect(await simulator.control.stats()).toMatchObject({
    ownCopiesUnread: 2,
    ownCopies: 1,
    ownCopiesAstray: 0,
  })
})

test('answers after a restart, by the id alone, and acknowledges the request then', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir })
  await first.pair('d1')
  await simulator.control.setBehaviour(ANA, { undelivered: true, unreadCopies: 1 })
  await first.send('d1', { to: ANA, messageId: '3EB0LATER' })
  await first.messenger.stop(0)
  // The phone is switched on, and asks while the program is away.
  await simulator.control.setBehaviour(ANA, { unreadCopies: 1 })
  await eventually(async () => (await simulator.control.stats()).retriesAsked)

  const second = await aMessenger(simulator, { authDir, findContent })
  second.messenger.open('d1')

  await eventually(async () => (await simulator.control.inbox(ANA)).length)
  expect(await simulator.control.inbox(ANA)).toMatchObject([{ messageId: '3EB0LATER', times: 1 }])
  await allTaken(simulator)
})

test('acknowledges a request for a message that is not kept any more', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { findContent: async () => undefined })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { unreadCopies: 1 })

  await send('d1', { to: ANA })

  await eventually(async () => (await simulator.control.stats()).retriesAsked)
  await allTaken(simulator)
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 1 })
})

test('what was written in a group is written again for its members alone', async () => {
  const simulator = await aSimulator()
  const { control } = simulator
  const groups = { own: '', other: '' }
  const { messenger, pair } = await aMessenger(simulator, {
    findContent,
    findJid: async (messageId) =>
      messageId === '3EB0GROUP' ? groups.own : `${ANA}@s.whatsapp.net`,
  })
  await pair('d1')
  const made = await control.playGroup({ by: ANA, add: [OWN] })
  groups.own = made.group
  groups.other = (await control.playGroup({ by: BIA, add: [OWN, ANA] })).group
  const content = { text: 'Olá', media: null }
  const wanted = { messageId: '3EB0GROUP', jid: groups.own, content, isRepeat: false }
  expect(await messenger.send('d1', wanted)).toMatchObject({ kind: 'accepted' })
  const { stanzas } = await control.stats()
  const asks = (from: string, participant: string, id: string) =>
    control.sendStanza(OWN, {
      tag: 'receipt',
      attrs: { from, participant, id, type: 'retry', t: '1795000000' },
      content: [{ tag: 'retry', attrs: { count: '1', id, t: '1795000000', v: '1' } }],
    })

  // For a message of another group, of a chat, by an outsider, and of a group as of a chat.
  await asks(groups.other, `${ANA}@s.whatsapp.net`, '3EB0GROUP')
  await asks(groups.own, `${ANA}@s.whatsapp.net`, '3EB0CHAT')
  await asks(groups.own, `${BIA}@s.whatsapp.net`, '3EB0GROUP')
  await control.sendStanza(OWN, {
    tag: 'receipt',
    attrs: { from: `${BIA}@s.whatsapp.net`, id: '3EB0GROUP', type: 'retry', t: '1795000000' },
    content: [{ tag: 'retry', attrs: { count: '1', id: '3EB0GROUP', t: '1795000000', v: '1' } }],
  })
  await allTaken(simulator)
  expect((await control.stats()).stanzas).toBe(stanzas)

  await asks(groups.own, `${ANA}@s.whatsapp.net`, '3EB0GROUP')
  await eventually(async () => (await control.stats()).stanzas === stanzas + 1)
})
