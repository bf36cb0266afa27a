import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aMessenger } from '../../support/whatsapp/messenger.ts'
import { aClient, allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const OWN = '5511988887777'
const ANA = '5511911112222'

async function aSender() {
  const simulator = await aSimulator()
  const { control } = simulator
  await control.setAccount(OWN, { strictPn: 'refuse', clientProps: true })
  const { pair, send } = await aMessenger(simulator)
  await pair('d1', OWN)
  return { simulator, control, send, heard: () => allTaken(simulator) }
}

test('a phone that was set up anew reads the next message at once (reinstall)', async () => {
  const { control, send, heard } = await aSender()
  await control.setBehaviour(ANA, { devices: 2 })
  await send('d1', { to: ANA })
  await control.changePhone(ANA, 'reinstall')
  await heard()

  await send('d1', { to: ANA, messageId: '3EB0NEW' })

  const received = await eventually(async () =>
    (await control.inbox(ANA)).find(({ messageId }) => messageId === '3EB0NEW'),
  )
  expect(received.devices).toHaveLength(2)
  expect(await control.stats()).toMatchObject({ retriesAsked: 0, decryptFailures: 0 })
})

test('a device that was just linked gets the next message, and one that is gone none', async () => {
  const { control, send, heard } = await aSender()
  await send('d1', { to: ANA })
  await control.changePhone(ANA, 'link')
  await heard()
  await send('d1', { to: ANA, messageId: '3EB0LINKED' })
  await control.changePhone(ANA, 'unlink')
  await heard()

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })

  const [, linked] = await control.inbox(ANA)
  expect(linked).toMatchObject({ messageId: '3EB0LINKED', devices: [0, 11] })
  expect(await control.stats()).toMatchObject({ missingDevices: 0, goneDevices: 0, refused: 0 })
})

test('another client of the account gets its copy as soon as it is linked', async () => {
  const { simulator, control, send, heard } = await aSender()
  await send('d1', { to: ANA })
  await aClient(simulator, { phone: OWN })
  await heard()

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })

  expect(await control.stats()).toMatchObject({ missingDevices: 0, mixedAddresses: 0 })
})

test.each([404, 406])(
  'people beside a device that is refused with %i get their keys',
  async (code) => {
    const { control, send } = await aSender()
    await control.setFaults({ keysBatchError: code })
    await control.setBehaviour(ANA, { devices: 3, deadDevice: 12 })

    expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
    expect((await control.inbox(ANA))[0]?.devices).toEqual([0, 11])
  },
)

test('a device whose keys are gone shows that the list which names it is old', async () => {
  const { control, send } = await aSender()
  await control.setBehaviour(ANA, { devices: 2 })
  await send('d1', { to: ANA, messageId: '3EB0AGAIN' })
  // Another device was linked, without a notice.
  await control.setBehaviour(ANA, { devices: 3, deadDevice: 11 })

  await send('d1', { to: ANA, messageId: '3EB0AGAIN', isRepeat: true })
  await send('d1', { to: ANA, messageId: '3EB0NEXT' })

  expect((await control.inbox(ANA))[1]).toMatchObject({ messageId: '3EB0NEXT', devices: [0, 12] })
  expect(await control.stats()).toMatchObject({ resentToMissing: 0, refused: 0 })
})

test('somebody whose one-time keys are used up is written to all the same', async () => {
  const { control, send } = await aSender()
  await control.setBehaviour(ANA, { noOneTimeKey: true })

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await control.inbox(ANA)).toHaveLength(1)
})
