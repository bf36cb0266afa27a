import { noCounts } from '../../src/contract/campaigns/campaign-counts.ts'
import { temporaryFolder } from '../support/daemon/daemon.ts'
import { header, ledgersIn, people, sending } from '../support/storage/send-ledgers.ts'
import { fixed, median, print } from './stage.ts'

const SIZES = [10_000, 100_000]
const ROUNDS = 9
const FACTS_AT_ONCE = 5_000
const atMs = 1_700_000_000_000

/** Measures a receipt for a campaign that has ended, whose ledger is not open. */
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
  const { ledgers: writing } = await ledgersIn(folder.path)
  const ledger = await writing.create(header, people(count))
  const facts: Promise<unknown>[] = []
  for (let index = 0; index < count; index += 1) {
    facts.push(ledger.record(sending(index)), ledger.record({ type: 'accepted', index, atMs }))
    if (facts.length > FACTS_AT_ONCE) await Promise.all(facts.splice(0))
  }
  await Promise.all(facts)
  await ledger.compact()
  await writing.close()

  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ledgers } = await ledgersIn(folder.path)
    const index = Math.floor((count * round) / ROUNDS)
    const startedAt = performance.now()
    await ledgers.withNotable(
      header.campaignId,
      async () => noCounts,
      (resting) => resting.record({ type: 'delivered', index, atMs }),
    )
    times.push(performance.now() - startedAt)
    await ledgers.close()
  }
  await folder.remove()
  return median(times)
}
