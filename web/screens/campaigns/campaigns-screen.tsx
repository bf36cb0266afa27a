import { Plus, SearchX, Send } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { useCampaigns } from '../../api/campaigns/all-campaigns.ts'
import { useDevices } from '../../api/devices.ts'
import { useListNames } from '../../api/lists/contacts.ts'
import { formatCount, formatQuantity } from '../../format.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { messages } from '../../messages.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { WindowedGrid } from '../../ui/lists/windowed-grid.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import { CampaignCard, CampaignCardSkeleton } from './campaign-card.tsx'
import { filterCampaigns, statusChoices } from './campaign-filter.ts'
import { CampaignLine, CampaignLineSkeleton } from './campaign-line.tsx'
import { orderChoices, sortCampaigns } from './campaign-order.ts'
import styles from './campaigns-screen.module.css'
import { type ListAddress, useListAddress } from './use-list-address.ts'

/** Loaded on demand: the list itself needs none of it. */
const DetailsDialog = lazyPart(
  async () => (await import('./details/details-dialog.tsx')).DetailsDialog,
)

/** Wait before details are preloaded, so that the list has come to rest. */
const PRELOAD_MS = 1_000
const CARD_MIN_WIDTH = 340
const CARD_HEIGHT = 361
const LINE_HEIGHT = 114

/** One shared array, so that nothing is redrawn for a new one. */
const nothing: readonly never[] = []

/** Every campaign of the user, in the order that is chosen, with its progress and results. */
export function CampaignsScreen() {
  const { data, error, mutate } = useCampaigns()
  const address = useListAddress()
  // The filters answer every press at once; the cards follow when there is time.
  const shownAddress = useDeferredValue(address)
  return (
    <Page
      title="Campanhas"
      actions={
        // Where there is none yet, the list itself offers to make the first.
        <Link
          href={consoleRoutes.newCampaign}
          className={buttonClass(data?.length === 0 ? 'plain' : 'primary')}
        >
          <Plus size={16} aria-hidden />
          Nova Campanha
        </Link>
      }
    >
      {data?.length !== 0 && <Filters address={address} />}
      {data ? (
        <CampaignList campaigns={data} address={shownAddress} />
      ) : error ? (
        <Card>
          <ErrorState
            title={messages.campaigns.loadFailed}
            detail={error.message}
            onRetry={() => {
              mutate().catch(() => undefined)
            }}
          />
        </Card>
      ) : (
        <CardSkeletons />
      )}
      {address.detailsId !== null && (
        <DetailsDialog
          key={address.detailsId}
          campaignId={address.detailsId}
          onClose={address.closeDetails}
        />
      )}
    </Page>
  )
}

function Filters({ address }: { readonly address: ListAddress }) {
  const { filter, order, setSearch, setStatus, setOrder } = address
  return (
    <search className={styles.filters}>
      <SearchField
        label="Buscar por nome ou descrição"
        value={filter.search}
        onChange={setSearch}
      />
      <SelectField
        label="Status"
        isLabelHidden
        value={filter.status ?? ''}
        onChange={({ target }) => setStatus(target.value)}
      >
        <option value="">Todos</option>
        {statusChoices.map(({ status, label }) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Ordem"
        isLabelHidden
        value={order}
        onChange={({ target }) => setOrder(target.value)}
      >
        {orderChoices.map((choice) => (
          <option key={choice.order} value={choice.order}>
            {choice.label}
          </option>
        ))}
      </SelectField>
    </search>
  )
}

const CampaignList = memo(function CampaignList({
  campaigns,
  address,
}: {
  readonly campaigns: readonly Campaign[]
  readonly address: ListAddress
}) {
  const { order } = address
  const { search, status } = address.filter
  const shown = useMemo(
    () => sortCampaigns(filterCampaigns(campaigns, { search, status }), order),
    [campaigns, search, status, order],
  )
  const isNarrow = useIsNarrow()
  const Item = isNarrow ? CampaignLine : CampaignCard
  const runningByDevice = useMemo(() => groupRunning(campaigns), [campaigns])
  const devices = useDevices().data?.devices ?? nothing
  const { lists } = useListNames()
  const { detailsLink } = address
  const isEmpty = campaigns.length === 0
  useEffect(() => {
    if (isEmpty) return
    // So the first details open as fast as all others.
    const timer = setTimeout(() => void DetailsDialog.preload(), PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [isEmpty])

  if (isEmpty) return <NoCampaigns />
  return (
    <>
      <p role="status" className={styles.count}>
        {shown.length === campaigns.length
          ? formatQuantity(campaigns.length, 'campanha', 'campanhas')
          : `${formatCount(shown.length)} de ${formatQuantity(campaigns.length, 'campanha', 'campanhas')}`}
      </p>
      {shown.length === 0 ? (
        <NothingFound onClear={address.clearFilter} />
      ) : (
        <WindowedGrid
          // The heights of cards say nothing of lines.
          key={isNarrow ? 'lines' : 'cards'}
          label="Campanhas"
          items={shown}
          minWidth={CARD_MIN_WIDTH}
          rowHeight={isNarrow ? LINE_HEIGHT : CARD_HEIGHT}
          keyOf={idOf}
          renderItem={(campaign) => (
            <Item
              campaign={campaign}
              devices={devices}
              lists={lists}
              sameDevice={runningByDevice.get(campaign.deviceId) ?? nothing}
              detailsLink={detailsLink}
            />
          )}
        />
      )}
    </>
  )
})

const idOf = ({ id }: Campaign) => id

function NoCampaigns() {
  return (
    <Card>
      <EmptyState
        icon={Send}
        title="Nenhuma campanha encontrada"
        action={
          <Link href={consoleRoutes.newCampaign} className={buttonClass('primary')}>
            <Plus size={16} aria-hidden />
            Criar campanha
          </Link>
        }
      >
        Uma campanha envia a mesma mensagem a todos os contatos de uma lista, no ritmo que você
        escolher.
      </EmptyState>
    </Card>
  )
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="Nenhuma campanha encontrada"
        action={<Button onClick={onClear}>Limpar filtros</Button>}
      >
        Nenhuma campanha combina com a busca e o status escolhidos.
      </EmptyState>
    </Card>
  )
}

function CardSkeletons() {
  const Shape = useIsNarrow() ? CampaignLineSkeleton : CampaignCardSkeleton
  return (
    <Loading className={styles.loading}>
      <p className={styles.count}>
        <Skeleton width="9ch" height="1.5em" />
      </p>
      <div className={styles.skeletons}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Shape key={key} />
        ))}
      </div>
    </Loading>
  )
}

/** The running campaigns by their device: they share its pace. */
function groupRunning(
  campaigns: readonly Campaign[],
): ReadonlyMap<string | null, readonly Campaign[]> {
  const groups = new Map<string | null, Campaign[]>()
  for (const campaign of campaigns) {
    if (campaign.status !== CampaignStatus.running) continue
    const group = groups.get(campaign.deviceId)
    if (group) group.push(campaign)
    else groups.set(campaign.deviceId, [campaign])
  }
  return groups
}
