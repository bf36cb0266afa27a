import { CalendarX, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { canEdit, isActive, isOver } from '#contract/campaigns/campaign-status.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { useCampaigns } from '../../../api/campaigns/all-campaigns.ts'
import { useCampaign } from '../../../api/campaigns/campaigns.ts'
import { messages } from '../../../messages.ts'
import { CampaignStatusBadge } from '../../../parts/campaign-status-badge.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { buttonClass } from '../../../ui/forms/button.tsx'
import { BackLink } from '../../../ui/page/back-link.tsx'
import { Card, CardHead } from '../../../ui/page/card.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { doneWords } from '../campaign-facts.ts'
import { RestoredNotice } from '../restored-notice.tsx'
import { AnswersPart } from './answers-part.tsx'
import { CampaignFacts, CampaignMessage } from './campaign-about.tsx'
import { About, LiveProgress } from './campaign-summary.tsx'
import styles from './details-screen.module.css'
import { FollowupPart } from './followup-part.tsx'
import { Funnel } from './funnel.tsx'
import { PageActions } from './page-actions.tsx'
import { PlannedPage } from './planned/planned-page.tsx'
import { usePlannedActions } from './planned/use-planned-actions.ts'
import { ResultFiles } from './result-files.tsx'
import { noFilter } from './sends/sends-filter.ts'
import { SendsPart } from './sends/sends-part.tsx'
import { SendsTail } from './sends/sends-tail.tsx'
import { VariantsPart } from './variants/variants-part.tsx'

/** One campaign at its own address: how it goes, what came of it, and what can be done next. */
export function DetailsScreen() {
  const { id = '' } = useParams()
  return <CampaignPage key={id} id={id} />
}

function CampaignPage({ id }: { readonly id: string }) {
  const { data: listed } = useCampaigns()
  const { data: read, error, mutate } = useCampaign(id)
  const campaign = read ?? listed?.find((each) => each.id === id)
  if (error?.status === 404) return <NoCampaign />
  if (campaign) return <Whole campaign={campaign} />
  return (
    <Page title="Campanha" hint={<BackLink to={consoleRoutes.campaigns} label="Campanhas" />}>
      {error ? (
        <Card>
          <ErrorState
            title={messages.campaigns.detailsFailed}
            detail={error.message}
            onRetry={() => {
              mutate().catch(() => undefined)
            }}
          />
        </Card>
      ) : (
        <Loading className={styles.stack}>
          <Skeleton height="6rem" />
          <Skeleton height="24rem" />
        </Loading>
      )}
    </Page>
  )
}

function NoCampaign() {
  return (
    <Page
      title="Campanha não encontrada"
      hint={<BackLink to={consoleRoutes.campaigns} label="Campanhas" />}
    >
      <Card>
        <EmptyState
          icon={SearchX}
          title="Esta campanha não existe mais, ou o endereço está errado."
          action={
            <Link href={consoleRoutes.campaigns} className={buttonClass('primary')}>
              Ver todas as campanhas
            </Link>
          }
        />
      </Card>
    </Page>
  )
}

function Whole({ campaign }: { readonly campaign: Campaign }) {
  const { name, status, endReason } = campaign
  const done = doneWords(campaign)
  const planned = usePlannedActions(campaign)
  return (
    <Page
      title={name}
      hint={
        <span className={styles.under}>
          <BackLink to={consoleRoutes.campaigns} label="Campanhas" look="beside" />
          <CampaignStatusBadge status={status} />
        </span>
      }
      actions={<PageActions campaign={campaign} planned={planned} />}
    >
      {isOver(campaign) && endReason && <Notice tone="info">{endReason}</Notice>}
      {done && <Notice tone="ok">{done}</Notice>}
      <RestoredNotice campaign={campaign} />
      {isActive(campaign) && (
        <Card className={styles.live}>
          <section aria-label="Andamento" className={styles.going}>
            <h2>Andamento</h2>
            <LiveProgress campaign={campaign} look="page" />
          </section>
          <SendsTail campaign={campaign} />
        </Card>
      )}
      {canEdit(campaign) && <PlannedPage campaign={campaign} planned={planned} />}
      {neverBegan(campaign) && <NeverBegan campaign={campaign} />}
      {!canEdit(campaign) && !neverBegan(campaign) && <Results campaign={campaign} />}
    </Page>
  )
}

/** How it goes, or went. */
function Results({ campaign }: { readonly campaign: Campaign }) {
  const [filter, setFilter] = useState(noFilter)
  return (
    <>
      <Funnel
        campaign={campaign}
        chosen={filter.status}
        onChoose={(chosen) => setFilter({ ...filter, status: chosen })}
      />
      <AnswersPart campaign={campaign} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <FollowupPart campaign={campaign} />
          <Card>
            <About look="beside">
              <CampaignMessage campaign={campaign} />
              <CampaignFacts campaign={campaign} />
            </About>
          </Card>
        </div>
        <div className={styles.stack}>
          <VariantsPart campaign={campaign} />
          <Card>
            <CardHead title="Resultados">
              <ResultFiles campaign={campaign} />
            </CardHead>
            <SendsPart campaign={campaign} filter={filter} onFilter={setFilter} look="page" />
          </Card>
        </div>
      </div>
    </>
  )
}

/** Whether it has ended, and nobody got anything of it. */
function neverBegan(campaign: Campaign): boolean {
  return isOver(campaign) && campaign.startedAt === null && campaign.recipientCount === 0
}

/** What an end before the start leaves: the message, and the way to use it once more. */
function NeverBegan({ campaign }: { readonly campaign: Campaign }) {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <Card>
          <About look="beside" isFirst>
            <CampaignMessage campaign={campaign} />
            <CampaignFacts campaign={campaign} />
          </About>
        </Card>
      </div>
      <Card>
        <EmptyState
          icon={CalendarX}
          title="Terminou antes de começar: ninguém recebeu nada."
          action={
            <Link
              href={`${consoleRoutes.newCampaign}?reutilizar=${campaign.id}`}
              className={buttonClass('primary')}
            >
              Reutilizar
            </Link>
          }
        >
          A mensagem e os dados continuam aqui. Em Reutilizar eles abrem em uma campanha nova.
        </EmptyState>
      </Card>
    </div>
  )
}
