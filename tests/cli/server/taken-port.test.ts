import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { noReason, noTraffic } from '../../../src/domain/devices/device-record.ts'
import { aPerson } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { storageOf } from '../../support/storage/lived-in-folder.ts'
import { people } from '../../support/storage/send-ledgers.ts'

const other = residentDaemon()
const createdAt = '2026-01-15T12:00:00.000Z'
/** Reading so many takes longer than finding that the port is taken. */
const CONTACTS = 60_000

test('a server that finds its port taken leaves an overdue campaign as it was, however often it is tried', async () => {
  const dataDir = await aDataFolder()
  await leaveOverdueCampaign(dataDir)
  const { port } = new URL(other().url())
  const person = await aPerson()

  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const serve = ['serve', '--port', port, '--data-dir', dataDir]
    const { code, stderr } = await person.run(serve)
    expect(stderr).toContain(`A porta ${port} já está em uso.`)
    expect(code).toBe(1)
  }

  const storage = await storageOf(dataDir)
  const campaign = await storage.campaigns.find('ana', '7')
  await storage.close()
  expect(campaign).toMatchObject({ status: CampaignStatus.scheduled, startTries: 0 })
})

async function leaveOverdueCampaign(dataDir: string): Promise<void> {
  const storage = await storageOf(dataDir)
  await storage.devices.save('ana', {
    ...{ id: '1', key: 'key-1', connectionName: 'Loja', phone: null, createdAt },
    ...{ lastSeenAt: null, ...noTraffic, shouldBeConnected: false, ...noReason },
  })
  await storage.lists.create('ana', { id: 'list-1', name: 'Clientes', createdAt })
  const origin = 'csv' as const
  const contacts = people(CONTACTS).map((person) => ({ ...person, createdAt, origin }))
  await storage.lists.append('ana', 'list-1', { contacts, onDuplicate: 'keep' })
  await storage.campaigns.save('ana', {
    ...aCampaign({ id: '7', status: CampaignStatus.scheduled, scheduledAt: createdAt }),
    ...{ deviceId: '1', contactListId: 'list-1', isSettled: true, startTries: 0 },
  })
  await storage.close()
}
