import { expect, test } from 'vitest'
import type { Lookup } from '../../../src/domain/messenger.ts'
import { phones } from '../../support/daemon/user.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const OWN = '5511988887777'
const ANA = '5511911112222'
const BIA = '5511973334444'
const CAIO = '5511955556666'
const asked = (phone: string) => ({ phone, candidates: [phone] })
const resultsOf = (all: readonly Lookup[]) => all.map(({ result }) => result)

async function aPairedDevice() {
  const simulator = await aSimulator({ world: 'real' })
  const played = await aMessenger(simulator)
  await played.pair('d1')
  return { ...played, control: simulator.control, lookUp, settled }

  function lookUp(...all: readonly string[]): Promise<readonly Lookup[]> {
    return played.messenger.lookUp('d1', all.map(asked))
  }

  /** Asks again and again, until the directory has answered for everybody. */
  function settled(...all: readonly string[]): Promise<readonly Lookup[]> {
    return eventually(async () => {
      const found = await lookUp(...all)
      return resultsOf(found).includes('unknown') ? null : found
    })
  }
}

test('takes the directory’s trouble for no absence, and asks again when it may', async () => {
  const { control, lookUp, settled } = await aPairedDevice()
  await control.setBehaviour(BIA, { absent: true })
  const trouble = { code: 429, backoff: 1, protocols: ['contact'], count: 1 }
  for (const [level, who] of [
    ['iq', ANA],
    ['protocol', CAIO],
  ] as const) {
    await control.setFaults({ usyncError: { ...trouble, level } })
    const before = (await control.stats()).contactQueries
    const startedAt = Date.now()

    const [first] = await lookUp(who)
    expect(first).toMatchObject({ result: 'unknown', isRateLimited: true })
    expect(resultsOf(await settled(who, BIA))).toEqual(['found', 'absent'])

    // Lookups that come meanwhile send the server no query.
    expect((await control.stats()).contactQueries - before).toBe(2)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000)
  }
  await control.setFaults({ usyncError: { ...trouble, level: 'user', code: 500, backoff: null } })
  const [, dora] = phones(2)
  expect(resultsOf(await lookUp(dora ?? ''))).toEqual(['unknown'])
  expect(resultsOf(await lookUp(dora ?? ''))).toEqual(['found'])
})

test('finds everybody of a long list where only so many may be asked for in a while', async () => {
  const { control, settled } = await aPairedDevice()
  await control.setFaults({ usyncRate: { numbers: 60, perMs: 900, backoff: 1 } })
  const before = (await control.stats()).contactQueries

  const found = await settled(...phones(120))

  expect(new Set(resultsOf(found))).toEqual(new Set(['found']))
  const { contactQueries, contactsAtOnce } = await control.stats()
  expect(contactsAtOnce).toBe(50)
  // Three that are answered, and two that find the server busy.
  expect(contactQueries - before).toBeLessThanOrEqual(5)
})

test('reaches people by a directory that is busy, older than the client, or knows LIDs alone', async () => {
  const { control, lookUp, send } = await aPairedDevice()
  await control.setFaults({
    usyncError: { level: 'protocol', code: 429, backoff: 1, protocols: ['devices'], count: 1 },
  })
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'not_sent', reason: 'rate_limited' })
  await eventually(async () => (await send('d1', { to: ANA })).kind === 'accepted')

  await control.setAccount(OWN, { contactForms: 'classic', devicesByPn: 'empty' })

  expect(await lookUp(BIA)).toMatchObject([
    { result: 'found', lid: expect.stringMatching(/@lid$/) },
  ])
  expect(await send('d1', { to: BIA })).toMatchObject({ kind: 'accepted' })
  expect(await send('d1', { to: CAIO })).toMatchObject({ kind: 'accepted' })
  expect(await control.stats()).toMatchObject({ refused: 0, empty: 0 })
})

test('asks for the next people five seconds later, and about nobody twice, not even after a restart', async () => {
  const simulator = await aSimulator({ world: 'real' })
  const { control } = simulator
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir, sendWindow: 4 })
  await first.pair('d1')
  const lookUp = async ({ messenger }: Pick<typeof first, 'messenger'>, all: readonly string[]) =>
    resultsOf(await messenger.lookUp('d1', all.map(asked)))
  const [now, next] = [phones(10), phones(10, 1)]
  const found = now.map(() => 'found')

  // Ten people wait for their message while the next ten are asked for.
  expect(await lookUp(first, now)).toEqual(found)
  expect(await lookUp(first, next)).toEqual(found)
  const { contactQueries, shortestContactGapMs } = await control.stats()
  expect(contactQueries).toBe(2)
  // The pause begins at the answer, so that no delay on the way shortens it.
  expect(shortestContactGapMs).toBeGreaterThanOrEqual(4_990)

  await first.messenger.stop(0)
  const second = await aMessenger(simulator, { authDir })
  second.messenger.open('d1')
  await second.reaches('d1', 'connected')
  expect(await lookUp(second, [...now, ...next])).toEqual([...found, ...found])
  expect(await control.stats()).toMatchObject({ contactQueries: 2 })
})
