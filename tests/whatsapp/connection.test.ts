import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { aFolder, aMessenger } from '../support/messenger.ts'
import { aSimulator } from '../support/simulated.ts'

const ANA = '5511911112222'
const BIA = '5511973334444'
const mortalHostUrl = new URL('../support/mortal-host.js', import.meta.url)

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
    // Short for the frozen one, and long enough to come back in while the machine is busy.
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

test.each([
  { how: 'replaced', reason: 'replaced', keepsKeys: true },
  { how: 403, reason: 'banned', keepsKeys: true },
  { how: 401, reason: 'logged_out', keepsKeys: false },
] as const)('stays disconnected as $reason after $how', async ({ how, reason, keepsKeys }) => {
  const simulator = await aSimulator()
  const { messenger, events, pair, reaches } = await aMessenger(simulator)
  await pair('d1')

  if (how === 'replaced') {
    await simulator.control.endStream({ code: 'replaced' })
  } else {
    await simulator.control.setFaults({ failLogin: how })
    await simulator.control.drop()
  }

  await reaches('d1', reason)
  expect(events.at(-1)).toMatchObject({ status: 'disconnected', phone: '5511988887777' })
  expect(await messenger.hasKeys('d1')).toBe(keepsKeys)
})

test('is logged out when the phone removes it', async () => {
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

test('uploads an image once for all its recipients', async () => {
  const simulator = await aSimulator({ stateDir: await aFolder() })
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'gold' } })
    .jpeg()
    .toBuffer()
  const path = join(await aFolder(), 'image.jpg')
  await writeFile(path, image)
  const { pair, send } = await aMessenger(simulator, {
    server: {
      url: simulator.whatsappUrl,
      rootKeyHex: simulator.rootKeyHex,
      mediaCaPath: simulator.mediaCaPath ?? null,
    },
  })
  await pair('d1')
  const file = { path, mimeType: 'image/jpeg', kind: 'image' as const, fileName: null }

  const outcomes = await Promise.all([
    send('d1', { to: ANA, content: { text: 'Oi, Ana', media: file } }),
    send('d1', { to: BIA, content: { text: '', media: file } }),
  ])

  expect(outcomes).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }])
  const mediaSha256 = createHash('sha256').update(image).digest('hex')
  await eventually(async () => (await simulator.control.stats()).messages === 2)
  expect(await simulator.control.inbox(ANA)).toMatchObject([{ caption: 'Oi, Ana', mediaSha256 }])
  expect(await simulator.control.inbox(BIA)).toMatchObject([{ caption: null, mediaSha256 }])
  expect(await simulator.control.stats()).toMatchObject({ uploads: 1 })
})

test.each([
  ['document', 'application/pdf', 'Segue a tabela'],
  ['video', 'video/mp4', 'Segue a tabela'],
  ['audio', 'audio/ogg; codecs=opus', null],
] as const)('sends a file as %s, byte for byte', async (kind, mimeType, caption) => {
  const simulator = await aSimulator({ stateDir: await aFolder() })
  const bytes = Buffer.from(`bytes of ${kind}`)
  const path = join(await aFolder(), 'file.bin')
  await writeFile(path, bytes)
  const { pair, send } = await aMessenger(simulator, {
    server: {
      url: simulator.whatsappUrl,
      rootKeyHex: simulator.rootKeyHex,
      mediaCaPath: simulator.mediaCaPath ?? null,
    },
  })
  await pair('d1')
  const media = { path, mimeType, kind, fileName: 'tabela.bin' }

  const outcome = await send('d1', { to: ANA, content: { text: 'Segue a tabela', media } })

  expect(outcome).toMatchObject({ kind: 'accepted' })
  await eventually(async () => (await simulator.control.stats()).messages === 1)
  const mediaSha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await simulator.control.inbox(ANA)).toMatchObject([
    { type: kind, mimeType, caption, mediaSha256 },
  ])
})

test('sends nothing when the image can not be read', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator)
  await pair('d1')
  const image = { path: '/nowhere/image.jpg', mimeType: 'image/jpeg' }
  const media = { ...image, kind: 'image' as const, fileName: null }

  const outcome = await send('d1', { to: ANA, content: { text: 'Olá', media } })

  expect(outcome).toMatchObject({ kind: 'not_sent', reason: 'media' })
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 0 })
})

test('lives through the death of a host: sends end in doubt and the device comes back', async () => {
  const simulator = await aSimulator()
  const { events, pair, reaches, send } = await aMessenger(simulator, { hostUrl: mortalHostUrl })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { ackLost: true })
  const inDoubt = send('d1', { to: ANA, messageId: '3EB0DOUBT' })
  await eventually(async () => (await simulator.control.inbox(ANA)).length)
  const since = events.length

  order('exit')

  expect(await inDoubt).toMatchObject({ kind: 'unknown', reason: 'closed' })
  await reaches('d1', 'connected', since)
  expect(events.slice(since).find(({ type }) => type === 'state')).toMatchObject({
    status: 'disconnected',
    reason: 'restarting',
  })
  await simulator.control.setBehaviour(ANA, {})
  expect(await send('d1', { to: ANA, messageId: '3EB0DOUBT', isRepeat: true })).toMatchObject({
    kind: 'accepted',
  })
  expect(await simulator.control.stats()).toMatchObject({ decryptFailures: 0 })
})

test('replaces a host that hangs', async () => {
  const simulator = await aSimulator()
  const { events, pair, reaches } = await aMessenger(simulator, {
    hostUrl: mortalHostUrl,
    hostLimits: { pingIntervalMs: 50, pingTimeoutMs: 2_000 },
  })
  await pair('d1')
  const since = events.length

  order('hang')

  await reaches('d1', 'connected', since)
})

function order(what: 'exit' | 'hang'): void {
  const channel = new BroadcastChannel('mortal-host')
  onTestFinished(() => channel.close())
  channel.postMessage(what)
}

test('moves a device to a fresh host when the heap of its own is nearly full', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir })
  await first.pair('d1')
  await first.messenger.stop(0)
  const { messenger, events, reaches, send } = await aMessenger(simulator, {
    authDir,
    hostLimits: { pingIntervalMs: 100, heapWatermark: 0.0001, minLifeMs: 2_500 },
  })
  messenger.open('d1')
  await reaches('d1', 'connected')
  const since = events.length

  await reaches('d1', 'connected', since)

  await eventually(async () => (await send('d1', { to: ANA })).kind === 'accepted')
  expect(events.filter((event) => event.type === 'state' && event.reason !== null)).toEqual([])
  expect(await simulator.control.stats()).toMatchObject({ duplicates: 0 })
})

test('stops without logging out, in time, and leaves what is not acknowledged in doubt', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { ackLost: true })
  await simulator.control.setBehaviour(BIA, { ackDelayMs: 150 })
  const lost = send('d1', { to: ANA })
  const slow = send('d1', { to: BIA })
  await eventually(async () => (await simulator.control.stats()).messages === 2)
  const startedAt = Date.now()

  await messenger.stop(500)

  expect(Date.now() - startedAt).toBeLessThan(2_000)
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
