import type { DeviceStatus, DisconnectCode } from '../../../src/contract/devices/device.ts'
import type { DeviceRecord } from '../../../src/domain/devices/device-record.ts'
import { createDevices } from '../../../src/domain/devices/devices.ts'
import { createLiveDevices } from '../../../src/domain/devices/live-devices.ts'
import { createLoginTurns } from '../../../src/domain/devices/login-turns.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'
import { createFakeClock } from './fake-clock.ts'

export const ANA = 'ana'
export const PHONE = '5561999990000'

/** Devices whose WhatsApp is played, with the calls that it got. */
export async function aShelf() {
  const clock = createFakeClock()
  const store = createMemoryStore<DeviceRecord>()
  const asked: string[] = []
  /** What a crash during the close of a device would find stored. */
  const keptAtClose: (boolean | undefined)[] = []
  const connections: [string, boolean][] = []
  const gone: [string, string][] = []
  const removed: [string, string][] = []
  const keys = new Set<string>()
  /** Delays of WhatsApp's side: the next answer waits for them. */
  const slow: { hasKeys?: Promise<void>; close?: Promise<void> } = {}
  const busy = new Set<string>()
  let lastKey = 0
  const build = () =>
    createDevices({
      store,
      live: createLiveDevices(),
      clock,
      quotas: { devices: 100 },
      loginTurns: createLoginTurns({ loginsPerSecond: 5, clock }),
      messenger: {
        open: (key) => asked.push(`open ${key}`),
        pair: (key, { phone, withCode }) => asked.push(`pair ${key} ${phone} ${withCode}`),
        answerPasskey: (key, assertion) => void asked.push(`passkey ${key} ${assertion}`),
        confirmPasskey: (key) => void asked.push(`confirm ${key}`),
        hasKeys: async (key) => {
          await slow.hasKeys
          return keys.has(key)
        },
        close: async (key) => {
          asked.push(`close ${key}`)
          const all = await store.listAll()
          const kept = all.find(({ record }) => record.key === key)
          keptAtClose.push(kept?.record.shouldBeConnected)
          await slow.close
        },
        logOut: async (key) => {
          asked.push(`log out ${key}`)
        },
      },
      newKey: () => {
        lastKey += 1
        return `k${lastKey}`
      },
      publish: () => undefined,
      isBusy: (key) => busy.has(key),
      standingOf: () => ({ restriction: null, quota: null, firstMessageCount: 0 }),
      nodeName: null,
      onConnection: (key, isConnected) => connections.push([key, isConnected]),
      onGone: async (key, cause) => {
        gone.push([key, cause])
      },
      onRemoved: async ({ userId, deviceId }) => {
        removed.push([userId, deviceId])
      },
    })
  const devices = await build()
  const state = (status: DeviceStatus, reason: DisconnectCode | null = null, phone = PHONE) =>
    devices.onEvent({ type: 'state', key: 'k1', status, reason, phone })
  return {
    ...devices,
    clock,
    asked,
    keptAtClose,
    connections,
    gone,
    removed,
    keys,
    slow,
    busy,
    state,
    rebuild: build,
  }
}
