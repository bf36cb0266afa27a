import { memo, useId } from 'react'
import { Link } from 'wouter'
import { heldCount } from '#contract/campaigns/audience-words.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import {
  CampaignStatus,
  campaignDate,
  canEdit,
  canResume,
  isActive,
} from '#contract/campaigns/campaign-status.ts'
import { campaignPage } from '#contract/console-routes.ts'
import { formatDateTime, formatQuantity } from '../../format.ts'
import { CampaignStatusBadge } from '../../parts/campaign-status-badge.tsx'
import { RelativeTime, useNow } from '../../ui/display/relative-time.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import type { CardProps } from './campaign-card.tsx'
import { lostConnection } from './campaign-facts.ts'
import styles from './campaign-line.module.css'
import { CampaignProgress, SentOfAll } from './campaign-progress.tsx'
import { CampaignMenu } from './followup/campaign-menu.tsx'
import { followupChoices } from './followup/followup-choices.ts'
import { useFollowup } from './followup/use-followup.ts'
import { RestoredNotice } from './restored-notice.tsx'
import { startVerb } from './start-words.ts'
import { useLineActions } from './use-line-actions.ts'

const CLOCK_INTERVAL_MS = 30_000

/** One campaign where there is room for little: how it goes. A tap opens its page, the menu has the rest. */
export const CampaignLine = memo(function CampaignLine({
  campaign,
  devices,
  lists,
  sameDevice,
  detailsLink,
}: CardProps) {
  const titleId = useId()
  const { id, name, status, endReason } = campaign
  const followup = useFollowup(campaign)
  const actions = useLineActions(campaign, detailsLink(id))
  const lost = lostConnection(campaign, devices)
  return (
    <article aria-labelledby={titleId} className={styles.line}>
      <header className={styles.head}>
        <h2 id={titleId}>
          <Link href={campaignPage(id)} className={styles.open} title={name}>
            {name}
          </Link>
        </h2>
        <span className={styles.menu}>
          <CampaignMenu
            campaign={campaign}
            choices={followupChoices(campaign)}
            onChoose={followup.draft}
            {...actions}
          />
        </span>
      </header>
      <p className={styles.state}>
        <CampaignStatusBadge status={status} />
        <span>{formatDateTime(campaignDate(campaign))}</span>
      </p>
      {(status === CampaignStatus.failed || canResume(campaign)) && endReason && (
        <p className={styles.reason}>{endReason}</p>
      )}
      {canEdit(campaign) && <RestoredNotice campaign={campaign} />}
      {lost && <p className={styles.lost}>{lost}</p>}
      {isActive(campaign) ? (
        <CampaignProgress campaign={campaign} sameDevice={sameDevice} />
      ) : (
        <Words campaign={campaign} lists={lists} />
      )}
    </article>
  )
})

/** What there is to know of a campaign that is not under way, in a line. */
function Words({ campaign, lists }: Pick<CardProps, 'campaign' | 'lists'>) {
  const { status, scheduledAt, createdAt, updatedAt, recipientCount } = campaign
  if (status === CampaignStatus.draft) {
    return (
      <p className={styles.words}>
        <span>
          {updatedAt === createdAt ? 'Criada' : 'Editada'} <RelativeTime iso={updatedAt} />
        </span>
        <People campaign={campaign} lists={lists} />
      </p>
    )
  }
  if (canEdit(campaign)) {
    return (
      <p className={styles.words}>
        <Start iso={scheduledAt ?? createdAt} />
        <People campaign={campaign} lists={lists} />
      </p>
    )
  }
  if (recipientCount === 0) return null
  return <Outcome campaign={campaign} />
}

function Start({ iso }: { readonly iso: string }) {
  const now = useNow(CLOCK_INTERVAL_MS)
  return (
    <span>
      {startVerb(iso, now)} <RelativeTime iso={iso} />
    </span>
  )
}

/** To how many it is to go, as its lists are now. */
function People({ campaign, lists }: Pick<CardProps, 'campaign' | 'lists'>) {
  const held = campaign.contactListId === null ? null : heldCount(campaign, lists)
  if (!held) return null
  return (
    <span>
      {held.isWhole ? '' : 'até '}
      {formatQuantity(held.total, 'pessoa', 'pessoas')}
    </span>
  )
}

function Outcome({ campaign }: { readonly campaign: Campaign }) {
  const { replyCount, errorCount } = campaign
  return (
    <p className={styles.words}>
      <SentOfAll campaign={campaign} />
      {replyCount > 0 && <span>{formatQuantity(replyCount, 'resposta', 'respostas')}</span>}
      {errorCount > 0 && (
        <span>
          <span className={styles.bad}>{formatQuantity(errorCount, 'erro', 'erros')}</span>
        </span>
      )}
    </p>
  )
}

/** The shape of a line while it loads. */
export function CampaignLineSkeleton() {
  return (
    <div className={styles.line}>
      <div className={styles.head}>
        <Skeleton width="70%" height="1.35rem" />
      </div>
      <Skeleton width="60%" height="1.5rem" />
      <Skeleton width="80%" height="1.25rem" />
    </div>
  )
}
