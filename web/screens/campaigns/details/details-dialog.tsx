import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { CampaignStatus, canEdit } from '#contract/campaigns/campaign-status.ts'
import { campaignPage, consoleRoutes } from '#contract/console-routes.ts'
import { useCampaigns } from '../../../api/campaigns/all-campaigns.ts'
import { useCampaign } from '../../../api/campaigns/campaigns.ts'
import { messages } from '../../../messages.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { ErrorState } from '../../../ui/display/states.tsx'
import { buttonClass } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { CampaignSummary } from './campaign-summary.tsx'
import styles from './details-dialog.module.css'
import { noFilter } from './sends/sends-filter.ts'
import { SendsPart } from './sends/sends-part.tsx'

/**
 * A quick look at a campaign from the list: how it went, and what became of each recipient. Its page
 * has all the rest.
 */
export function DetailsDialog({
  campaignId,
  onClose,
}: {
  readonly campaignId: string
  readonly onClose: () => void
}) {
  const { data: listed } = useCampaigns()
  const { data: read, error, mutate } = useCampaign(campaignId)
  const campaign = read ?? listed?.find(({ id }) => id === campaignId)
  const [filter, setFilter] = useState(noFilter)
  const isGone = error?.status === 404
  const isDraft = campaign?.status === CampaignStatus.draft
  const isShown = campaign !== undefined && !isGone
  return (
    <Dialog
      title={isShown ? campaign.name : 'Detalhes da campanha'}
      width="large"
      isInHistory
      onClose={onClose}
      footer={
        isShown && (
          <>
            {!isDraft && canEdit(campaign) && <EditLink id={campaignId} look="plain" />}
            <Link
              href={campaignPage(campaignId)}
              className={buttonClass(isDraft ? 'plain' : 'primary')}
            >
              Abrir a página da campanha
              <ArrowRight size={16} aria-hidden />
            </Link>
            {isDraft && <EditLink id={campaignId} look="primary" />}
          </>
        )
      }
    >
      <div className={styles.details}>
        {isShown ? (
          <>
            <CampaignSummary campaign={campaign} />
            <SendsPart campaign={campaign} filter={filter} onFilter={setFilter} look="dialog" />
          </>
        ) : error ? (
          <ErrorState
            title={messages.campaigns.detailsFailed}
            detail={error.message}
            onRetry={() => {
              mutate().catch(() => undefined)
            }}
          />
        ) : (
          <Loading className={styles.skeleton}>
            <Skeleton height="9rem" />
            <Skeleton height="4rem" />
            <Skeleton height="12rem" />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}

function EditLink({ id, look }: { readonly id: string; readonly look: 'plain' | 'primary' }) {
  return (
    <Link href={`${consoleRoutes.newCampaign}?editar=${id}`} className={buttonClass(look)}>
      Editar
    </Link>
  )
}
