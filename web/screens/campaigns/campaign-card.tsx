import { CircleCheck, Pause, Play } from 'lucide-react'
import { memo, useId } from 'react'
import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import {
  CampaignStatus,
  canEdit,
  canPause,
  canResume,
  canReuse,
  canStop,
  isActive,
  isOver,
  showsCounts,
} from '#contract/campaigns/campaign-status.ts'
import { campaignPage, consoleRoutes } from '#contract/console-routes.ts'
import type { Device } from '#contract/devices/device.ts'
import { CampaignStatusBadge } from '../../parts/campaign-status-badge.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import styles from './campaign-card.module.css'
import { CampaignCounts } from './campaign-counts.tsx'
import {
  cardFactsOf,
  descriptionOf,
  doneWords,
  type Lists,
  lostConnection,
} from './campaign-facts.ts'
import { CampaignProgress, SentOfAll } from './campaign-progress.tsx'
import { DraftState } from './draft-state.tsx'
import { CampaignMenu } from './followup/campaign-menu.tsx'
import { followupChoices, openRest } from './followup/followup-choices.ts'
import { useFollowup } from './followup/use-followup.ts'
import { RestoredNotice } from './restored-notice.tsx'
import { ScheduledState } from './scheduled-state.tsx'
import { useCampaignActions } from './use-campaign-actions.ts'
import type { ListAddress } from './use-list-address.ts'

export type CardProps = {
  readonly campaign: Campaign
  readonly devices: readonly Device[]
  readonly lists: Lists
  /** The running campaigns of its device. */
  readonly sameDevice: readonly Campaign[]
  readonly detailsLink: ListAddress['detailsLink']
}

/**
 * One campaign in the list: what it is, how it goes, and what can be done with it. Scrolling draws
 * the list anew, but no card that stays.
 */
export const CampaignCard = memo(function CampaignCard({
  campaign,
  devices,
  lists,
  sameDevice,
  detailsLink,
}: CardProps) {
  const titleId = useId()
  const { id, name, description, status, endReason, recipientCount, scheduledAt } = campaign
  const followup = useFollowup(campaign)
  const choices = followupChoices(campaign)
  const rest = openRest(choices)
  const lost = lostConnection(campaign, devices)
  const done = doneWords(campaign)
  // A campaign that never began has nothing to show here.
  const endedEarly = isOver(campaign) && !showsCounts(campaign) && recipientCount > 0
  return (
    <article aria-labelledby={titleId} className={styles.card}>
      <header className={styles.head}>
        <h2 id={titleId}>
          <Link href={campaignPage(id)}>{name}</Link>
        </h2>
        <span className={styles.menu}>
          <CampaignMenu campaign={campaign} choices={choices} onChoose={followup.draft} />
        </span>
        <p className={styles.state}>
          <CampaignStatusBadge status={status} />
        </p>
      </header>
      {description && <p className={styles.description}>{descriptionOf(campaign)}</p>}
      {(status === CampaignStatus.failed || canResume(campaign)) && endReason && (
        <p className={styles.reason}>{endReason}</p>
      )}
      {canEdit(campaign) && <RestoredNotice campaign={campaign} />}
      {lost && <Notice tone="warn">{lost}</Notice>}
      <dl className={styles.facts}>
        {cardFactsOf(campaign, { devices, lists }).map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd title={fact.value}>{fact.value}</dd>
          </div>
        ))}
      </dl>
      {showsCounts(campaign) && <CampaignCounts campaign={campaign} />}
      {status === CampaignStatus.draft && <DraftState campaign={campaign} lists={lists} />}
      {status === CampaignStatus.scheduled && scheduledAt && (
        <ScheduledState
          campaign={campaign}
          scheduledAt={scheduledAt}
          devices={devices}
          lists={lists}
        />
      )}
      {done && (
        <p className={styles.done}>
          <CircleCheck size={16} aria-hidden />
          {done}
        </p>
      )}
      {endedEarly && <SentOfAll campaign={campaign} />}
      {isActive(campaign) && <CampaignProgress campaign={campaign} sameDevice={sameDevice} />}
      {rest && (
        <Button
          className={styles.rest}
          isBusy={followup.busyWith?.audience === rest.audience}
          disabled={followup.busyWith !== null}
          onClick={() => followup.draft(rest)}
        >
          {rest.action}
        </Button>
      )}
      <CardActions campaign={campaign} detailsLink={detailsLink} />
    </article>
  )
})

/** The shape of a card while it loads: a campaign that has sent something, the most usual. */
export function CampaignCardSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Skeleton width="60%" height="1.35rem" />
        <p className={styles.state}>
          <Skeleton width="90px" height="1.5rem" />
        </p>
      </div>
      <Skeleton height="2.4rem" />
      <div className={styles.facts}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} width="70%" height="2.25rem" />
        ))}
      </div>
      <Skeleton height="4rem" />
      <div className={styles.actions}>
        <span className={styles.waiting}>
          <Skeleton width="60%" height="1.2em" />
        </span>
      </div>
    </div>
  )
}

/** What steers a campaign under way stands with its progress; the removal far from it, at the end. */
function CardActions({ campaign, detailsLink }: Pick<CardProps, 'campaign' | 'detailsLink'>) {
  const { id } = campaign
  const { busyWith, stop, pause, resume, remove } = useCampaignActions(campaign)
  const details = detailsLink(id)
  const isBusy = busyWith !== null
  const look = buttonClass('quiet')
  return (
    <>
      {isActive(campaign) && (
        <div className={styles.run}>
          {canPause(campaign) && (
            <Button icon={Pause} isBusy={busyWith === 'pause'} disabled={isBusy} onClick={pause}>
              Pausar
            </Button>
          )}
          {canResume(campaign) && (
            <Button icon={Play} isBusy={busyWith === 'resume'} disabled={isBusy} onClick={resume}>
              Continuar
            </Button>
          )}
          {canStop(campaign) && (
            <Button
              look="quiet"
              className={styles.risky}
              isBusy={busyWith === 'stop'}
              disabled={isBusy}
              onClick={stop}
            >
              Parar
            </Button>
          )}
        </div>
      )}
      <footer className={styles.actions}>
        <Link href={details.href} state={details.state} className={look}>
          Ver Detalhes
        </Link>
        {canReuse(campaign) && (
          <Link href={`${consoleRoutes.newCampaign}?reutilizar=${id}`} className={look}>
            Reutilizar
          </Link>
        )}
        {canEdit(campaign) && (
          <Link href={`${consoleRoutes.newCampaign}?editar=${id}`} className={look}>
            Editar
          </Link>
        )}
        <Button
          look="quiet"
          className={styles.risky}
          isBusy={busyWith === 'delete'}
          disabled={isBusy}
          onClick={remove}
        >
          Excluir
        </Button>
      </footer>
    </>
  )
}
