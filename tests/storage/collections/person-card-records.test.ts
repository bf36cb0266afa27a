import { expect, test } from 'vitest'
import type { PersonCard } from '../../../src/domain/people/person-cards.ts'
import { openCollection } from '../../../src/storage/collections/collection.ts'
import { PersonCardFile } from '../../../src/storage/collections/records.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const at = '2026-01-15T12:00:00.000Z'
const card: PersonCard = {
  id: '5561999990001',
  notes: [
    {
      ...{ id: 'n2', text: 'Mudou de ideia', createdAt: at },
      ...{ editedAt: at, pinnedAt: null, removedAt: at },
    },
    {
      ...{ id: 'n1', text: 'Prefere *manhã*\nou tarde', createdAt: at },
      ...{ editedAt: null, pinnedAt: at, removedAt: null },
    },
  ],
  pastOptOuts: [
    {
      ...{ source: 'csv', reason: '', campaignId: '7', leftAt: at },
      ...{ returnedAt: at, returnedBy: 'resposta' },
    },
  ],
}

test('reads after a restart what was noted of a person', async () => {
  const options = { dir: await aDataFolder(), name: 'person-cards', schema: PersonCardFile }
  await (await openCollection(options)).save('ana', card)
  expect(await (await openCollection(options)).list('ana')).toEqual([card])
})

test('reads notes of versions that pinned none', () => {
  const note = { id: 'n1', text: 'Prefere manhã', createdAt: at, editedAt: null, removedAt: null }
  const { notes } = PersonCardFile.parse({ id: card.id, notes: [note], pastOptOuts: [] })
  expect(notes).toEqual([{ ...note, pinnedAt: null }])
})
