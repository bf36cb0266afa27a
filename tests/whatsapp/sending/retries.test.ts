import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
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
  expect(await simulator.control.stats()).toMatchObject({ ownCopiesUnread: 2, ownCopies: 1 })
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
