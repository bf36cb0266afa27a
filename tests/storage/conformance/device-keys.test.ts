import { describe, expect, onTestFinished, test } from 'vitest'
import type { KeyLog } from '../../../src/domain/devices/device-keys.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { keyEngines, type OpenKeyEngine } from '../../support/storage/engines/key-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `DeviceKeys` promises of labels and keys. */

const label = { serverKey: 'abcd', isPaired: true }

async function theKeys(open: OpenKeyEngine) {
  const dir = await aDataFolder()
  const { keysOf, close } = await open(dir)
  onTestFinished(async () => void (await close()))
  return keysOf
}

const rowsOf = (log: KeyLog) => log.names().map((name) => [name, log.read(name)] as const)

describe.each(Object.entries(keyEngines))('keys in %s', (_, open: OpenKeyEngine) => {
  test('find the label that was saved last, and none where nobody was ever paired', async () => {
    const keys = (await theKeys(open))('d1')
    expect(await keys.findLabel()).toBeNull()
    await keys.saveLabel({ ...label, isPaired: false })
    await keys.saveLabel(label)
    expect(await keys.findLabel()).toEqual(label)
  })

  test('read the newest value of each key, also after they were opened again', async () => {
    const keys = (await theKeys(open))('d1')
    const log = await keys.open()
    log.commit([
      { key: 'a', value: '"1"' },
      { key: 'ç', value: '"é\\ud83d"' },
      { key: 'zero \0 \\', value: '"\\u0000"' },
    ])
    log.commit([
      { key: 'a', value: '"a longer one"' },
      { key: 'gone', value: '0' },
    ])
    log.commit([{ key: 'gone', value: null }])
    log.commit([{ key: 'never there', value: null }])
    const expected = [
      ['a', '"a longer one"'],
      ['ç', '"é\\ud83d"'],
      ['zero \0 \\', '"\\u0000"'],
    ]
    expect(rowsOf(log)).toEqual(expected)
    expect([log.has('a'), log.has('gone'), log.read('gone')]).toEqual([true, false, undefined])
    await log.sync()
    log.commit([{ key: 'later', value: '1' }])
    await log.close()

    const again = await keys.open()

    expect(new Map(rowsOf(again))).toEqual(new Map([...expected, ['later', '1']] as never))
    expect(again.hasFailed()).toBe(false)
    await again.close()
  })

  test('keep thousands of keys apart, whichever of them change and go', async () => {
    const keys = (await theKeys(open))('d1')
    const log = await keys.open()
    const expected = new Map<string, string>()
    const commit = (changes: readonly (readonly [string, string | null])[]) => {
      log.commit(changes.map(([key, value]) => ({ key, value })))
      for (const [key, value] of changes) {
        if (value === null) expected.delete(key)
        else expected.set(key, value)
      }
    }
    const numbers = Array.from({ length: 5_000 }, (_, number) => number)
    commit(numbers.map((number) => [`s/${number}`, JSON.stringify(`${number}`.repeat(20))]))
    commit(numbers.filter((number) => number % 3 === 0).map((number) => [`s/${number}`, null]))
    for (const number of numbers.filter((each) => each % 5 === 0)) {
      commit([[`s/${number}`, JSON.stringify('x'.repeat(number % 300))]])
    }
    expect(new Map(rowsOf(log))).toEqual(expected)
    await log.close()

    const again = await keys.open()

    expect(new Map(rowsOf(again))).toEqual(expected)
    await again.close()
  })

  test('are closed for good: what was one device’s is never read or changed as another’s', async () => {
    const log = await (await theKeys(open))('d1').open()
    await log.close()
    await log.close()
    expect(() => log.read('a')).toThrow('closed')
    expect(() => log.commit([{ key: 'a', value: '1' }])).toThrow('closed')
  })

  test('of one device go, or are put aside, and those of others stay', async () => {
    const keysOf = await theKeys(open)
    for (const key of ['d1', 'd2', 'd3']) {
      await keysOf(key).saveLabel(label)
      const log = await keysOf(key).open()
      log.commit([{ key: 'whose', value: JSON.stringify(key) }])
      await log.close()
    }

    await keysOf('d1').remove()
    await keysOf('d2').setAside(new Date('2026-01-02T03:04:05Z'), 'ended')
    await keysOf('d2').removeAside()
    await keysOf('d3').removeAside()

    for (const key of ['d1', 'd2']) {
      expect(await keysOf(key).findLabel()).toBeNull()
      const log = await keysOf(key).open()
      expect(log.names()).toEqual([])
      await log.close()
    }
    expect(await keysOf('d3').findLabel()).toEqual(label)
    const log = await keysOf('d3').open()
    expect(rowsOf(log)).toEqual([['whose', '"d3"']])
    await log.close()
  })

  test('can be removed where there are none, and begun anew after that', async () => {
    const keys = (await theKeys(open))('d1')
    await keys.remove()
    await keys.saveLabel(label)
    await keys.remove()
    expect(await keys.findLabel()).toBeNull()
    await keys.saveLabel(label)
    expect(await keys.findLabel()).toEqual(label)
  })
})
