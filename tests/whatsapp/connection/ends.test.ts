import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { ClientVersion } from '../../../src/contract/devices/client-version.ts'
import { createClientVersions } from '../../../src/domain/devices/client-versions.ts'
import { fetchClientVersion } from '../../../src/remote/client-version.ts'
import type { Simulator } from '../../../src/simulator/simulator.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { eventually } from '../../support/eventually.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const PHONE = '5511988887777'
const ANA = '5511911112222'
const TOKEN = 'appeal-4711'

type Failure = Parameters<Simulator['control']['setFaults']>[0]['failLogin']

/** Lets the next login of every device be refused, and cuts the present ones. */
async function refuse({ control }: Simulator, failLogin: Failure): Promise<void> {
  await control.setFaults({ failLogin: failLogin ?? null })
  await control.drop()
}

/** Ends the device's session, once it has one: on a busy machine it may be between two. */
async function endStream(
  { control }: Simulator,
  error: Parameters<Simulator['control']['endStream']>[0],
): Promise<void> {
  await eventually(() => control.endStream(error))
}

async function refusedLogins({ control }: Simulator): Promise<number> {
  return (await control.stats()).refusedLogins
}

test('makes no attempt before a suspension has ended, not even in another process (402 with expiry)', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir })
  await first.pair('d1')
  const before = Date.now()

  await refuse(simulator, { reason: 402, code: 102, expire: 10, message: 'Try later' })

  const held = await first.reaches('d1', 'suspended_blocked')
  const untilMs = Date.parse(held.until ?? '')
  expect(untilMs).toBeGreaterThanOrEqual(before + 10_000)
  expect(held).toMatchObject({ status: 'disconnected', phone: PHONE, said: 'Try later' })
  first.messenger.open('d1')
  await first.messenger.stop(0)
  const connectedAtMs: number[] = []
  const second = await aMessenger(simulator, {
    authDir,
    onEvent: (event) => {
      if (event.type === 'state' && event.status === 'connected') connectedAtMs.push(Date.now())
    },
  })
  second.messenger.open('d1')
  expect(await second.reaches('d1', 'suspended_blocked')).toMatchObject({ until: held.until })
  second.messenger.open('d1')
  // From now on every attempt would connect.
  await simulator.control.setFaults({ failLogin: null })

  await second.reaches('d1', 'connected')

  expect(connectedAtMs[0]).toBeGreaterThanOrEqual(untilMs)
  expect(await refusedLogins(simulator)).toBe(1)
  expect((await simulator.control.stats()).logins).toBe(2)
  const third = await aMessenger(simulator, { authDir })
  await second.messenger.stop(0)
  third.messenger.open('d1')
  await third.reaches('d1', 'connected')
})

test('a suspended device is not logged out over a connection that it must not make', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, reaches } = await aMessenger(simulator)
  await pair('d1')
  await refuse(simulator, { reason: 402, expire: 600 })
  await reaches('d1', 'suspended')

  await messenger.logOut('d1')

  expect(await refusedLogins(simulator)).toBe(1)
  expect(await messenger.hasKeys('d1')).toBe(false)
})

test.each([
  { failure: 401, reason: 'logged_out', said: null },
  {
    failure: {
      reason: 403,
      texts: { header: 'Conta bloqueada', subtext: 'Abra o app.', locale: 'pt_BR' },
      appealToken: TOKEN,
    },
    reason: 'locked',
    said: 'Conta bloqueada – Abra o app.',
  },
  { failure: { reason: 406, appealToken: TOKEN }, reason: 'banned', said: null },
])('sets the keys of a device aside that is $reason, and pairs it again', async (row) => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const { messenger, pair, reaches } = await aMessenger(simulator, { authDir, log })
  await pair('d1')

  await refuse(simulator, row.failure)

  const { said } = row
  expect(await reaches('d1', row.reason)).toMatchObject({ phone: PHONE, said })
  expect(await messenger.hasKeys('d1')).toBe(false)
  const [aside = '', ...others] = await readdir(authDir)
  expect(others).toEqual([])
  expect(aside).toMatch(/^d1\.ended-/)
  const kept = await readFile(join(authDir, aside, 'keys-00000001.log'), 'utf8')
  expect(kept.includes(TOKEN)).toBe(typeof row.failure === 'object')
  expect(lines.join('')).not.toContain(TOKEN)
  expect(await refusedLogins(simulator)).toBe(1)
  await simulator.control.setFaults({ failLogin: null })
  await pair('d1')
  expect(await readdir(authDir)).toContain(aside)
})

