import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DeviceKeys, KeyLog } from '../../../src/domain/devices/device-keys.ts'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import type { FromHost, ToHost } from '../../../src/whatsapp/hosts/host-protocol.ts'
import { createHostRuntime } from '../../../src/whatsapp/hosts/host-runtime.ts'
import type { StartWorker } from '../../../src/whatsapp/hosts/host-thread.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const PHONE = '5511988887777'
const ANA = '5511911112222'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** A messenger whose host runs in this thread, where it can be seen what stays in memory. */
async function aMessengerHere() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const keysOf = openDeviceKeys(authDir)
  const devices: WeakRef<DeviceKeys>[] = []
  const logs: WeakRef<KeyLog>[] = []
  let openCount = 0
  const watchedKeysOf = (key: string): DeviceKeys => {
    const keys = keysOf(key)
    const open = async () => {
      const log = await keys.open()
      const close = async () => {
        openCount -= 1
        await log.close()
      }
      openCount += 1
      const watched = { ...log, close }
      logs.push(new WeakRef(watched))
      return watched
    }
    const watched = { ...keys, open }
    devices.push(new WeakRef(watched))
    return watched
  }
  const startWorker: StartWorker = ({ config }) => {
    const events = new EventEmitter()
    const runtime = createHostRuntime({
      config,
      keys: { keysOf: watchedKeysOf, close: async () => undefined },
      post: (message: FromHost) => setImmediate(() => events.emit('message', message)),
    })
    return {
      on: events.on.bind(events),
      once: events.once.bind(events),
      postMessage: (message: ToHost) => setImmediate(() => runtime.handle(message)),
      terminate: async () => events.emit('exit'),
    }
  }
  const parts = await aMessenger(simulator, { authDir, startWorker })
  return { ...parts, simulator, devices, logs, openCount: () => openCount }
}

/** Waits until none of these is in memory any more. */
async function areGone(refs: readonly WeakRef<object>[]): Promise<void> {
  await eventually(() => {
    // Baileys leaves time limits running, which hold the connection that they were for.
    vi.advanceTimersByTime(60_000)
    collectGarbage()
    return refs.every((ref) => ref.deref() === undefined)
  })
}

test('a device that was closed leaves nothing of itself in the memory of its host', async () => {
  const { messenger, pair, devices, logs } = await aMessengerHere()
  await pair('d1')

  await messenger.close('d1', 'moving')

  expect(logs.length).toBeGreaterThan(0)
  await areGone([...logs, ...devices])
})

test('a device that was logged out leaves nothing of itself in the memory of its host', async () => {
  const { messenger, pair, devices, logs } = await aMessengerHere()
  await pair('d1')

  await messenger.logOut('d1')

  expect(logs.length).toBeGreaterThan(0)
  await areGone([...logs, ...devices])
})

test('the keys of a device that was unlinked on its phone are not kept in memory', async () => {
  const { simulator, pair, reaches, logs } = await aMessengerHere()
  await pair('d1')

  await simulator.control.logOut(PHONE)
  await reaches('d1', 'logged_out')

  expect(logs.length).toBeGreaterThan(0)
  await areGone(logs)
})

test('a device that is opened and closed all over each other has its keys open once', async () => {
  const { messenger, pair, reaches, send, events, openCount } = await aMessengerHere()
  await pair('d1')
  const since = events.length

  const closings = [messenger.close('d1', 'moving')]
  messenger.open('d1')
  closings.push(messenger.close('d1', 'moving'))
  messenger.open('d1')
  await Promise.all(closings)

  await reaches('d1', 'connected', since)
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(openCount()).toBe(1)
  await messenger.close('d1', 'moving')
  expect(openCount()).toBe(0)
})

test('what is asked of a device after its end is answered, and brings nothing of it back', async () => {
  const { messenger, pair, devices, send } = await aMessengerHere()
  await pair('d1')

  const closing = messenger.close('d1', 'moving')
  const asked = [
    send('d1', { to: ANA }),
    messenger.inspect('d1'),
    messenger.trace('d1', '3EB0NONE'),
    messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }]),
  ]
  await closing

  expect(await Promise.all(asked)).toMatchObject([
    { kind: 'not_sent', reason: 'closed' },
    null,
    [],
    [{ result: 'unknown' }],
  ])
  await areGone(devices)
})
