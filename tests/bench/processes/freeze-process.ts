import { monitorEventLoopDelay } from 'node:perf_hooks'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { createAudiences } from '../../../src/domain/campaigns/audience.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaignStart } from '../../../src/domain/campaigns/campaign-start.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'
import { soundLedgersIn } from '../../support/storage/send-ledgers.ts'
import { campaignOf } from '../full-folder.ts'
import { watchOwnTime } from '../own-time.ts'

/** Starts one campaign in a process of its own, so that its memory can be measured alone. */

const [, , dir = '', userId = '', listId = '', variantCount = '0'] = process.argv
const fail = (error: unknown) => {
  throw error
}
const clock = createFakeClock()
const records = createCampaignRecords({ store: createMemoryStore<CampaignRecord>(), clock })
const lists = await openContactLists({ dir })
const ledgers = await soundLedgersIn(dir)
let recipientCount = 0
const starts = createCampaignStart({
  records,
  lists,
  audiences: createAudiences({ lists, excluders: [], ownsCampaign: async () => true }),
  ledgers,
  sending: {
    begin: async (_user, _campaign, ledger) => {
      recipientCount = ledger.recipientCount
    },
    onDeviceGone: async () => undefined,
  },
  findDeviceKey: async () => 'key',
  clock,
  publish: () => undefined,
  onFault: fail,
})
const campaign: CampaignRecord = {
  ...campaignOf(0, 0),
  status: CampaignStatus.scheduled,
  contactListId: listId,
  variants: Array.from({ length: Number(variantCount) }, (_, place) => `Oi {nome}, ${place}`),
  scheduledAt: new Date(clock.now()).toISOString(),
}
await records.store.save(userId, campaign)

const megabytes = () => process.resourceUsage().maxRSS / 1_024
const before = megabytes()
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const ownBlock = watchOwnTime()
const startedAt = performance.now()
await starts.start(userId, campaign.id)
const ms = performance.now() - startedAt
delay.disable()
const ownBlockMs = ownBlock.end()
process.stdout.write(
  `${JSON.stringify({ recipientCount, ms, blockMs: delay.max / 1e6, ownBlockMs, before, peak: megabytes() })}\n`,
)
await ledgers.close()