test.each([
  { code: 418, reason: 'logged_out', keepsKeys: false },
  { code: 415, reason: 'logged_out', keepsKeys: false },
  { code: 422, reason: 'rejected', keepsKeys: true },
])('stops as $reason after $code three times in a row', async ({ code, reason, keepsKeys }) => {
  const simulator = await aSimulator()
  const { messenger, pair, reaches } = await aMessenger(simulator)
  await pair('d1')

  await refuse(simulator, code)

  await reaches('d1', reason)
  expect(await refusedLogins(simulator)).toBe(3)
  expect(await messenger.hasKeys('d1')).toBe(keepsKeys)
})

test.each([400, 414, 500, 503])('keeps trying after %i, and comes back', async (code) => {
  const simulator = await aSimulator()
  const { pair, reaches } = await aMessenger(simulator)
  await pair('d1')

  await refuse(simulator, code)

  await reaches('d1', 'refused')
  await eventually(async () => (await refusedLogins(simulator)) > 3)
  await simulator.control.setFaults({ failLogin: null })
  await reaches('d1', 'connected')
})

test.each([
  { code: 409, reason: 'bad_client' },
  { code: 405, reason: 'outdated' },
])('asks for a newer program after $code, and keeps the keys', async ({ code, reason }) => {
  const simulator = await aSimulator()
  const { messenger, pair, reaches } = await aMessenger(simulator)
  await pair('d1')

  await refuse(simulator, code)

  await reaches('d1', reason)
  expect(await refusedLogins(simulator)).toBe(1)
  expect(await messenger.hasKeys('d1')).toBe(true)
})

test('comes back once after another session took its place, and gives way to it then', async () => {
  const simulator = await aSimulator()
  const { events, messenger, pair, reaches, send } = await aMessenger(simulator, {
    timings: { replacedRetryMs: 200 },
  })
  await pair('d1')
  const since = events.length

  await endStream(simulator, { code: 'replaced' })

  // It does not last: whoever looks a moment later finds the device connected again.
  await eventually(() =>
    events.slice(since).some((it) => it.type === 'state' && it.reason === 'replaced_once'),
  )
  await reaches('d1', 'connected', since)
  await eventually(async () => (await send('d1', { to: ANA })).kind === 'accepted')
  await endStream(simulator, { code: 'replaced' })
  await reaches('d1', 'replaced', since)
  expect(await messenger.hasKeys('d1')).toBe(true)
  messenger.open('d1')
  await reaches('d1', 'connected', events.length)
})

test.each([
  { code: 'device_removed', reason: 'logged_out', keepsKeys: false },
  { code: 516, reason: 'logged_out', keepsKeys: false },
  { code: 'downgrade', reason: 'not_multi_device', keepsKeys: true },
] as const)('ends as $reason after $code', async ({ code, reason, keepsKeys }) => {
  const simulator = await aSimulator()
  const { messenger, pair, reaches } = await aMessenger(simulator)
  await pair('d1')

  await endStream(simulator, { code })

  await reaches('d1', reason)
  expect(await messenger.hasKeys('d1')).toBe(keepsKeys)
})

