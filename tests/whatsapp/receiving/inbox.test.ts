import { expect, test } from 'vitest'
import type { MessengerEvent } from '../../../src/domain/messenger.ts'
import { eventually } from '../../support/eventually.ts'
import {
  aFolder,
  aMessenger,
  mortalHostUrl,
  orderMortalHosts,
} from '../../support/whatsapp/messenger.ts'
import { allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const OWN = '5511988887777'

const isFromOutside = ({ type }: MessengerEvent) => type === 'inbound' || type === 'receipt'

test('acknowledges what is on the disk, however long the daemon takes over it', async () => {
  const simulator = await aSimulator()
  const { events, pair, send } = await aMessenger(simulator, {
    onEvent: (event) => (isFromOutside(event) ? new Promise(() => undefined) : undefined),
  })
  await pair('d1')
  await send('d1', { to: ANA })
  await simulator.control.sendInbound({ from: ANA, to: OWN, text: 'SAIR' })

  await eventually(() => events.filter(isFromOutside).length === 2)
  await allTaken(simulator)
})

test('publishes what a crash kept it from handling, once, after the next start', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const crashed = await aMessenger(simulator, {
    authDir,
    hostUrl: mortalHostUrl,
    onEvent: (event) =>
      event.type === 'inbound' && event.message.text !== 'Oi'
        ? new Promise(() => undefined)
        : undefined,
  })
  await crashed.pair('d1')
  await simulator.control.sendInbound({ from: ANA, to: OWN, text: 'Oi' })
  await eventually(() => crashed.events.some(({ type }) => type === 'inbound'))
  // The spool notes handled events with its next line, at the latest when it closes.
  await crashed.messenger.close('d1')
  crashed.messenger.open('d1')
  await crashed.reaches('d1', 'connected')
  await simulator.control.sendInbound({ from: ANA, to: OWN, text: 'SAIR' })
  await allTaken(simulator)
  orderMortalHosts('exit')
  await crashed.messenger.stop(0)

  const next = await aMessenger(simulator, { authDir })
  next.messenger.open('d1')
  await next.reaches('d1', 'connected')

  await eventually(() => next.events.some(({ type }) => type === 'inbound'))
  await next.messenger.stop(0)
  expect(next.events.filter(({ type }) => type === 'inbound')).toMatchObject([
    { message: { text: 'SAIR' } },
  ])

  const last = await aMessenger(simulator, { authDir })
  last.messenger.open('d1')
  await last.reaches('d1', 'connected')
  expect(last.events.filter(isFromOutside)).toEqual([])
})

test('publishes an event again that the daemon could not keep', async () => {
  const simulator = await aSimulator()
  let refusals = 1
  const { events, pair } = await aMessenger(simulator, {
    onEvent: (event) => {
      if (event.type !== 'inbound' || refusals === 0) return undefined
      refusals -= 1
      throw new Error('the disk is full')
    },
  })
  await pair('d1')
  await simulator.control.sendInbound({ from: ANA, to: OWN, text: 'SAIR' })

  await eventually(() => events.filter(({ type }) => type === 'inbound').length === 2)
})
