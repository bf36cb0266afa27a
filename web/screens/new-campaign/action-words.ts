import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { formatDateTime, formatQuantity, formatShortDateTime } from '../../format.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import { startOf } from './submission.ts'

/**
 * What creating the campaign does, for the button that does it; null where that is not known yet.
 * @param recipientCount null while no list is chosen
 * @param edited the campaign that is changed
 */
export function actionWords({
  draft,
  recipientCount,
  edited,
  nowMs,
}: {
  readonly draft: CampaignDraft
  readonly recipientCount: number | null
  readonly edited: Campaign | null
  readonly nowMs: number
}): string | null {
  if (draft.when === 'later' && edited?.status === CampaignStatus.scheduled) {
    return 'Salvar alterações'
  }
  const startMs = startOf(draft, nowMs)
  if (recipientCount === null || startMs === null) return null
  if (draft.when === 'later') return `Agendar para ${momentOf(startMs, nowMs)}`
  return `Enviar agora para ${formatQuantity(recipientCount, 'pessoa', 'pessoas')}`
}

/** `23/11 08:30`, with the year where it is another. */
export function momentOf(ms: number, nowMs: number): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear()
  return isThisYear ? formatShortDateTime(ms) : formatDateTime(new Date(ms).toISOString())
}
