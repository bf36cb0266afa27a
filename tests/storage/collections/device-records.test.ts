import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openCollection } from '../../../src/storage/collections/collection.ts'
import { DeviceFile, deviceMigrations } from '../../../src/storage/collections/records.ts'
import { decodeLines } from '../../../src/storage/files/whole-lines.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const device = {
  id: '5511988887777',
  key: 'k1',
  connectionName: 'Loja',
  phone: null,
  createdAt: '2026-01-15T12:00:00.000Z',
  lastSeenAt: null,
  shouldBeConnected: false,
  reason: 'replaced',
}

test('reads devices of a version without the end of a reason, and refuses itself to that one', async () => {
  const dir = await aDataFolder()
  const plain = z.looseObject({ id: z.string() })
  const before = await openCollection({ dir, name: 'devices', schema: plain })
  await before.save('ana', device)

  const options = { dir, name: 'devices', schema: DeviceFile, migrations: deviceMigrations }
  const after = await openCollection(options)
  const found = await after.find('ana', device.id)

  const later = { reasonUntil: null, reasonSaid: null, lastReceivedAt: null, lastSentAt: null }
  expect(found).toEqual({ ...device, ...later })
  if (found) await after.save('ana', found)
  const [header] = decodeLines(await readFile(join(dir, 'db/devices/1.json')))
  expect(header).toMatchObject({ format: 'devices', version: 3 })
})
