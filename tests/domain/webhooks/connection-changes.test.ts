import { expect, test } from 'vitest'
import { DeviceStatus, type DisconnectCode } from '../../../src/contract/devices/device.ts'
import { CONNECTION_LOST_MS } from '../../../src/contract/limits.ts'
import type { CampaignEventWithData } from '../../../src/contract/webhooks/campaign-event-body.ts'
import { type DeviceRecord, noTraffic } from '../../../src/domain/devices/device-record.ts'
import {
  createConnectionChanges,
  type ReportedConnection,
} from '../../../src/domain/webhooks/connection-changes.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { eventually } from '../../support/eventually.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const DEVICE = { userId: 'ana', deviceId: 'loja' }

async function aConnection({ phone = '5561988880000' }: { readonly phone?: string | null } = {}) {
  const clock = createFakeClock()
  const devices = createMemoryStore<DeviceRecord>()
  await devices.save('ana', {
    ...{ id: 'loja', key: 'k1', connectionName: 'Loja', phone, shouldBeConnected: true },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', lastSeenAt: null, ...noTraffic },
    ...{ reason: 'unreachable', reasonUntil: null, reasonSaid: null },
  })
  const store = createMemoryStore<ReportedConnection>()
  const told: CampaignEventWithData[] = []
  const wanting = { count: 1 }
  let restriction: { kind: string; until: string | null; since: string } | null = null
  const start = () =>
    createConnectionChanges({
      ...{ store, devices, clock },
      findOwner: (key) => (key === 'k1' ? DEVICE : undefined),
      restrictionOf: () => restriction,
      publish: async (_userId, event) => {
        told.push(event)
        return wanting.count
      },
      onFault: (error) => {
        throw error
      },
    })
  let changes = start()
  const state = (status: DeviceStatus, reason: DisconnectCode | null = null) =>
    changes.onState({ type: 'state', key: 'k1', status, reason, phone: null })
  return {
    ...{ clock, told, wanting, state },
    names: () => told.map(({ event }) => event),
    restart: () => {
      changes.close()
      changes = start()
    },
    restrict: async (given: typeof restriction) => {
      restriction = given
      await changes.onHoldsChanged({ type: 'holds_changed', key: 'k1' })
    },
    recover: () => changes.recover(),
  }
}

test('a connection that is back within a minute was never lost', async () => {
  const { clock, state, told } = await aConnection()
  for (let times = 0; times < 3; times += 1) {
    await state(DeviceStatus.connecting, 'connection_lost')
    clock.advance(CONNECTION_LOST_MS - 1)
    await state(DeviceStatus.connected)
  }
  await state(DeviceStatus.disconnected, 'closed_by_user')
  clock.advance(2 * CONNECTION_LOST_MS)
  expect(told).toEqual([])
})

test('a loss is published once with its reason, and its end even after a restart', async () => {
  const { clock, state, names, told, restart } = await aConnection()
  await state(DeviceStatus.connecting, 'connection_lost')
  clock.advance(CONNECTION_LOST_MS / 2)
  await state(DeviceStatus.connecting, 'unreachable')
  clock.advance(CONNECTION_LOST_MS / 2)
  await eventually(() => names().length === 1)
  expect(told[0]?.data).toMatchObject({
    device_id: 'loja',
    connection_name: 'Loja',
    phone: '5561988880000',
    motivo: expect.stringContaining('não responde'),
  })
  restart()
  await state(DeviceStatus.disconnected, 'logged_out')
  await state(DeviceStatus.connected)
  await state(DeviceStatus.connected)
  expect(names()).toEqual(['conexao.caiu', 'conexao.voltou'])
})

test('an end for good is published at once, but not that of a device that was never linked', async () => {
  const linked = await aConnection()
  await linked.state(DeviceStatus.disconnected, 'logged_out')
  expect(linked.names()).toEqual(['conexao.caiu'])
  const never = await aConnection({ phone: null })
  await never.state(DeviceStatus.disconnected, 'pairing_expired')
  expect(never.names()).toEqual([])
})

test('the end of a loss is not published where no webhook wanted the loss', async () => {
  const { state, names, wanting } = await aConnection()
  wanting.count = 0
  await state(DeviceStatus.disconnected, 'logged_out')
  wanting.count = 1
  await state(DeviceStatus.connected)
  expect(names()).toEqual(['conexao.caiu'])
})

test('a restriction is published when it begins, once, also where a crash came in between', async () => {
  const { restrict, restart, recover, names, told } = await aConnection()
  const lock = { kind: 'BIZ_QUALITY', until: null, since: '2026-01-15T12:00:00.000Z' }
  await restrict(lock)
  await restrict(lock)
  restart()
  await recover()
  expect(names()).toEqual(['conexao.restrita'])
  expect(told[0]?.data).toMatchObject({
    restricao: { tipo: 'BIZ_QUALITY', ate: null, desde: lock.since },
    motivo: expect.stringContaining('bloqueios'),
  })
  await restrict(null)
  await restrict({ ...lock, since: '2026-01-16T12:00:00.000Z' })
  expect(names()).toHaveLength(2)
})
