import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const BIA = '5511973334444'

test('keeps trying while the server refuses the upgrade, and comes back', async () => {
  const simulator = await aSimulator()
  const { events, pair, reaches, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setFaults({ refuseUpgrade: 503 })
  const since = events.length

  await simulator.control.drop()

  await reaches('d1', 'connection_lost', since)
  await reaches('d1', 'refused', since)
  await simulator.control.setFaults({ refuseUpgrade: null })
  const later = events.length
  await reaches('d1', 'connected', later)
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('gives up a server that takes the connection and says nothing', async () => {
  const simulator = await aSimulator()
  const { events, pair, reaches } = await aMessenger(simulator, {
    // Short for the frozen connection, and long enough for the next on a busy machine.
    timings: { connectTimeoutMs: 1_500 },
  })
  await pair('d1')
  await simulator.control.drop()
  await simulator.control.setFaults({ freeze: true })
  const since = events.length

  await reaches('d1', 'unreachable', since)
  await simulator.control.setFaults({ freeze: false })

  await reaches('d1', 'connected', events.length)
})

test('counts as paired once it is connected, however long the disk takes to keep that', async () => {
  const simulator = await aSimulator()
  const hostUrl = new URL('../../support/whatsapp/slow-label-host.js', import.meta.url)
  const { messenger, pair } = await aMessenger(simulator, { hostUrl })

  await pair('d1')

  expect(await messenger.hasKeys('d1')).toBe(true)
})

test('a device is logged out when the phone removes it', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, reaches } = await aMessenger(simulator)
  await pair('d1')

  await simulator.control.logOut('5511988887777')

  await reaches('d1', 'logged_out')
  expect(await messenger.hasKeys('d1')).toBe(false)
})

test('keeps the keys when it is closed, and connects with them again', async () => {
  const simulator = await aSimulator()
  const { messenger, events, pair, reaches, send } = await aMessenger(simulator)
  await pair('d1')

  await messenger.close('d1')

  expect(events.at(-1)).toMatchObject({ status: 'disconnected', reason: 'closed_by_user' })
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'not_sent', reason: 'closed' })
  const since = events.length
  messenger.open('d1')
  await reaches('d1', 'connected', since)
  expect(events.slice(since).filter(({ type }) => type === 'qr')).toEqual([])
})

test('logs out at WhatsApp and deletes the keys', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const { messenger, pair } = await aMessenger(simulator, { authDir })
  await pair('d1')

  await messenger.logOut('d1')

  expect(await readdir(authDir)).toEqual([])
  expect(await simulator.control.accounts()).toMatchObject([{ devices: [] }])
})

test('deletes the keys also while WhatsApp is out of reach', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const { messenger, pair, reaches } = await aMessenger(simulator, {
    authDir,
    timings: { logOutTimeoutMs: 300 },
  })
  await pair('d1')
  await simulator.control.setFaults({ refuseUpgrade: 'reset' })
  await simulator.control.drop()
  await reaches('d1', 'unreachable')

  await messenger.logOut('d1')

  expect(await readdir(authDir)).toEqual([])
})

test('never shows keys to another server than the one they were paired with', async () => {
  const authDir = await aFolder()
  const first = await aMessenger(await aSimulator(), { authDir })
  await first.pair('d1')
  await first.messenger.stop(0)
  const other = await aSimulator()
  const second = await aMessenger(other, { authDir })

  second.messenger.open('d1')
  await second.reaches('d1', 'other_server')
  second.messenger.pair('d1', { phone: '5511988887777', withCode: false })
  await eventually(() => second.events.filter(({ type }) => type === 'state').length > 0)

  expect(await second.messenger.hasKeys('d1')).toBe(true)
  expect(await other.control.stats()).toMatchObject({ connections: 0, logins: 0 })
})

test('puts keys aside that can not be read, and offers a new pairing', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir })
  await first.pair('d1')
  await first.messenger.stop(0)
  await damage(join(authDir, 'd1', 'keys-00000001.log'))
  const second = await aMessenger(simulator, { authDir })

  second.messenger.open('d1')

  await second.reaches('d1', 'keys_unreadable')
  expect(await second.messenger.hasKeys('d1')).toBe(false)
  expect(await readdir(authDir)).toMatchObject([expect.stringMatching(/^d1\.unreadable-/)])
  await second.pair('d1')
})

