import { createCampaignCounters } from '../domain/campaigns/campaign-counters.ts'
import { createCampaignRecords } from '../domain/campaigns/campaign-records.ts'
import { createLedgerLag } from '../domain/campaigns/ledger-lag.ts'
import type { Clock } from '../domain/clock.ts'
import type { EngineEvents } from '../domain/engine-events.ts'
import type { Publish } from '../domain/events.ts'
import { createPersonIndexing } from '../domain/people/person-indexing.ts'
import { createLastMessages, LAST_MESSAGES_KEPT_MS } from '../domain/sending/last-messages.ts'
import { createMessageFacts } from '../domain/sending/message-facts.ts'
import { createActivity } from '../domain/stats/activity.ts'
import { createUploads } from '../domain/uploads/uploads.ts'
import { createPauses } from '../storage/files/pauses.ts'
import type { Storage } from './storage/storage.ts'

/** Reading a ledger whole leaves the event loop free now and then. */
const RECIPIENTS_BETWEEN_PAUSES = 1_000

export type RecordNeeds = {
  readonly storage: Pick<
    Storage,
    | 'campaigns'
    | 'stats'
    | 'uploads'
    | 'ledgers'
    | 'messageIds'
    | 'directSends'
    | 'lastMessages'
    | 'people'
  >
  readonly engineEvents: EngineEvents
  readonly publish: Publish
  readonly publicUrl: () => string
  readonly onFault: (error: unknown, subject: string) => void
  readonly clock: Clock
}

/** Builds the parts that need only storage: records, their counters, and facts about messages. */
export async function createRecordParts({
  storage,
  engineEvents,
  publish,
  publicUrl,
  clock,
  onFault,
}: RecordNeeds) {
  const records = createCampaignRecords({
    ...{ store: storage.campaigns, clock },
    onStatus: (userId, change) =>
      engineEvents.announce({ type: 'campaign_status', userId, ...change }),
  })
  const activity = await createActivity({
    store: storage.stats,
    pause: createPauses(RECIPIENTS_BETWEEN_PAUSES),
  })
  const lag = createLedgerLag({ records, activity })
  const counters = createCampaignCounters({
    lag,
    activity,
    onChange: (header, change) => engineEvents.announce({ type: 'recipient', header, change }),
    clock,
    publish,
    onFault: (error) => onFault(error, 'counters'),
  })
  const uploads = createUploads({ store: storage.uploads, publicUrl })
  const messageFacts = createMessageFacts({
    ledgers: storage.ledgers,
    messageIds: storage.messageIds,
    counters,
    directSends: storage.directSends,
    findMedia: uploads.findMedia,
    onAccepted: (sent) => engineEvents.announce({ type: 'campaign_sent', sent }),
    onSent: (sent) => engineEvents.publish({ type: 'direct_proved', sent }),
    onFault,
  })
  const lastMessages = createLastMessages({
    store: storage.lastMessages,
    messageIds: storage.messageIds,
    now: clock.now,
    onFault,
  })
  const personIndexing = createPersonIndexing({
    store: storage.people,
    ledgers: storage.ledgers,
    // Includes deleted campaigns: one that is brought back must be found.
    campaigns: storage.campaigns.whole,
    onFault,
  })
  // A day more than an answer may take: a running daemon keeps whole days, and a restart must find
  // as much.
  const sinceMs = clock.now() - LAST_MESSAGES_KEPT_MS
  await storage.lastMessages.load({ sinceMs }, lastMessages.take)
  return {
    ...{ records, activity, lag, counters, uploads, messageFacts, lastMessages },
    personIndexing,
  }
}
