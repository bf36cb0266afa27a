import { appendFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import { passes } from '../../support/eventually.ts'
import { anInbound, delivered } from '../../support/storage/spooled-events.ts'
import { aFolder } from '../../support/whatsapp/messenger.ts'

test('deletes its files once what they hold was handled', async () => {
  const authDir = await aFolder()
  const spool = await openDeviceKeys(authDir)('d1').openSpool()
  const text = 'x'.repeat(20_000)
  for (let place = 0; place < 80; place += 1) {
    spool.remove(await spool.add(anInbound({ text, messageId: `3A${place}` })))
  }

  const bytes = async () => {
    const folder = join(authDir, 'd1')
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  await passes(async () => expect(await bytes()).toBeLessThan(200_000))
  await spool.close()
})

test('goes on behind a line that a crash cut off', async () => {
  const authDir = await aFolder()
  const keys = openDeviceKeys(authDir)('d1')
  const first = await keys.openSpool()
  await first.add(delivered('A'))
  await first.close()
  await appendFile(join(authDir, 'd1', 'spool-00000001.ndjson'), '{"number":2,"eve')

  const second = await keys.openSpool()

  expect([...second.waiting().values()]).toEqual([delivered('A')])
  expect(second.damage).toBeNull()
  await second.close()
})

test('puts a damaged spool aside and begins a new one, so that the device connects', async () => {
  const authDir = await aFolder()
  const keys = openDeviceKeys(authDir)('d1')
  await (await keys.openSpool()).close()
  await writeFile(join(authDir, 'd1', 'spool-00000001.ndjson'), 'no\nspool\nat all\n')

  const spool = await keys.openSpool()

  expect(spool.damage).toContain('spool-00000001.ndjson')
  expect([...spool.waiting()]).toEqual([])
  expect(await readdir(join(authDir, 'd1'))).toHaveLength(2)
  await spool.close()
})
