import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { REMOVED_KEPT_MS } from '../../../src/domain/bin.ts'
import { createPersonCards, type PersonCard } from '../../../src/domain/people/person-cards.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { keepRecords, startParts } from '../../support/domain/parts.ts'
import { passes } from '../../support/eventually.ts'
import { aPromise } from '../../support/promise.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const ana = { phones: ['5561999990001'], lids: [] }

test('an engine that has ended forgets no note any more; the next one does', async () => {
  const clock = createFakeClock()
  const records = keepRecords()
  const { parts, close } = await startParts({ clock, records })
  const { id } = await parts.personCards.addNote('ana', ana, 'Prefere manhã')
  await parts.personCards.removeNote('ana', ana, id)
  await close()
  clock.advance(REMOVED_KEPT_MS)
  await setImmediate()
  expect(await records.personCards.list('ana')).toMatchObject([{ notes: [{ id }] }])

  const next = await startParts({ clock, records })
  clock.advance(REMOVED_KEPT_MS)
  await passes(async () => expect(await records.personCards.list('ana')).toEqual([]))
  await next.close()
})

test('closed, notes that were being forgotten are, and one that is removed later is kept', async () => {
  const clock = createFakeClock()
  const written = aPromise()
  const store = createMemoryStore<PersonCard>()
  const faults: unknown[] = []
  let noteCount = 0
  const cards = await createPersonCards({
    store: {
      ...store,
      remove: async (...given) => {
        await written.promise
        return store.remove(...given)
      },
    },
    newId: () => `note-${++noteCount}`,
    clock,
    publish: () => undefined,
    onFault: (error) => faults.push(error),
  })
  const { id } = await cards.addNote('ana', ana, 'Prefere manhã')
  await cards.removeNote('ana', ana, id)
  clock.advance(REMOVED_KEPT_MS)
  const closing = cards.close()
  written.keep()
  await closing
  expect(await store.list('ana')).toEqual([])

  const later = await cards.addNote('ana', ana, 'Prefere tarde')
  await cards.removeNote('ana', ana, later.id)
  expect(clock.pendingTimers()).toBe(0)
  expect(faults).toEqual([])
})
