import { expect, test } from 'vitest'
import { createTermCell, sharedMoment } from '../../../src/whatsapp/hosts/term-cell.ts'
import { aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'

function later(ms: number) {
  const { monotonicMs, uptimeMs } = sharedMoment()
  return { monotonicMs: monotonicMs + ms, uptimeMs: uptimeMs + ms }
}

test('behind the end of its term a node writes nothing more, and in the next one it does', async () => {
  const simulator = await aSimulator()
  const { cell, set } = createTermCell()
  set({ number: 1, endsAt: later(600_000) })
  const { messenger, pair, reaches, send, events } = await aMessenger(simulator, { termCell: cell })
  await pair('d1')
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })

  set({ number: 1, endsAt: later(0) })
  const since = events.length
  expect(await send('d1', { to: ANA })).not.toMatchObject({ kind: 'accepted' })
  expect(await simulator.control.inbox(ANA)).toHaveLength(1)

  set({ number: 2, endsAt: later(600_000) })
  messenger.open('d1')
  await reaches('d1', 'connected', since)
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await simulator.control.inbox(ANA)).toHaveLength(2)
})

test('a node that slept behind the end of its term writes nothing more', async () => {
  const simulator = await aSimulator()
  const { cell, set } = createTermCell()
  set({ number: 1, endsAt: later(600_000) })
  const { pair, send } = await aMessenger(simulator, { termCell: cell })
  await pair('d1')
  const { uptimeMs } = later(0)
  set({ number: 1, endsAt: { ...later(600_000), uptimeMs } })
  expect(await send('d1', { to: ANA })).not.toMatchObject({ kind: 'accepted' })
  expect(await simulator.control.inbox(ANA)).toEqual([])
})

test('what was opened in an earlier term writes nothing in the next one', async () => {
  const simulator = await aSimulator()
  const { cell, set } = createTermCell()
  set({ number: 1, endsAt: later(600_000) })
  const { pair, send } = await aMessenger(simulator, { termCell: cell })
  await pair('d1')
  set({ number: 2, endsAt: later(600_000) })
  expect(await send('d1', { to: ANA })).not.toMatchObject({ kind: 'accepted' })
  expect(await simulator.control.inbox(ANA)).toEqual([])
})
