import { addTransactionCapability, DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { openKeyLog } from '../../../src/storage/keys/key-log.ts'
import { knowAccount, makeSignalRepository } from '../../../src/whatsapp/directory/lid-cache.ts'
import { createAuthStore } from '../../../src/whatsapp/keys/auth-store.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder } from '../../support/whatsapp/messenger.ts'

const { logger, transactionOpts } = DEFAULT_CONNECTION_CONFIG

test('the account has one Signal address before its phone first writes', async () => {
  const log = await openKeyLog(await aFolder())
  const { creds, keys, readLidUser } = createAuthStore(log)
  creds.me = { id: '5511988887777:3@s.whatsapp.net', lid: '100000000000001:3@lid' }
  const auth = { creds, keys: addTransactionCapability(keys, logger, transactionOpts) }
  const signalRepository = makeSignalRepository(auth, logger, async () => undefined)

  knowAccount({ authState: auth, signalRepository }, () => undefined)

  expect(await eventually(() => readLidUser('5511988887777'))).toBe('100000000000001')
  expect(await signalRepository.lidMapping.getLIDForPN('5511988887777@s.whatsapp.net')).toBe(
    '100000000000001@lid',
  )
  await log.close()
})
