import { expect, test } from 'vitest'
import type { AccountFields } from '../../../src/simulator/world/account-settings.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aClient, allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const OWN = '5511988887777'
const ANA = '5511911112222'
const BIA = '5511973334444'
const CAIO = '5511955556666'

/** An account as strict as WhatsApp can be, and a messenger paired with it. */
async function aStrictAccount(fields: AccountFields = {}) {
  const simulator = await aSimulator()
  const { control } = simulator
  await control.setAccount(OWN, { strictPn: 'refuse', wantsPeerPn: true, ...fields })
  const authDir = await aFolder()
  const messenger = await aMessenger(simulator, { authDir, timings: { limitIntervalMs: 100 } })
  await messenger.pair('d1', OWN)
  return { simulator, control, authDir, ...messenger }
}

test('a migrated account writes to LIDs, its own devices included', async () => {
  const { control, messenger, send } = await aStrictAccount({ clientProps: true })
  await control.setBehaviour(ANA, { devices: 3 })
  const people = [ANA, BIA].map((phone) => ({ phone, candidates: [phone] }))
  await messenger.lookUp('d1', people)
  const { usyncs } = await control.stats()

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await send('d1', { to: BIA })).toMatchObject({ kind: 'accepted' })

  expect((await control.inbox(ANA))[0]?.devices).toHaveLength(3)
  expect(await control.stats()).toMatchObject({
    ...{ refused: 0, mixedAddresses: 0, missingDevices: 0, ownCopies: 2, usyncs },
  })
})

test('an account that is not migrated writes to numbers, as its pairing said', async () => {
  const { control, send } = await aStrictAccount({ addressing: 'pn', clientProps: false })

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })

  expect(await control.stats()).toMatchObject({ refused: 0, missingDevices: 0, ownCopies: 1 })
})

test('an account of which nothing is known learns from one refusal, and keeps it (LID refused)', async () => {
  const account = await aStrictAccount({ addressing: 'pn' })
  const { control, send } = account

  const outcome = await send('d1', { to: ANA, messageId: '3EB0FIRST' })

  expect(outcome).toMatchObject({ kind: 'accepted' })
  expect(await control.inbox(ANA)).toMatchObject([{ messageId: '3EB0FIRST', times: 1 }])
  expect(await send('d1', { to: BIA })).toMatchObject({ kind: 'accepted' })
  await account.messenger.stop(0)
  const later = await aMessenger(account.simulator, { authDir: account.authDir })
  later.messenger.open('d1')
  await later.reaches('d1', 'connected')
  expect(await later.send('d1', { to: CAIO })).toMatchObject({ kind: 'accepted' })
  expect(await control.stats()).toMatchObject({ refused: 1, duplicates: 0 })
})

test('an account writes to LIDs once its phone has moved the chats there', async () => {
  const { control, send } = await aStrictAccount({ addressing: 'pn', clientProps: false })
  await send('d1', { to: ANA })

  await control.changePhone(OWN, 'migrate')

  await allTaken({ control })
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await send('d1', { to: BIA })).toMatchObject({ kind: 'accepted' })
  expect((await control.stats()).refused).toBeLessThan(2)
})

test('an account writes to LIDs where the server says that accounts are migrated', async () => {
  const { control, send } = await aStrictAccount({ clientProps: false, props: { 9435: '1' } })
  await eventually(async () => (await control.stats()).propsAsked)

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect((await control.stats()).refused).toBeLessThan(2)
})

test('an account that takes itself for not migrated learns from one refusal too (PN refused)', async () => {
  const { control, messenger, send } = await aStrictAccount({ clientProps: false })
  await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await send('d1', { to: BIA })).toMatchObject({ kind: 'accepted' })

  expect(await control.inbox(ANA)).toMatchObject([{ times: 1 }])
  expect(await control.stats()).toMatchObject({ refused: 1 })
})

test('no more than three refusals are spent on finding out', async () => {
  const { control, send } = await aStrictAccount()
  const phones = [ANA, BIA, CAIO, '5511944443333', '5511944443334']
  await control.setBehaviour('*', { ackError: 400 })

  for (const to of phones) expect(await send('d1', { to })).toMatchObject({ kind: 'refused' })

  expect((await control.stats()).refused).toBeLessThanOrEqual(phones.length + 3)
})

test('a server that refuses either name in turn does not get each message twice for ever', async () => {
  const { control, messenger, send } = await aStrictAccount()
  const phones = Array.from({ length: 8 }, (_, index) => `551194444333${index}`)
  await messenger.lookUp(
    'd1',
    phones.map((phone) => ({ phone, candidates: [phone] })),
  )

  for (const [index, to] of phones.entries()) {
    await control.setBehaviour('*', { ackError: index % 2 === 0 ? 400 : 463 })
    expect(await send('d1', { to })).toMatchObject({ kind: 'refused' })
  }

  expect((await control.stats()).refused).toBeLessThanOrEqual(phones.length + 3)
})

