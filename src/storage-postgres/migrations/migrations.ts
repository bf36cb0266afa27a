import type { Migration } from 'kysely'
import { up as records } from './001-records.ts'
import { up as leases } from './002-leases.ts'
import { up as ledgers } from './002-ledgers.ts'
import { up as people } from './002-people.ts'
import { up as lists } from './003-lists.ts'
import { up as uploads } from './003-uploads.ts'
import { up as outbox } from './004-outbox.ts'
import { up as replyLogs } from './004-reply-logs.ts'
import { up as singleMessages } from './004-single-messages.ts'
import { up as threads } from './004-threads.ts'
import { up as campaigns } from './005-campaigns.ts'
import { up as homes } from './005-homes.ts'
import { up as deviceKeys } from './006-device-keys.ts'
import { up as transfers } from './007-transfers.ts'
import { up as heldLeases } from './008-held-leases.ts'
import { up as recentCampaigns } from './009-recent-campaigns.ts'
import { up as deliveryDetails } from './010-delivery-details.ts'

/**
 * Every change of the tables, forward only, in the order of the names. A change leaves what programs
 * of the release before still need: they go on while it is made.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-records': { up: records },
  '002-leases': { up: leases },
  '002-ledgers': { up: ledgers },
  '002-people': { up: people },
  '003-lists': { up: lists },
  '003-uploads': { up: uploads },
  '004-outbox': { up: outbox },
  '004-reply-logs': { up: replyLogs },
  '004-single-messages': { up: singleMessages },
  '004-threads': { up: threads },
  '005-campaigns': { up: campaigns },
  '005-homes': { up: homes },
  '006-device-keys': { up: deviceKeys },
  '007-transfers': { up: transfers },
  '008-held-leases': { up: heldLeases },
  '009-recent-campaigns': { up: recentCampaigns },
  '010-delivery-details': { up: deliveryDetails },
}
