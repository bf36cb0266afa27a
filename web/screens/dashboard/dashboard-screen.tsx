import { Plus, RotateCw } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { useCampaigns } from '../../api/campaigns/all-campaigns.ts'
import { type DashboardDays, useDashboard } from '../../api/dashboard.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { messages } from '../../messages.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { ErrorState } from '../../ui/display/states.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ActivityCard } from './activity-card.tsx'
import { CampaignSelect } from './campaign-select.tsx'
import styles from './dashboard-screen.module.css'
import { DaysChoice } from './days-choice.tsx'
import { NowPlace } from './now/now-place.tsx'
import { RecentCampaigns } from './recent-campaigns.tsx'
import { StatCards } from './stat-cards.tsx'
import { StatusBreakdown } from './status-breakdown.tsx'

/** Only a new account needs them. */
const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps)
/** Loaded on demand: it stands below what shows first. */
const CampaignTable = lazyPart(
  async () => (await import('./campaign-table.tsx')).CampaignTable,
  TableShape,
)

/** The stats of all campaigns or of one, and the recent campaigns. */
export function DashboardScreen() {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [days, setDays] = useState<DashboardDays>('30')
  const [isRefreshing, setIsRefreshing] = useState(false)
  const campaigns = useCampaigns()
  // A campaign that was deleted meanwhile cannot be the chosen one any more.
  const isGone = campaigns.data?.every(({ id }) => id !== chosenId) ?? false
  const campaignId = isGone ? null : chosenId
  /** No campaign yet: the first steps are what the page is for. */
  const isNew = campaigns.data?.length === 0
  const { data: answer, error, mutate } = useDashboard(campaignId, days)
  // An answer that shows where none did before is drawn in slices, between which the browser stays
  // responsive; one that replaces another is drawn at once.
  const isDrawn = useDeferredValue(answer !== undefined)
  const data = isDrawn ? answer : undefined
  /** Why some of what shows could not be brought up to date. */
  const stale = (data && error) ?? (campaigns.data && campaigns.error)

  async function refresh(): Promise<void> {
    setIsRefreshing(true)
    // A failure shows beside the part that was to be replaced.
    await Promise.all([mutate(), campaigns.mutate()])
    setIsRefreshing(false)
  }

  return (
    <Page
      title="Painel de Controle"
      actions={
        <>
          <CampaignSelect
            campaigns={campaigns.data ?? []}
            chosenId={campaignId}
            onChoose={setChosenId}
          />
          <Button
            icon={RotateCw}
            title="Atualizar"
            className={styles.refresh}
            isBusy={isRefreshing}
            onClick={refresh}
          >
            <span className="visually-hidden">Atualizar</span>
          </Button>
          {!isNew && (
            <>
              <DaysChoice chosen={days} onChoose={setDays} />
              <Link href={consoleRoutes.newCampaign} className={buttonClass('primary')}>
                <Plus size={16} aria-hidden />
                Nova campanha
              </Link>
            </>
          )}
        </>
      }
    >
      {stale && (
        <Notice tone="danger" detail={sentenceOf(stale, '')}>
          {messages.dashboard.loadFailed}
        </Notice>
      )}
      <div className={styles.panel}>
        {isNew && <FirstSteps />}
        {!isNew && <NowPlace campaigns={campaigns.data} failed={campaigns.error !== undefined} />}
        {error && !data ? (
          <Card>
            <ErrorState
              title={messages.dashboard.loadFailed}
              detail={sentenceOf(error, '')}
              onRetry={refresh}
            />
          </Card>
        ) : (
          <>
            <StatCards stats={data?.stats ?? null} days={days} isQuiet={isNew} />
            <div className={styles.columns}>
              <ActivityCard
                chart={data?.chartData ?? null}
                hint={isNew ? 'Começa com a primeira campanha.' : undefined}
              />
              <div className={styles.side}>
                <StatusBreakdown counts={data?.recentByStatus ?? null} />
                <RecentCampaigns recent={data?.recentCampaigns ?? null} days={days} />
              </div>
            </div>
          </>
        )}
        <CampaignTable
          campaigns={campaigns.data ?? null}
          error={campaigns.error}
          onRetry={() => campaigns.mutate()}
        />
      </div>
    </Page>
  )
}

function TableShape() {
  return (
    <Card>
      <Loading>
        <Skeleton height="18rem" />
      </Loading>
    </Card>
  )
}
