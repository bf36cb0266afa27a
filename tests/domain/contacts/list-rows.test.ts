import { expect, test } from 'vitest'
import { createListRows } from '../../../src/domain/contacts/list-rows.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { createPauses } from '../../../src/storage/files/pauses.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const COUNT = 3_000
const createdAt = '2026-01-15T12:00:00.000Z'

test('changes of thousands of rows let the process go on while they are judged', async () => {
  const lists = await openContactLists({ dir: await aDataFolder() })
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    name: `Cliente ${index}`,
    phone: `556199${1_000_000 + index}`,
  }))
  const contacts = rows.map((row) => ({ ...row, createdAt, origin: 'api' as const }))
  async function* batches() {
    yield contacts
  }
  const list = { id: 'a', name: 'Lista', createdAt }
  await lists.create('ana', list, { contacts: batches(), onDuplicate: 'keep' })
  const everyHundred = createPauses(100)
  let pauses = 0
  const { change } = createListRows({
    lists,
    contacts: { create: () => expect.unreachable('nothing moves') },
    isOptedOut: () => false,
    publish: () => undefined,
    pause: () => {
      const pausing = everyHundred()
      if (pausing !== undefined) pauses += 1
      return pausing
    },
  })
  const alterar = rows.map((row) => ({
    phone: row.phone,
    antes: row,
    depois: { ...row, name: `${row.name} Silva` },
  }))

  expect(await change('ana', 'a', { alterar })).toMatchObject({ changed: COUNT, conflitos: [] })

  // Each row is looked at twice: it is checked, and then compared with the list.
  expect(pauses).toBe((2 * COUNT) / 100)
})
