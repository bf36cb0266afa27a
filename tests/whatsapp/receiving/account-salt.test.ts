import { encodeSyncdPatch, newLTHashState, proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { findSetting } from '../../../src/whatsapp/receiving/settings-mutations.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const OWN = '5511988887777'
const NAME = ['setting_pushName']
const KEY = Buffer.alloc(32, 7)
const findKey = async () => KEY
const { SET, REMOVE } = proto.SyncdMutation.SyncdOperation

/** A change of the account's name, as Baileys encrypts it. */
async function aChange(operation: proto.SyncdMutation.SyncdOperation) {
  const { patch } = await encodeSyncdPatch(
    {
      ...{ type: 'critical_block', index: NAME, apiVersion: 1, operation },
      syncAction: { timestamp: 1, pushNameSetting: { name: 'Loja' } },
    },
    'a2V5',
    newLTHashState(),
    async () => proto.Message.AppStateSyncKeyData.create({ keyData: KEY }),
  )
  return patch.mutations ?? []
}

test('reads the one setting that is asked for, by its last change', async () => {
  const set = await aChange(SET)
  const found = await findSetting(set, NAME, findKey)

  const value = found === null || found === 'removed' ? new Uint8Array() : found.value
  expect(proto.SyncActionValue.decode(value)).toMatchObject({ pushNameSetting: { name: 'Loja' } })
  expect(await findSetting([...set, ...(await aChange(REMOVE))], NAME, findKey)).toBe('removed')
  expect(await findSetting(set, ['nct_salt_sync'], findKey)).toBeNull()
})

test('takes no setting that was changed on its way, or whose key is not known yet', async () => {
  const [mutation] = await aChange(SET)
  const blob = Buffer.from(mutation?.record?.value?.blob ?? [])
  blob.writeUInt8(blob.readUInt8(20) ^ 1, 20)
  const changed = [{ ...mutation, record: { ...mutation?.record, value: { blob } } }]

  await expect(findSetting(changed, NAME, findKey)).rejects.toThrow('changed on its way')
  await expect(findSetting(changed, NAME, async () => undefined)).rejects.toThrow('not known')
})

test('proves itself to strangers by the salt that only the settings hold, while they hold it', async () => {
  const simulator = await aSimulator({ stateDir: await aFolder() })
  const { control, whatsappUrl: url, rootKeyHex, mediaCaPath = null } = simulator
  await control.setAccount(OWN, { salt: 'settings' })
  const server = { url, rootKeyHex, mediaCaPath }
  const { pair, send } = await aMessenger(simulator, {
    server,
    // After each refusal WhatsApp is asked what it locks, at most this often.
    timings: { limitIntervalMs: 100 },
  })
  await pair('d1')
  await control.setAccount(OWN, { needsToken: true })
  let lastStranger = 5_511_955_550_000
  const reaches = async (kind: string) => {
    lastStranger += 1
    return (await send('d1', { to: String(lastStranger) })).kind === kind
  }

  await eventually(() => reaches('accepted'))
  expect(await control.stats()).toMatchObject({ withSalt: 1, withToken: 0 })

  // The phone took the salt back; the device learns of it with its next connection.
  await control.setAccount(OWN, { salt: 'none' })
  await control.drop(OWN)
  await eventually(() => reaches('refused'))
})
