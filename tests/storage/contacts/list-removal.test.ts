import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

test('the removal of a person’s lists, broken off between a file and its record, is no damage', async () => {
  const dir = await aDataFolder()
  const lists = await openContactLists({ dir })
  await lists.create('ana', { id: 'list-1', name: 'Clientes', createdAt: '2026-11-21T13:00:00Z' })
  const file = join(dir, 'lists', 'list-1.1.ndjson')
  await rm(file)
  // A folder in place of the file makes the removal fail just there.
  await mkdir(file)
  await expect(lists.removeAll('ana')).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' })
  await rm(file, { recursive: true })

  const damages = await openDamages({ dir })
  const again = await openContactLists({ dir, damages })
  expect(damages.list()).toEqual([])
  await again.removeAll('ana')
  expect(await again.list('ana')).toEqual([])
  expect(await readdir(join(dir, 'lists'))).toEqual([])
})