test('a person without a LID gets nothing from a migrated account, and the reason is named', async () => {
  const { control, messenger, send } = await aStrictAccount({ clientProps: true })
  await control.setBehaviour(ANA, { lid: 'none' })

  const [found] = await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])
  expect(found).toMatchObject({ result: 'found', lid: null })
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'not_sent', reason: 'no_lid' })

  expect(await control.stats()).toMatchObject({ stanzas: 0 })
})

test('somebody without a LID gets the message of an account that is not migrated', async () => {
  const { control, send } = await aStrictAccount({ addressing: 'pn', clientProps: false })
  await control.setBehaviour(ANA, { lid: 'none' })

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await control.inbox(ANA)).toHaveLength(1)
})

test('a number that moved on is asked for its LID once, and written to by the new one', async () => {
  const { control, send } = await aStrictAccount({ clientProps: true })
  await send('d1', { to: ANA })
  await control.setBehaviour(ANA, { lid: 'changed' })

  await send('d1', { to: ANA })
  await eventually(async () => (await control.stats()).staleLids)
  const { usyncs } = await control.stats()
  await eventually(async () => {
    await send('d1', { to: ANA })
    return (await control.stats()).staleLids === 1
  })

  expect((await control.stats()).usyncs - usyncs).toBeLessThanOrEqual(2)
})

test('devices that were missing get the message under its id (phash)', async () => {
  const { control, messenger, send } = await aStrictAccount({ clientProps: true })
  await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])
  await send('d1', { to: BIA })
  // Ana links a second device, without a notification.
  await control.setBehaviour(ANA, { devices: 2 })

  expect(await send('d1', { to: ANA, messageId: '3EB0BOTH' })).toMatchObject({ kind: 'accepted' })

  await eventually(async () => (await control.inbox(ANA))[0]?.devices.length === 2)
  expect(await control.inbox(ANA)).toMatchObject([{ messageId: '3EB0BOTH', times: 1 }])
  expect(await control.stats()).toMatchObject({ resentToMissing: 1, duplicates: 0, refused: 0 })
  await send('d1', { to: ANA })
  expect(await control.stats()).toMatchObject({ missingDevices: 1 })
})

test('an own device of which no notice came gets the message under its id too (phash)', async () => {
  const { simulator, control, send } = await aStrictAccount({ clientProps: true })
  await control.setAccount(OWN, { tellsDevices: false })
  await send('d1', { to: BIA })
  const client = await aClient(simulator, { phone: OWN })
  const copies: string[] = []
  client.sock.ev.on('messages.upsert', ({ messages }) => {
    copies.push(...messages.flatMap(({ key }) => (key.fromMe && key.id ? key.id : [])))
  })

  expect(await send('d1', { to: ANA, messageId: '3EB0OWNS' })).toMatchObject({ kind: 'accepted' })

  await eventually(() => copies.includes('3EB0OWNS'))
  expect(await control.stats()).toMatchObject({ missingDevices: 1, resentToMissing: 1, refused: 0 })
  await send('d1', { to: ANA, messageId: '3EB0NEXT' })
  await eventually(() => copies.includes('3EB0NEXT'))
  expect(await control.stats()).toMatchObject({ missingDevices: 1, resentToMissing: 1 })
})

test('a device that is gone costs one message, and the list is read anew', async () => {
  const { control, messenger, send } = await aStrictAccount({ clientProps: true })
  await control.setBehaviour(ANA, { devices: 2 })
  await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])
  await control.setBehaviour(ANA, { devices: 1 })

  expect(await send('d1', { to: ANA })).toEqual({ kind: 'refused', code: 479 })
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('a message that hides its number is of the person who was written to', async () => {
  const { control, events, send } = await aStrictAccount({ clientProps: true })
  await send('d1', { to: ANA })
  await control.setBehaviour(ANA, { hidesNumber: true })

  await control.sendInbound({ from: ANA, to: OWN, text: 'SAIR' })

  const told = await eventually(() => events.find((it) => it.type === 'inbound'))
  expect(told).toMatchObject({ message: { phone: ANA, text: 'SAIR' } })
})

test.each(['lid', 'pn'] as const)(
  'a phone that could not read a message gets its copy from a %s account',
  async (addressing) => {
    const simulator = await aSimulator()
    const { control } = simulator
    const clientProps = addressing === 'lid'
    const strict = { strictPn: 'refuse', wantsPeerPn: true } as const
    await control.setAccount(OWN, { addressing, clientProps, ...strict })
    const findContent = async () => ({ text: 'Olá', media: null })
    const { messenger, pair, send } = await aMessenger(simulator, { findContent })
    await pair('d1', OWN)
    await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])
    await control.setBehaviour(ANA, { unreadCopies: 1 })

    await send('d1', { to: ANA })

    await eventually(async () => (await control.inbox(ANA)).length)
    expect(await control.stats()).toMatchObject({ refused: 0, retriesAsked: 1 })
  },
)
