import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaign.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaignStart } from '../../../src/domain/campaigns/campaign-start.ts'
import type { SendLedger } from '../../../src/domain/sending/send-ledger.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { openSendLedgers } from '../../../src/storage/ledger/send-ledgers.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aCampaign } from '../../support/http/http-fakes.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryStore } from '../../support/storage/memory-store.ts'

const ANA = 'ana'
const at = '2026-01-15T12:00:00.000Z'

const contacts = (...phones: readonly string[]) =>
  phones.map((phone) => ({ name: 'Pessoa', phone, createdAt: at, origin: 'api' as const }))

async function aStart() {
  const fail = (error: unknown) => {
    throw error
  }
  const unexpected = () => Promise.reject(new Error('nothing is resumed here'))
  const dir = await aDataFolder()
  const clock = createFakeClock()
  const lists = await openContactLists({ dir })
  const ledgers = await openSendLedgers({
    dir,
    idleMs: 60_000,
    onTornLine: fail,
    onIdleFailure: fail,
  })
  onTestFinished(ledgers.close)
  const records = createCampaignRecords({ store: createMemoryStore<CampaignRecord>(), clock })
  const begun: SendLedger[] = []
  const faults: unknown[] = []
  const { start, resume } = createCampaignStart({
    records,
    ledgers,
    lists,
    sending: {
      begin: async (_userId, _campaign, ledger) => {
        begun.push(ledger)
      },
    },
    counters: { recount: unexpected, settle: unexpected },
    activity: { has: () => true, lagging: () => [], recount: unexpected, settle: unexpected },
    findDeviceKey: async (_userId, deviceId) => (deviceId === 'celular' ? 'k1' : undefined),
    clock,
    onFault: (error) => faults.push(error),
  })
  await lists.create(ANA, { id: 'lista', name: 'Clientes', createdAt: at })

  /** A scheduled campaign whose hour has come. */
  async function due(fields: Partial<CampaignRecord> = {}): Promise<CampaignRecord | undefined> {
    await records.store.save(ANA, {
      ...aCampaign({ deviceId: 'celular', contactListId: 'lista', scheduledAt: at }),
      status: CampaignStatus.scheduled,
      isSettled: true,
      ...fields,
    })
    await start(ANA, '1')
    return records.store.find(ANA, '1')
  }
  return { due, start, resume, lists, begun, records, ledgers, dir, faults }
}

test.each([
  ['damaged', (path: string) => truncate(path, 300)],
  ['gone', (path: string) => rm(path)],
])('ends a campaign whose ledger is %s when it is taken up, and says why', async (_, damage) => {
  const { due, resume, lists, ledgers, records, dir, faults } = await aStart()
  await lists.append(ANA, 'lista', { contacts: contacts('5511987654321'), onDuplicate: 'keep' })
  const running = await due()
  expect(running?.status).toBe(CampaignStatus.running)
  await ledgers.close()
  await damage(join(dir, 'sends', '1.snap.ndjson'))
  if (running) await resume(ANA, running)
  const ended = await records.store.find(ANA, '1')
  expect(ended).toMatchObject({
    status: CampaignStatus.failed,
    endReason: expect.stringMatching(/^O registro de envios está danificado/),
    finishedAt: expect.any(String),
    isSettled: true,
  })
  expect(faults).toHaveLength(1)
})

test.each([
  ['whose list is gone', { contactListId: 'outra' }, 'A lista de contatos foi excluída.'],
  ['whose device is gone', { deviceId: 'outro' }, 'A conexão de WhatsApp foi excluída.'],
  ['with nobody to write to', {}, 'Não há ninguém para quem enviar: a lista está vazia.'],
])('a campaign %s ends as Não concluida and says why', async (_, fields, endReason) => {
  const { due, begun } = await aStart()
  expect(await due(fields)).toMatchObject({
    status: 'Não concluida',
    endReason,
    finishedAt: at,
    recipientCount: 0,
  })
  expect(begun).toEqual([])
})

test('the audience is the list as it was at the start, whatever becomes of the list', async () => {
  const { due, lists, begun } = await aStart()
  await lists.append(ANA, 'lista', {
    contacts: contacts('5561999990001', '5561999990002'),
    onDuplicate: 'keep',
  })
  expect(await due()).toMatchObject({ status: 'Em Andamento', startedAt: at, recipientCount: 2 })

  await lists.replace(ANA, 'lista', { name: 'Clientes', contacts: contacts('5561999990003') })
  await lists.remove(ANA, 'lista')
  const [ledger] = begun
  const phones = Array.from(
    { length: ledger?.recipientCount ?? 0 },
    (_, place) => ledger?.get(place).phone,
  )
  expect(phones).toEqual(['5561999990001', '5561999990002'])
})

test('two callers start a campaign once', async () => {
  const { due, start, lists, begun } = await aStart()
  const added = { contacts: contacts('5561999990001'), onDuplicate: 'keep' as const }
  await lists.append(ANA, 'lista', added)
  await due()
  expect(await start(ANA, '1')).toBe(false)
  expect(begun).toHaveLength(1)
})
