import { appendFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SpooledEvent } from '../../../src/domain/devices/spool.ts'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import { passes } from '../../support/eventually.ts'
import { aFolder } from '../../support/whatsapp/messenger.ts'

const delivered = (id: string): SpooledEvent => ({
  type: 'receipt',
  key: 'd1',
  messageIds: [id],
  kind: 'delivered',
  at: '2026-09-21T14:13:21.000Z',
})
const inbound: SpooledEvent = {
  type: 'inbound',
  key: 'd1',
  message: {
    messageId: '3A1',
    chatJid: '5511911112222@s.whatsapp.net',
    lid: null,
    phone: '5511911112222',
    pushName: 'Ana',
    fromMe: false,
    text: 'SAIR',
    kind: 'conversation',
    sentAt: '2026-09-21T14:13:21.000Z',
    remoteJid: '777@lid',
    participant: '',
    content: { conversation: 'SAIR' },
    media: null,
  },
}

test('finds what was added and not handled, in order, and nothing else', async () => {
  const keys = openDeviceKeys(await aFolder())('d1')
  const first = await keys.openSpool()
  await first.add(delivered('A'))
  const handled = await first.add(delivered('B'))
  await first.add(inbound)
  first.remove(handled)
  await first.close()

  const second = await keys.openSpool()

  expect([...second.waiting().values()]).toEqual([delivered('A'), inbound])
  const number = await second.add(delivered('C'))
  expect([...second.waiting().keys()].filter((it) => it === number)).toHaveLength(1)
  await second.close()
})

test('forgets nothing that a killed process had added, and a little of what it had handled', async () => {
  const keys = openDeviceKeys(await aFolder())('d1')
  const killed = await keys.openSpool()
  killed.remove(await killed.add(delivered('A')))
  await killed.add(delivered('B'))

  const next = await keys.openSpool()

  expect([...next.waiting().values()]).toEqual([delivered('A'), delivered('B')])
  await next.close()
  await killed.close()
})

test('deletes its files once what they hold was handled', async () => {
  const authDir = await aFolder()
  const spool = await openDeviceKeys(authDir)('d1').openSpool()
  const text = 'x'.repeat(20_000)
  for (let place = 0; place < 80; place += 1) {
    const event = { ...inbound, message: { ...inbound.message, text, messageId: `3A${place}` } }
    spool.remove(await spool.add(event))
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
