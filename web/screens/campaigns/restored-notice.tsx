import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { formatDateTime } from '../../format.ts'
import { Notice } from '../../ui/display/notice.tsx'

/** Says what the stats of a campaign restored from a backup lack. */
export function RestoredNotice({ campaign }: { readonly campaign: Campaign }) {
  const { restoredFrom, status } = campaign
  if (restoredFrom === undefined) return null
  const from = formatDateTime(restoredFrom)
  return (
    <Notice tone="warn">
      {status === CampaignStatus.draft
        ? `Voltou do backup de ${from}, e a hora dela passou depois disso: ela pode já ter sido enviada. Confira antes de enviar.`
        : `Voltou do backup de ${from}: o que foi enviado depois dele não aparece aqui, e quem recebeu pode receber de novo.`}
    </Notice>
  )
}