test.each(['open', 'pair'] as const)(
  'puts keys aside whose label is damaged, and deletes none of them, on %s',
  async (command) => {
    const simulator = await aSimulator()
    const authDir = await aFolder()
    const first = await aMessenger(simulator, { authDir })
    await first.pair('d1')
    await first.messenger.stop(0)
    await writeFile(join(authDir, 'd1', 'device.json'), '{"serverKey":')
    const keys = await readFile(join(authDir, 'd1', 'keys-00000001.log'))
    const second = await aMessenger(simulator, { authDir })
    expect(await second.messenger.hasKeys('d1')).toBe(false)

    if (command === 'open') second.messenger.open('d1')
    else second.messenger.pair('d1', { phone: '5511988887777', withCode: false })

    await second.reaches('d1', 'keys_unreadable')
    const [aside = ''] = await readdir(authDir)
    expect(aside).toMatch(/^d1\.unreadable-/)
    expect(await readFile(join(authDir, aside, 'keys-00000001.log'))).toEqual(keys)
    await second.pair('d1')
  },
)

test('leaves keys where they are while the disk does not hand out their label', async () => {
  const { simulator, authDir, label } = await aDeviceWithoutLabel()
  const { messenger, events, reaches } = await aMessenger(simulator, { authDir })

  messenger.open('d1')
  await reaches('d1', 'keys_unreadable')
  const since = events.length
  messenger.open('d1')
  await reaches('d1', 'keys_unreadable', since)
  expect(await messenger.hasKeys('d1')).toBe(false)
  expect(await readdir(join(authDir, 'd1'))).toContain('keys-00000001.log')
  await rm(label, { recursive: true })
  await rename(`${label}.kept`, label)

  messenger.pair('d1', { phone: '5511988887777', withCode: false })
  await reaches('d1', 'connected')
})

test('pairs anew beside keys that the disk does not hand out, and deletes none of them', async () => {
  const { simulator, authDir } = await aDeviceWithoutLabel()
  const { pair } = await aMessenger(simulator, { authDir })

  await pair('d1')

  const names = await readdir(authDir)
  const aside = names.find((name) => name.startsWith('d1.unreadable-')) ?? ''
  expect(await readdir(join(authDir, aside))).toContain('keys-00000001.log')
})

test('logs out a device whose label the disk does not hand out', async () => {
  const { simulator, authDir } = await aDeviceWithoutLabel()
  const { messenger, reaches } = await aMessenger(simulator, { authDir })

  await messenger.logOut('d1')

  await reaches('d1', 'closed_by_user')
  expect(await readdir(authDir)).toEqual([])
})

/** A paired device with a folder in place of its label, which the system fails to read. */
async function aDeviceWithoutLabel() {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const { messenger, pair } = await aMessenger(simulator, { authDir })
  await pair('d1')
  await messenger.stop(0)
  const label = join(authDir, 'd1', 'device.json')
  await rename(label, `${label}.kept`)
  await mkdir(label)
  return { simulator, authDir, label }
}

/** Changes a byte in the middle of a file. */
async function damage(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle)
  await writeFile(path, bytes)
  await appendFile(path, '')
}

test('offers new QR codes when the connection drops before the scan', async () => {
  const simulator = await aSimulator()
  const { messenger, events, reaches } = await aMessenger(simulator)
  messenger.pair('d1', { phone: '5511988887777', withCode: false })
  await eventually(() => events.find(({ type }) => type === 'qr'))
  const since = events.length

  await simulator.control.drop()

  await eventually(() => events.slice(since).find(({ type }) => type === 'qr'))
  expect(await reaches('d1', 'pending')).toMatchObject({ phone: null })
})

test('stops without logging out, in time, and leaves what is not acknowledged in doubt', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, send } = await aMessenger(simulator)
  await pair('d1')
  // A second message may only be under way once the first of a connection was acknowledged.
  await send('d1', { to: BIA })
  await simulator.control.setBehaviour(ANA, { ackLost: true, deliveryDelayMs: 60_000 })
  await simulator.control.setBehaviour(BIA, { ackDelayMs: 150 })
  const lost = send('d1', { to: ANA })
  const slow = send('d1', { to: BIA })
  await eventually(async () => (await simulator.control.stats()).messages === 3)

  await messenger.stop(500)

  expect(await slow).toMatchObject({ kind: 'accepted' })
  expect(await lost).toMatchObject({ kind: 'unknown', reason: 'closed' })
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'not_sent', reason: 'closed' })
  expect(await messenger.hasKeys('d1')).toBe(true)
  expect(await simulator.control.accounts()).toMatchObject([{ devices: [{ connected: false }] }])
})

test('holds a receipt until it is kept, so that the server repeats one that is not', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, {
    authDir,
    onEvent: (event) => (event.type === 'receipt' ? new Promise(() => undefined) : undefined),
  })
  await first.pair('d1')
  await first.send('d1', { to: ANA, messageId: '3EB0HELD' })
  await eventually(() => first.events.find(({ type }) => type === 'receipt'))
  await first.messenger.stop(0)
  const second = await aMessenger(simulator, { authDir })

  second.messenger.open('d1')

  expect(
    await eventually(() => second.events.find(({ type }) => type === 'receipt')),
  ).toMatchObject({
    messageIds: ['3EB0HELD'],
  })
})
