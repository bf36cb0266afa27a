import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

test('leaves keys of a newer program alone, and pairs nothing in their place', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir })
  await first.pair('d1')
  await first.messenger.stop(0)
  const path = join(authDir, 'd1', 'keys-00000001.log')
  const newer = encodeLine({ format: 'device-keys', version: 9 })
  await writeFile(path, newer)
  const { messenger, events, reaches } = await aMessenger(simulator, { authDir })

  messenger.open('d1')
  await reaches('d1', 'keys_newer')
  const since = events.length
  messenger.pair('d1', { phone: '5511988887777', withCode: false })
  await reaches('d1', 'keys_newer', since)

  expect(await readdir(authDir)).toEqual(['d1'])
  expect(await readFile(path, 'utf8')).toBe(newer)
})
