import { z } from 'zod'
import { type Campaign, CampaignJson } from '../../contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { foldText } from '../../contract/fold.ts'
import { wrongUsage } from '../terminal/outcome.ts'

/** What programs call each status, beside the word that people read. */
const codes: Readonly<Record<CampaignStatus, string>> = {
  [CampaignStatus.draft]: 'draft',
  [CampaignStatus.scheduled]: 'scheduled',
  [CampaignStatus.immediate]: 'immediate',
  [CampaignStatus.running]: 'running',
  [CampaignStatus.paused]: 'paused',
  [CampaignStatus.done]: 'done',
  [CampaignStatus.doneWithErrors]: 'done_with_errors',
  [CampaignStatus.failed]: 'failed',
  [CampaignStatus.cancelled]: 'cancelled',
}

/** A campaign as --json writes it. */
export function campaignValue(campaign: Campaign) {
  return { ...z.encode(CampaignJson, campaign), status_code: codes[campaign.status] }
}

/**
 * Reads statuses by their code or their word, one or several with commas between.
 * @throws CommandError wrong usage
 */
export function parseStatuses(text: string): readonly CampaignStatus[] {
  const known = Object.values(CampaignStatus)
  return text.split(',').map((part) => {
    const wanted = foldText(part).trim()
    const found = known.find((status) => [codes[status], foldText(status)].includes(wanted))
    if (found) return found
    throw wrongUsage(
      `--status: "${part.trim()}" não é um status. Há: ${Object.values(codes).join(', ')}.`,
    )
  })
}
