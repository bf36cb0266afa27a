import { listIdsOf } from '../../contract/campaigns/audience.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { canEdit } from '../../contract/campaigns/campaign-status.ts'
import type { ContactListStore } from '../contacts/contact-list-store.ts'

/**
 * How many contacts the lists hold of a campaign that has not started: its recipients are fixed at
 * its start. Null for one that has started, and where no list is left.
 */
export async function plannedPeople(
  lists: Pick<ContactListStore, 'find'>,
  userId: string,
  campaign: Campaign,
): Promise<number | null> {
  if (!canEdit(campaign)) return null
  const found = await Promise.all(listIdsOf(campaign).map((id) => lists.find(userId, id)))
  const known = found.filter((list) => list !== undefined)
  return known.length === 0 ? null : known.reduce((sum, { total }) => sum + total, 0)
}
