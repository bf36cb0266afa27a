import { expect, onTestFinished, test } from 'vitest'
import type { Fence } from '../../../src/domain/cluster/lease-store.ts'
import type { DeviceKeys } from '../../../src/domain/devices/device-keys.ts'
import type { Simulator } from '../../../src/simulator/simulator.ts'
import type { Database } from '../../../src/storage-postgres/database.ts'
import { openDeviceKeys } from '../../../src/storage-postgres/keys/device-keys.ts'
import type { MessengerOptions } from '../../../src/whatsapp/hosts/messenger.ts'
import { eventually } from '../../support/eventually.ts'
import { aHolder, endTerm } from '../../support/storage/engines/lease-engines.ts'
import {
  databaseUrlOf,
  dropDatabasesAfterwards,
  openTestDatabase,
} from '../../support/storage/postgres.ts'
import {
  aFolder,
  aMessenger,
  mortalHostUrl,
  orderMortalHosts,
} from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

dropDatabasesAfterwards()

const ANA = '5511911112222'
const OWN = '5511988887777'

/** A database that nodes share, and the messengers of these nodes. */
async function aCluster(simulator: Simulator) {
  const dir = await aFolder()
  const url = await databaseUrlOf(dir)
  const db = await openTestDatabase(dir)
  onTestFinished(() => db.destroy())
  const keysOf = openDeviceKeys(db)
  return { db, aNode }

  async function aNode(nodeId: string, options: Partial<MessengerOptions> = {}) {
    let fence: Fence | undefined = await (await aHolder(db, nodeId))('ana')
    const fenceOf = () => fence
    const node = await aMessenger(simulator, {
      keyPlace: { kind: 'database', url },
      keysOf: (key): DeviceKeys => keysOf(key, fenceOf),
      fenceOf,
      ...options,
    })
    return {
      ...node,
      loseAccount: () => {
        fence = undefined
      },
    }
  }
}

const decryptFailures = async ({ control }: Simulator) => (await control.stats()).decryptFailures

test('a device goes on at another node with the keys that it had, and its sessions', async () => {
  const simulator = await aSimulator()
  const { db, aNode } = await aCluster(simulator)
  const first = await aNode('first')
  expect(await first.messenger.hasKeys('d1')).toBe(false)
  await first.pair('d1')
  expect(await first.messenger.hasKeys('d1')).toBe(true)
  expect(await first.send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  const sessionsOf = async () =>
    db.selectFrom('device_keys').where('name', 'like', 's/%').select('name').execute()
  await first.messenger.stop(0)
  const sessions = await sessionsOf()
  expect(sessions.length).toBeGreaterThan(0)
  await endTerm(db, 'first')

  const second = await aNode('second')
  second.messenger.open('d1')
  await second.reaches('d1', 'connected')

  expect(await sessionsOf()).toEqual(sessions)
  expect(await second.send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await decryptFailures(simulator)).toBe(0)
  await simulator.control.sendInbound({ from: ANA, to: OWN, text: 'SAIR', pushName: 'Ana' })
  await eventually(() => second.latest('inbound', 'd1'))
  await second.messenger.logOut('d1')
  expect(await second.messenger.hasKeys('d1')).toBe(false)
  expect(await db.selectFrom('device_keys').selectAll().execute()).toEqual([])
})

/** Keeps changes of devices from being stored; returns a function that lets them. */
async function holdBack(db: Database): Promise<() => Promise<void>> {
  const tx = await db.startTransaction().execute()
  await tx.selectFrom('device_stores').select('id').forUpdate().execute()
  return () => tx.rollback().execute()
}

test('a host that dies before its keys are stored uses none of them for a second message', async () => {
  const simulator = await aSimulator()
  const { db, aNode } = await aCluster(simulator)
  const { messenger, pair, send, reaches, events } = await aNode('one', { hostUrl: mortalHostUrl })
  await pair('d1')
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  const release = await holdBack(db)
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  const since = events.length
  orderMortalHosts('exit')
  await reaches('d1', 'restarting', since)
  await release()
  await reaches('d1', 'connected', since)

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })

  expect(await simulator.control.inbox(ANA)).toHaveLength(3)
  expect(await decryptFailures(simulator)).toBe(0)
  await simulator.control.sendInbound({ from: ANA, to: OWN, text: 'Oi', pushName: 'Ana' })
  await eventually(() => events.slice(since).some(({ type }) => type === 'inbound'))
  await messenger.stop(0)
})

test('what a node does not have it does not open, pair or log out', async () => {
  const { aNode } = await aCluster(await aSimulator())
  const { messenger, loseAccount } = await aNode('one')
  loseAccount()
  expect(() => messenger.open('d1')).toThrow('lease')
  expect(() => messenger.pair('d1', { phone: OWN, withCode: false })).toThrow('lease')
  await expect(messenger.logOut('d1')).rejects.toMatchObject({ code: 'lease_lost' })
})
