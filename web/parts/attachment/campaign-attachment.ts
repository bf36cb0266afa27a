import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { Attachment } from './attachment.ts'

/** The file that goes with a campaign's message; null: none. */
export function attachmentOf({ medium }: Pick<Campaign, 'medium'>): Attachment | null {
  if (medium === null) return null
  const { url, kind, attached } = medium
  if (!attached) return { url, name: medium.name, bytes: null, kind, isAttached: false }
  return { url, name: attached.fileName, bytes: attached.bytes, kind, isAttached: true }
}
