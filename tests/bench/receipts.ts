import { type CampaignCounts, noCounts } from '../../src/contract/campaigns/campaign.ts'
import type { LedgerHeader } from '../../src/domain/sending/send-ledger.ts'
import { openSendLedgers } from '../../src/storage/ledger/send-ledgers.ts'
import { temporaryFolder } from '../support/daemon/daemon.ts'
import { fixed, median, print } from './stage.ts'

const SIZES = [10_000, 100_000]
const ROUNDS = 9
const FACTS_AT_ONCE = 5_000
const atMs = 1_700_000_000_000

/** A receipt for a campaign that is over, whose ledger nobody has open. */
export async function receipts(): Promise<void> {
  const times: number[] = []
  for (const count of SIZES) {
    const ms = await measure(count)
    times.push(ms)
    print(`${count} recipients: a receipt at rest takes ${fixed(ms)} ms`)
  }
  const [few = 1, many = 1] = times
  print(`ratio of ten times the recipients: ${fixed(many / few, 2)}`)
}

async function measure(count: number): Promise<number> {
  const folder = await temporaryFolder('receipts')
  const options = {
    dir: folder.path,
    idleMs: 60_000,
    onTornLine: () => undefined,
    onIdleFailure: () => undefined,
  }
  const writing = await openSendLedgers(options)
  const ledger = await writing.create(header, people(count))
  const facts: Promise<unknown>[] = []
  for (let index = 0; index < count; index += 1) {
    const jid = `${ledger.get(index).phone}@s.whatsapp.net`
    facts.push(ledger.record({ type: 'sending', index, messageId: '3EB0', jid, atMs }))
    facts.push(ledger.record({ type: 'accepted', index, atMs }))
    if (facts.length > FACTS_AT_ONCE) await Promise.all(facts.splice(0))
  }
  await Promise.all(facts)
  await ledger.compact()
  await writing.close()

  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const ledgers = await openSendLedgers(options)
    const index = Math.floor((count * round) / ROUNDS)
    const startedAt = performance.now()
    await ledgers.withNotable('1', noCountsYet, (resting) =>
      resting.record({ type: 'delivered', index, atMs }),
    )
    times.push(performance.now() - startedAt)
    await ledgers.close()
  }
  await folder.remove()
  return median(times)
}

const noCountsYet = async (): Promise<CampaignCounts> => noCounts

const header: LedgerHeader = {
  campaignId: '1',
  campaignNumber: 1,
  userId: 'user',
  deviceKey: 'key',
  deviceId: 'device',
  text: 'Olá!',
  imageName: null,
  knownFields: [],
  startedAt: new Date(atMs).toISOString(),
}

function* people(count: number) {
  for (let index = 0; index < count; index += 1) {
    yield { name: `Maria da Silva ${index}`, phone: String(5_511_900_000_000 + index) }
  }
}