test.each(['ack', 'end', 429, 503, 515] as const)(
  'comes back by itself after the stream has ended with %s (receipts unacknowledged: ack)',
  async (code) => {
    const simulator = await aSimulator()
    const { events, pair, reaches } = await aMessenger(simulator)
    await pair('d1')
    const since = events.length

    await endStream(simulator, { code })

    await eventually(async () => (await simulator.control.stats()).logins === 2)
    await reaches('d1', 'connected', since)
  },
)

test('stops after it has written nonsense three times', async () => {
  const simulator = await aSimulator()
  const { events, messenger, pair, reaches } = await aMessenger(simulator)
  await pair('d1')

  for (let time = 0; time < 2; time += 1) {
    const since = events.length
    await endStream(simulator, { code: 'not_well_formed' })
    await reaches('d1', 'connection_lost', since)
    await reaches('d1', 'connected', since)
  }
  await endStream(simulator, { code: 'not_well_formed' })

  await reaches('d1', 'malformed')
  expect(await messenger.hasKeys('d1')).toBe(true)
})

/** What the site of WhatsApp shows, as the daemon knows it. */
async function versionsShownAs(version: ClientVersion) {
  const site = await aStandIn(() => ({ body: `{"client_revision": ${version[2]}}` }))
  const { signal } = new AbortController()
  const versions = await createClientVersions({
    setting: null,
    ask: () => fetchClientVersion({ url: site.url, signal }),
    store: createMemoryStore(),
    clock: { now: Date.now, after: () => () => undefined },
    onFault: (error) => {
      throw error
    },
  })
  return { versions: { ...versions, start: () => undefined }, site }
}

const FAR: ClientVersion = [2, 3000, 2_000_000_000]

test('logs in with the version that WhatsApp’s site shows, after its own was refused (405 wave)', async () => {
  const simulator = await aSimulator()
  const { versions, site } = await versionsShownAs(FAR)
  const { events, messenger, pair, reaches } = await aMessenger(simulator, {
    clientVersions: versions,
  })
  await pair('d1')
  await pair('d2', '5511977776666')
  const since = events.length

  await simulator.control.setFaults({ minVersion: '2.3000.2000000000' })
  await simulator.control.drop()

  await eventually(async () => (await simulator.control.stats()).logins === 4)
  await reaches('d1', 'connected', since)
  await reaches('d2', 'connected', since)
  expect(
    events.slice(since).filter((it) => it.type === 'state' && it.reason === 'outdated'),
  ).toEqual([])
  expect(site.seen).toHaveLength(1)
  // The second device may have got the version before its own attempt.
  const refusedCount = await refusedLogins(simulator)
  expect([1, 2]).toContain(refusedCount)
  // A new device begins with that version, since even its registration would be refused.
  await pair('d3', '5511966665555')
  expect(await refusedLogins(simulator)).toBe(refusedCount)
  await simulator.control.setFaults({ minVersion: '2.3000.2000000001' })
  await simulator.control.drop()
  await reaches('d1', 'outdated')
  expect(site.seen).toHaveLength(1)
  expect(await messenger.hasKeys('d1')).toBe(true)
})

test('looks for a newer version when WhatsApp tells the end of this one', async () => {
  const simulator = await aSimulator()
  const { versions, site } = await versionsShownAs(FAR)
  const { events, pair, reaches } = await aMessenger(simulator, { clientVersions: versions })
  await pair('d1')
  const since = events.length
  const at = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString()
  await simulator.control.setFaults({
    clientExpiration: { at, minVersion: '2.3000.2000000000' },
  })
  await simulator.control.drop()
  await reaches('d1', 'connected', since)
  await eventually(() => site.seen.length === 1)
  await eventually(() => versions.wanted())
  const later = new Date(Date.now() - 1_000).toISOString()
  await simulator.control.setFaults({
    clientExpiration: { at: later, minVersion: '2.3000.2000000000' },
  })
  await simulator.control.drop()

  await eventually(async () => (await simulator.control.stats()).logins === 3)
  expect(await refusedLogins(simulator)).toBe(0)
})
