import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKeyLog } from '../../../src/storage/keys/key-log.ts'
import { markBehind } from '../../../src/storage/keys/mark-behind.ts'
import { eventually } from '../../support/eventually.ts'
import {
  aFolder,
  aMessenger,
  mortalHostUrl,
  orderMortalHosts,
} from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const OWN = '5511988887777'
/** At 2 s for each message that cannot be read, the last would have to wait for minutes. */
const PEOPLE = Array.from({ length: 40 }, (_, place) => `55119111122${10 + place}`)

/** An account that these people have written to, and ways to write and read more. */
async function anAccount(people: readonly string[]) {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const node = (hostUrl?: URL) => aMessenger(simulator, { authDir, ...(hostUrl && { hostUrl }) })
  const first = await node(mortalHostUrl)
  await first.pair('d1')
  await write('Oi')
  await reads(first, 'Oi')
  return { simulator, authDir, first, node, write, reads }

  async function write(text: string) {
    for (const from of people) await simulator.control.sendInbound({ from, to: OWN, text })
  }

  async function reads({ events }: typeof first, text: string) {
    const read = () =>
      events.filter((event) => event.type === 'inbound' && event.message.text === text)
    await eventually(() => read().length === people.length)
  }
}

test('whoever wrote before the keys were begun anew is read at once, and gets new ones', async () => {
  const { simulator, authDir, first, node, write, reads } = await anAccount(PEOPLE.slice(0, 3))
  await first.send('d1', { to: PEOPLE[0] ?? '' })
  await write('E aí?')
  await reads(first, 'E aí?')
  await first.messenger.stop(0)
  await markBehind(authDir)
  const next = await node()
  next.messenger.open('d1')
  await next.reaches('d1', 'connected')

  await write('SAIR')

  await reads(next, 'SAIR')
  for (const to of PEOPLE.slice(0, 3)) {
    expect(await next.send('d1', { to })).toMatchObject({ kind: 'accepted' })
  }
  await write('Tchau')
  await reads(next, 'Tchau')
  const stats = await simulator.control.stats()
  expect(stats).toMatchObject({ inboundRetries: 0, decryptFailures: 0, distinct: 4 })
})

test('whoever writes in a session that is gone is asked twice, and nobody waits for it', async () => {
  const { simulator, authDir, first, node, write, reads } = await anAccount(PEOPLE)
  await first.messenger.stop(0)
  const log = await openKeyLog(join(authDir, 'd1'))
  const sessions = log.names().filter((name) => name.startsWith('s/'))
  log.commit(sessions.map((key) => ({ key, value: null })))
  await log.close()
  const next = await node()
  next.messenger.open('d1')
  await next.reaches('d1', 'connected')

  await write('SAIR')

  await reads(next, 'SAIR')
  // The first request brings no keys, the second does.
  const { inboundRetries } = await simulator.control.stats()
  expect(inboundRetries).toBe(2 * PEOPLE.length)
})

test('what was written before a host was killed is read as ever', async () => {
  const { simulator, first, write, reads } = await anAccount(PEOPLE.slice(0, 3))
  const since = first.events.length
  orderMortalHosts('exit')
  await first.reaches('d1', 'restarting', since)
  await write('SAIR')
  await reads(first, 'SAIR')
  expect((await simulator.control.stats()).inboundRetries).toBe(0)
})
