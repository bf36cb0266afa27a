import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { DeviceKeys } from '../../../src/domain/devices/device-keys.ts'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import type { FromHost, ToHost } from '../../../src/whatsapp/hosts/host-protocol.ts'
import { createHostRuntime } from '../../../src/whatsapp/hosts/host-runtime.ts'
import type { StartWorker } from '../../../src/whatsapp/hosts/host-thread.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const PHONE = '5511988887777'
const ANA = '5511911112222'

/** A messenger whose host runs in this thread, so that its open keys can be counted. */
async function aMessengerHere() {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const keysOf = openDeviceKeys(authDir)
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
      return { ...log, close }
    }
    return { ...keys, open }
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
  return { ...parts, simulator, openCount: () => openCount }
}

test('a device that was closed, logged out or unlinked on its phone has its keys open no more', async () => {
  const { simulator, messenger, pair, reaches, openCount } = await aMessengerHere()
  await pair('d1', PHONE)
  await pair('d2', '5511977776666')
  await pair('d3', '5511966665555')
  expect(openCount()).toBe(3)

  await simulator.control.logOut(PHONE)
  await reaches('d1', 'logged_out')
  await messenger.close('d2', 'moving')
  await messenger.logOut('d3')

  await expect.poll(openCount).toBe(0)
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

test('what is asked of a device after its end is answered, and opens its keys for nobody', async () => {
  const { messenger, pair, openCount, send } = await aMessengerHere()
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
  expect(openCount()).toBe(0)
})
