import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ClientVersion } from '../../../src/contract/devices/client-version.ts'
import {
  createClientVersions,
  type KnownClientVersion,
} from '../../../src/domain/devices/client-versions.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { eventually } from '../../support/eventually.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const OLD: ClientVersion = [2, 3000, 1_000_000_000]
const NEW: ClientVersion = [2, 3000, 1_000_000_002]

/** The site's page shows `shown`; null: it does not answer. */
async function versionsOf({
  shown = NEW,
  setting = null,
  isWhatsApp = true,
  store = createMemoryStore<KnownClientVersion>(),
  clock = createFakeClock(),
}: {
  shown?: ClientVersion | null
  setting?: ClientVersion | null
  isWhatsApp?: boolean
  store?: ReturnType<typeof createMemoryStore<KnownClientVersion>>
  clock?: ReturnType<typeof createFakeClock>
} = {}) {
  const site = { shown, askCount: 0 }
  const received: ClientVersion[] = []
  const faults: unknown[] = []
  const ask = async () => {
    site.askCount += 1
    if (!site.shown) throw new Error('no answer')
    return site.shown
  }
  const versions = await createClientVersions({
    ...{ setting, ask: isWhatsApp ? ask : null, store, clock },
    onFault: (error) => faults.push(error),
  })
  versions.subscribe(({ version }) => received.push(version))
  return { ...versions, site, received, faults, store, clock }
}

test('asks when the first device needs it, keeps the answer, and asks once a day', async () => {
  const { start, wanted, received, site, store, clock } = await versionsOf()
  expect([wanted(), site.askCount]).toEqual([null, 0])

  start()
  start()

  await eventually(() => wanted())
  expect(wanted()).toEqual({ version: NEW, isSet: false })
  expect([received, site.askCount]).toEqual([[NEW], 1])
  // Until the answer is stored, a further question joins the first one.
  await setImmediate()
  clock.advance(DAY_MS)
  expect(site.askCount).toBe(2)
  const again = await versionsOf({ store, clock })
  expect(again.wanted()).toEqual({ version: NEW, isSet: false })
})

test('the site is not asked again after a restart within ten minutes', async () => {
  const first = await versionsOf()
  first.start()
  await eventually(() => first.wanted())
  first.clock.advance(9 * MINUTE_MS)

  const second = await versionsOf(first)
  second.start()

  expect(second.site.askCount).toBe(0)
})

test('finds a greater version for a refused one, and asks once for all devices', async () => {
  const { findNewer, site } = await versionsOf()

  expect(await Promise.all([findNewer(OLD), findNewer(OLD), findNewer(OLD)])).toEqual([
    NEW,
    NEW,
    NEW,
  ])
  expect(await findNewer(NEW)).toBeNull()
  expect(site.askCount).toBe(1)
})

test('asks for a refused version at most once in ten minutes, and never goes back', async () => {
  const { findNewer, wanted, site, clock } = await versionsOf()
  await findNewer(OLD)
  site.shown = OLD

  expect(await findNewer(NEW)).toBeNull()
  clock.advance(9 * MINUTE_MS)
  expect(await findNewer(NEW)).toBeNull()
  expect(site.askCount).toBe(1)
  clock.advance(MINUTE_MS)
  expect(await findNewer(NEW)).toBeNull()
  expect(site.askCount).toBe(2)
  expect(wanted()).toEqual({ version: NEW, isSet: false })
})

test('goes on with what it knows while the site does not answer', async () => {
  const { findNewer, faults } = await versionsOf({ shown: null })

  expect(await findNewer(OLD)).toBeNull()
  expect(faults).toHaveLength(1)
})

test('asks again before a version ends, until a newer one is found or it has ended', async () => {
  const { expectEnd, wanted, site, clock } = await versionsOf({ shown: null })
  await expectEnd(clock.now() + 150 * MINUTE_MS)
  clock.advance(60 * MINUTE_MS)
  await eventually(() => site.askCount === 2)
  site.shown = NEW
  await eventually(() => clock.pendingTimers() === 1)

  clock.advance(60 * MINUTE_MS)

  await eventually(() => wanted())
  expect(site.askCount).toBe(3)
  expect(clock.pendingTimers()).toBe(0)
})

test('the operator’s version wins over any other, and the site is not asked', async () => {
  const { start, wanted, findNewer, site } = await versionsOf({ setting: OLD })

  start()

  expect(wanted()).toEqual({ version: OLD, isSet: true })
  expect([await findNewer(OLD), site.askCount]).toEqual([null, 0])
})

test('asks no site where the server is not WhatsApp’s own', async () => {
  const { start, findNewer, site } = await versionsOf({ isWhatsApp: false })

  start()

  expect([await findNewer(OLD), site.askCount]).toEqual([null, 0])
})
