import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { AppError } from '../../../src/contract/errors.ts'
import type { CampaignStats } from '../../../src/domain/stats/campaign-stats.ts'
import { accepted, anEngine, phones, startEngine } from '../../support/domain/engine.ts'
import { passes } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

test('writes to everybody once, and ends as Concluída', async () => {
  const engine = await anEngine()
  await engine.begin(phones(100))
  expect(await engine.ended()).toMatchObject({
    status: CampaignStatus.done,
    sentCount: 100,
    errorCount: 0,
  })
  expect(new Set(engine.sent.map(({ messageId }) => messageId)).size).toBe(100)
  expect(engine.sent[0]?.content.text).toMatch(/^Olá, Pessoa 55119/)
  expect(engine.faults).toEqual([])
})

test('never writes to somebody who is not on WhatsApp, nor twice to the same person', async () => {
  const engine = await anEngine({
    lookUp: ({ phone }) => {
      if (phone.endsWith('1')) return { phone, result: 'absent' }
      const jid = phone.endsWith('2') ? 'same@s.whatsapp.net' : `${phone}@s.whatsapp.net`
      return { phone, result: 'found', jid, lid: '' }
    },
  })
  await engine.begin(phones(20))
  expect(await engine.ended()).toMatchObject({
    status: CampaignStatus.doneWithErrors,
    sentCount: 17,
    errorCount: 3,
  })
  expect(engine.sent.map(({ jid }) => jid).filter((jid) => jid === 'same@s.whatsapp.net')).toEqual([
    'same@s.whatsapp.net',
  ])
})

test('asks again, last of all, where the directory was silent, and gives up after three times', async () => {
  const asked = new Map<string, number>()
  const engine = await anEngine({
    lookUp: ({ phone }) => {
      const count = (asked.get(phone) ?? 0) + 1
      asked.set(phone, count)
      const isSilent = phone.endsWith('0') || (phone.endsWith('1') && count < 3)
      if (isSilent) return { phone, result: 'unknown', detail: 'no answer' }
      return { phone, result: 'found', jid: `${phone}@s.whatsapp.net`, lid: '' }
    },
  })
  await engine.begin(phones(5))
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 4, errorCount: 1 })
  expect(engine.sent.at(-1)?.jid).toMatch(/1@s\.whatsapp\.net$/)
})

test('sends again under the same id what was on its way when the connection closed', async () => {
  const outcomes = [{ kind: 'unknown', reason: 'closed', detail: '' } as const]
  const engine = await anEngine({ send: () => outcomes.shift() ?? accepted })
  await engine.begin(phones(1))
  await passes(async () => {
    engine.clock.advance(1_000)
    expect(engine.sent).toHaveLength(2)
  })
  const [first, second] = engine.sent
  expect(second?.messageId).toBe(first?.messageId)
  expect([first?.isRepeat, second?.isRepeat]).toEqual([false, true])
  expect(await engine.ended()).toMatchObject({ status: CampaignStatus.done, sentCount: 1 })
})

test('waits without a connection, and goes on when it is back', async () => {
  const engine = await anEngine()
  engine.connect(false)
  await engine.begin(phones(3))
  engine.clock.advance(60_000)
  expect(engine.sent).toHaveLength(0)
  expect(engine.sending.liveWait('1')).toEqual({ reason: 'dispositivo', until: null })
  engine.connect(true)
  expect(await engine.ended()).toMatchObject({ sentCount: 3 })
})

test('stops within one send: what is on its way ends, nothing after it starts', async () => {
  const release: (() => void)[] = []
  const engine = await anEngine({
    send: () => new Promise((resolve) => release.push(() => resolve(accepted))),
  })
  await engine.begin(phones(50))
  await passes(async () => expect(engine.sent).toHaveLength(16))
  await engine.stop()
  for (const each of release) each()
  expect(await engine.ended()).toMatchObject({
    status: CampaignStatus.cancelled,
    sentCount: 16,
    errorCount: 0,
  })
  expect(engine.sent).toHaveLength(16)
})

test('a stop that comes while a campaign begins keeps it from sending anything', async () => {
  const engine = await anEngine()
  const beginning = engine.begin(phones(50))
  await passes(async () => expect(await engine.campaign()).toBeDefined())
  await engine.stop()
  await beginning
  // Compacting waits for every write that is on its way to the disk.
  const ledger = await engine.open()
  await ledger.compact()
  expect(ledger.attemptedCount).toBe(0)
  expect(engine.sent).toHaveLength(0)
  expect(await engine.campaign()).toMatchObject({ status: CampaignStatus.cancelled })
})

test('a campaign goes on after a crash where it was: sends in flight keep their ids, no recipient is skipped', async () => {
  const dir = await aDataFolder()
  let unanswered = 0
  const first = await startEngine({
    dir,
    send: ({ jid }) => {
      if (Number(jid.slice(0, 13)) % 3 !== 0) return accepted
      unanswered += 1
      return new Promise(() => undefined)
    },
  })
  await first.begin(phones(60))
  await passes(() => expect(unanswered).toBe(16))
  const left = new Map(first.sent.map(({ jid, messageId }) => [jid, messageId]))
  await first.close()

  const second = await anEngine({ dir })
  await second.resume()
  expect(await second.ended()).toMatchObject({ sentCount: 60, errorCount: 0 })
  for (const { jid, messageId, isRepeat } of second.sent) {
    expect(isRepeat).toBe(left.has(jid))
    if (isRepeat) expect(messageId).toBe(left.get(jid))
  }
  expect(second.sent.filter(({ isRepeat }) => isRepeat)).toHaveLength(16)
})

