import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  BEHIND_ROW,
  DamagedKeysError,
  KeysUnavailableError,
} from '../../../src/domain/devices/device-keys.ts'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import { openKeyLog } from '../../../src/storage/keys/key-log.ts'
import { markBehind } from '../../../src/storage/keys/mark-behind.ts'
import { aFolder } from '../../support/whatsapp/messenger.ts'

const label = { serverKey: 'abcd', isPaired: true }

test('keeps label and keys to the owner, and leaves nothing else behind', async () => {
  const authDir = await aFolder()
  const keys = openDeviceKeys(authDir)('d1')
  await keys.saveLabel(label)
  const log = await keys.open()
  await log.close()

  const folder = join(authDir, 'd1')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual(['device.json', 'keys-00000001.log'])
  for (const name of await readdir(folder)) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  }
})

test('makes no path of a key that names one', async () => {
  const authDir = await aFolder()
  await openDeviceKeys(authDir)('../elsewhere').saveLabel(label)

  expect(await readdir(authDir)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})

test('puts keys aside as they are, under the time and the reason', async () => {
  const authDir = await aFolder()
  const keysOf = openDeviceKeys(authDir)
  await keysOf('d2').saveLabel(label)

  await keysOf('d2').setAside(new Date('2026-01-02T03:04:05Z'), 'unreadable')

  expect(await readdir(authDir)).toEqual(['d2.unreadable-2026-01-02T030405.000Z'])
})

test('tells a label that is none from one that the system does not hand out', async () => {
  const authDir = await aFolder()
  const keysOf = openDeviceKeys(authDir)
  await mkdir(join(authDir, 'd1', 'device.json'), { recursive: true })
  await mkdir(join(authDir, 'd2'))
  await writeFile(join(authDir, 'd2', 'device.json'), '{"serverKey":')

  await expect(keysOf('d2').findLabel()).rejects.toBeInstanceOf(DamagedKeysError)
  const failure = await keysOf('d1')
    .findLabel()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(KeysUnavailableError)
  expect(failure).toMatchObject({ code: 'EISDIR', mayPass: false })
})

test('tells keys that are damaged from those that the system does not hand out', async () => {
  const authDir = await aFolder()
  const keysOf = openDeviceKeys(authDir)
  await mkdir(join(authDir, 'd1', 'keys-00000001.log'), { recursive: true })
  await mkdir(join(authDir, 'd2'))
  await writeFile(join(authDir, 'd2', 'keys-00000001.log'), 'no keys at all')

  await expect(keysOf('d2').open()).rejects.toBeInstanceOf(DamagedKeysError)
  await expect(keysOf('d1').open()).rejects.toMatchObject({ code: 'EISDIR', mayPass: false })
})

test('marks the keys of a backup as behind, and leaves those that were put aside as they are', async () => {
  const authDir = await aFolder()
  const keysOf = openDeviceKeys(authDir)
  for (const key of ['d1', 'd2', 'd3']) await (await keysOf(key).open()).close()
  await keysOf('d2').setAside(new Date('2026-01-02T03:04:05Z'), 'ended')
  await writeFile(join(authDir, 'd3', 'keys-00000001.log'), 'no keys at all')

  await markBehind(authDir)

  const [kept, aside] = await Promise.all(
    ['d1', 'd2.ended-2026-01-02T030405.000Z'].map((name) => openKeyLog(join(authDir, name))),
  )
  expect([kept?.has(BEHIND_ROW), aside?.has(BEHIND_ROW)]).toEqual([true, false])
  await Promise.all([kept?.close(), aside?.close()])
})
