import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { REMOVED_KEPT_MS } from '../../../src/domain/bin.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { passes } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { binEngines, type OpenBin } from '../../support/storage/engines/bin-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `Bin` promises beside what any store does. */

/** A bin, and `again`, which closes it and opens it as the next program does. */
async function aBin(open: OpenBin) {
  const clock = createFakeClock()
  const dir = await aDataFolder()
  let opened = await open(dir, clock)
  onTestFinished(async () => {
    await opened.close()
  })
  const again = async (meanwhile: () => void = () => undefined) => {
    await opened.close()
    meanwhile()
    opened = await open(dir, clock)
    return opened.bin
  }
  return { clock, bin: opened.bin, again }
}

const one = { id: '1', name: 'Um' }
const two = { id: '2', name: 'Dois' }

describe.each(Object.entries(binEngines))('a bin in %s', (_, open) => {
  test('a removed record is out of every view, and comes back as it was', async () => {
    const { bin } = await aBin(open)
    await bin.save('ana', one)
    await bin.save('ana', two)
    expect(await bin.remove('ana', '1')).toEqual(one)
    expect(await bin.remove('ana', '1')).toBeUndefined()
    expect(await bin.find('ana', '1')).toBeUndefined()
    expect(await bin.list('ana')).toEqual([two])
    expect(await bin.list('ana')).toHaveLength(1)
    expect(await bin.size('ana')).toBe(1)
    expect(await bin.listAll()).toEqual([{ userId: 'ana', record: two }])
    expect(await bin.removed('ana')).toMatchObject([one])
    expect(await bin.restore('bia', '1')).toBeUndefined()
    expect(await bin.restore('ana', '1')).toMatchObject(one)
    expect(await bin.restore('ana', '1')).toBeUndefined()
    expect(await bin.list('ana')).toMatchObject([two, one])
    expect(await bin.size('ana')).toBe(2)
    expect(await bin.removed('ana')).toEqual([])
  })

  test('closed, it has ended what was leaving, and ends nothing more', async () => {
    const { bin, clock, again } = await aBin(open)
    const gone: string[] = []
    bin.whenGone(async (_, { id }) => {
      await setImmediate()
      gone.push(id)
    })
    for (const each of [one, two]) await bin.save('ana', each)
    await bin.remove('ana', '1')
    clock.advance(REMOVED_KEPT_MS / 2)
    await bin.remove('ana', '2')
    clock.advance(REMOVED_KEPT_MS / 2)
    const opened = await again()
    expect(gone).toEqual(['1'])
    clock.advance(REMOVED_KEPT_MS / 2)
    expect(await opened.removed('ana')).toMatchObject([two])
    expect(gone).toEqual(['1'])
  })

  test('after its time it is gone, also where the daemon was away meanwhile', async () => {
    const { bin, clock, again } = await aBin(open)
    const gone: string[] = []
    bin.whenGone(async (_, { id }) => {
      gone.push(id)
    })
    await bin.save('ana', one)
    await bin.save('ana', two)
    await bin.remove('ana', '1')
    clock.advance(REMOVED_KEPT_MS - 1)
    expect(await bin.whole.find('ana', '1')).toBeDefined()
    clock.advance(1)
    await passes(() => expect(gone).toEqual(['1']))
    expect(await bin.whole.find('ana', '1')).toBeUndefined()

    await bin.whole.save('ana', { ...two, removedAt: new Date(clock.now()).toISOString() })
    const other = await again()
    expect(await other.list('ana')).toEqual([])
    expect(await other.restore('ana', '2')).toMatchObject(two)
    await other.remove('ana', '2')
    clock.advance(REMOVED_KEPT_MS)
    await passes(async () => expect(await other.whole.find('ana', '2')).toBeUndefined())
  })

  test('one that came back, or was made anew, stays when the time of its removal is over', async () => {
    const { bin, clock } = await aBin(open)
    await bin.save('ana', one)
    await bin.save('ana', two)
    await bin.remove('ana', '1')
    await bin.remove('ana', '2')
    await bin.restore('ana', '1')
    await bin.save('ana', two)
    expect(await bin.removed('ana')).toEqual([])
    clock.advance(REMOVED_KEPT_MS)
    await bin.save('ana', { id: '3', name: 'Três' })
    expect((await bin.list('ana')).map(({ id }) => id)).toEqual(['3', '2', '1'])
  })

  test('a time ahead of the clock keeps nothing for longer', async () => {
    const { bin, clock, again } = await aBin(open)
    await bin.whole.save('ana', { ...one, removedAt: new Date(clock.now() + 1e9).toISOString() })
    const other = await again()
    clock.advance(REMOVED_KEPT_MS)
    await passes(async () => expect(await other.whole.find('ana', '1')).toBeUndefined())
  })

  test('removals that ended while no daemon ran reach a handler that is added only later', async () => {
    const { bin, clock, again } = await aBin(open)
    await bin.whole.save('ana', { ...one, removedAt: new Date(clock.now()).toISOString() })
    const other = await again(() => clock.advance(10 * REMOVED_KEPT_MS))
    clock.advance(1_000)
    await setImmediate()
    const gone: string[] = []
    other.whenGone(async (_, { id }) => {
      gone.push(id)
    })
    clock.advance(REMOVED_KEPT_MS)
    await passes(() => expect(gone).toEqual(['1']))
  })
})