test('leaves what a crash made uncertain as unconfirmed where told so', async () => {
  const dir = await aDataFolder()
  const first = await startEngine({ dir, send: () => new Promise(() => undefined) })
  await first.begin(phones(2))
  await passes(async () => expect((await first.open()).inFlight()).toHaveLength(2))
  await first.close()

  const second = await anEngine({ dir, uncertain: 'hold' })
  await second.resume()
  expect(await second.ended()).toMatchObject({ status: CampaignStatus.failed, errorCount: 2 })
  expect(second.sent).toHaveLength(0)
})

test('a shutdown waits for what a campaign still writes at its end', async () => {
  const stats = createMemoryStore<CampaignStats>()
  const saves: (() => void)[] = []
  const engine = await anEngine({
    stats: {
      ...stats,
      save: async (userId, record) => {
        await new Promise<void>((resolve) => saves.push(resolve))
        await stats.save(userId, record)
      },
    },
  })
  await engine.begin(phones(1))
  await passes(() => expect(saves).toHaveLength(1))
  const order: string[] = []
  const down = engine.sending.shutDown().then(() => order.push('down'))
  await nextTurn()
  order.push('saved')
  for (const release of saves) release()
  await down
  expect(order).toEqual(['saved', 'down'])
  // The ledger was compacted, and released by the campaign.
  const ledger = await engine.open()
  expect(ledger.counts.sentCount).toBe(1)
  expect(await readdir(join(engine.dir, 'sends'))).toEqual(['1.2.ndjson', '1.snap.ndjson'])
})

test('waits the interval between two messages', async () => {
  const engine = await anEngine()
  await engine.begin(phones(3), 60)
  await passes(async () => expect(engine.sent).toHaveLength(1))
  engine.clock.advance(59_000)
  expect(engine.sent).toHaveLength(1)
  await passes(async () => {
    engine.clock.advance(500)
    expect(engine.sent).toHaveLength(2)
  })
})

test('ends a campaign as soon as the disk takes its end, which it refused at first', async () => {
  const full = new AppError('storage_unavailable', 'no room')
  const engine = await anEngine({
    send: () => {
      engine.refuseRecords(full)
      return accepted
    },
  })
  await engine.begin(phones(30))
  await passes(() => expect(engine.faults).toContain(full))
  expect(await engine.campaign()).toMatchObject({ status: CampaignStatus.running })

  engine.refuseRecords(undefined)
  expect(await engine.ended(60_000)).toMatchObject({ status: CampaignStatus.done, sentCount: 30 })
})

test('ends a campaign as stopped although the disk refused the stop at first', async () => {
  const full = new AppError('storage_unavailable', 'no room')
  const engine = await anEngine()
  engine.connect(false)
  await engine.begin(phones(30))
  engine.refuseRecords(full)
  await expect(engine.stop()).rejects.toBe(full)

  engine.refuseRecords(undefined)
  expect(await engine.ended(60_000)).toMatchObject({
    status: CampaignStatus.cancelled,
    sentCount: 0,
  })
  expect(engine.sent).toEqual([])
})

test('keeps the results that come after a stop and that the disk refused at first', async () => {
  const release: (() => void)[] = []
  const engine = await anEngine({
    send: () => new Promise((resolve) => release.push(() => resolve(accepted))),
  })
  await engine.begin(phones(3))
  await passes(() => expect(release).toHaveLength(3))
  engine.refuseFacts(new Error('no room'))
  await engine.stop()
  for (const each of release) each()
  await passes(() =>
    expect(engine.sending.liveWait('1')).toMatchObject({ reason: 'armazenamento' }),
  )

  engine.refuseFacts(undefined)
  expect(await engine.ended(60_000)).toMatchObject({
    status: CampaignStatus.cancelled,
    sentCount: 3,
    errorCount: 0,
  })
  expect((await engine.open()).inFlight()).toEqual([])
})

test('settles at its end whom WhatsApp sent back, also where the disk refused that at first', async () => {
  const engine = await anEngine({ send: () => ({ kind: 'refused', code: 463 }) })
  await engine.begin(phones(3), 60)
  await passes(() => {
    expect(engine.sending.liveWait('1')).toMatchObject({ reason: 'restricao' })
  })
  engine.refuseFacts(new Error('no room'))
  await engine.stop()

  engine.refuseFacts(undefined)
  expect(await engine.ended(60_000)).toMatchObject({
    status: CampaignStatus.cancelled,
    errorCount: 1,
  })
  const ledger = await engine.open()
  expect(ledger.get(ledger.attemptedAt(0))).toMatchObject({ errorCode: 'campaign_ended' })
})
