import { describe, expect, onTestFinished, test } from 'vitest'
import type { SpooledEvent } from '../../../src/domain/devices/spool.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { keyEngines, type OpenKeyEngine } from '../../support/storage/engines/key-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'
import { anInbound, delivered } from '../../support/storage/spooled-events.ts'

dropDatabasesAfterwards()

/** What every implementation of `Spool` promises. */

async function theKeys(open: OpenKeyEngine) {
  const { keysOf, close } = await open(await aDataFolder())
  onTestFinished(async () => void (await close()))
  return keysOf('d1')
}

describe.each(Object.entries(keyEngines))('a spool in %s', (_, open: OpenKeyEngine) => {
  test('finds what was added and not handled, in order, and nothing else', async () => {
    const keys = await theKeys(open)
    const first = await keys.openSpool()
    const odd = anInbound({ messageId: '3A2', text: 'zero \0, half \ud83d, 👩🏽‍🦱' })
    await first.add(delivered('A'))
    const handled = await first.add(delivered('B'))
    await first.add(anInbound())
    await first.add(odd)
    first.remove(handled)
    first.remove(handled)
    await first.close()

    const second = await keys.openSpool()

    expect([...second.waiting().values()]).toEqual([delivered('A'), anInbound(), odd])
    expect(second.damage).toBeNull()
    const number = await second.add(delivered('C'))
    expect([...second.waiting().keys()].filter((it) => it === number)).toHaveLength(1)
    await second.close()
  })

  test('forgets nothing that a killed process had added, and a little of what it had handled', async () => {
    const keys = await theKeys(open)
    const killed = await keys.openSpool()
    killed.remove(await killed.add(delivered('A')))
    await killed.add(delivered('B'))

    const next = await keys.openSpool()

    const waiting: readonly SpooledEvent[] = [...next.waiting().values()]
    expect(waiting.at(-1)).toEqual(delivered('B'))
    expect(waiting.length).toBeLessThanOrEqual(2)
    await next.close()
    await killed.close()
  })

  test('numbers what comes at once in the order of the calls', async () => {
    const keys = await theKeys(open)
    const spool = await keys.openSpool()
    const events = Array.from({ length: 200 }, (_, place) => delivered(`M${place}`))
    const numbers = await Promise.all(events.map((event) => spool.add(event)))
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
    expect(new Set(numbers).size).toBe(events.length)
    expect([...spool.waiting().values()]).toEqual(events)
    await spool.close()

    const again = await keys.openSpool()

    expect([...again.waiting().values()]).toEqual(events)
    for (const number of again.waiting().keys()) again.remove(number)
    await again.close()
    const last = await keys.openSpool()
    expect([...last.waiting()]).toEqual([])
    await last.close()
  })

  test('goes with the keys of its device', async () => {
    const keys = await theKeys(open)
    const spool = await keys.openSpool()
    await spool.add(delivered('A'))
    await spool.close()
    await keys.remove()
    const next = await keys.openSpool()
    expect([...next.waiting()]).toEqual([])
    await next.close()
  })
})
