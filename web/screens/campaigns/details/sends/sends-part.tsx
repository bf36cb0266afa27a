import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus, isActive } from '#contract/campaigns/campaign-status.ts'
import type { Send } from '#contract/campaigns/send.ts'
import { type Sends, useSends } from '../../../../api/campaigns/sends.ts'
import { formatCount, formatDateTime, formatQuantity } from '../../../../format.ts'
import { messages } from '../../../../messages.ts'
import { Loading, Skeleton } from '../../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../../ui/display/states.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { SelectField } from '../../../../ui/forms/field.tsx'
import { SearchField } from '../../../../ui/forms/search-field.tsx'
import { VariantField } from '../variants/variant-field.tsx'
import { SendDialog } from './send-dialog.tsx'
import { filterSends, noFilter, type SendsFilter, sendStatusChoices } from './sends-filter.ts'
import styles from './sends-part.module.css'
import { SendsTable } from './sends-table.tsx'

/**
 * Up to this count a search loads everything; beyond it, further pages load while the user scrolls.
 */
const WHOLE_SEARCH_COUNT = 10_000

/** The results of a campaign, with what narrows them down. */
export function SendsPart({
  campaign,
  filter,
  onFilter,
  look,
}: {
  readonly campaign: Campaign
  readonly filter: SendsFilter
  readonly onFilter: (filter: SendsFilter) => void
  /** On a page there is room for times, and each person's message opens. */
  readonly look: 'dialog' | 'page'
}) {
  const [opened, setOpened] = useState<Send | null>(null)
  // The filters answer every press at once; the rows follow when there is time.
  const { search, status, variant } = useDeferredValue(filter)
  const isReplied = status === 'replied'
  /** What the server has narrowed down may be empty for a while, or for good. */
  const isNarrowed = isReplied || variant !== null
  const sends = useSends(campaign.id, { isReplied, variant })
  const shown = useMemo(
    () => filterSends(sends.sends, { search, status, variant }),
    [sends.sends, search, status, variant],
  )
  const { loadMore } = sends
  const isSearch = search !== '' || status !== null || variant !== null
  const loadsAll = isSearch && sends.sends.length < WHOLE_SEARCH_COUNT
  useEffect(() => {
    if (loadsAll) loadMore()
  }, [loadsAll, loadMore])
  if (sends.isLoading && !isNarrowed) return <TableSkeleton />
  if (sends.error && sends.sends.length === 0 && !isNarrowed) {
    return (
      <ErrorState
        title={messages.campaigns.sendsFailed}
        detail={sends.error.message}
        onRetry={sends.retry}
      />
    )
  }
  if (sends.sends.length === 0 && !isNarrowed) {
    return (
      <EmptyState title="Nenhum envio encontrado para esta campanha.">
        {nextWords(campaign)}
      </EmptyState>
    )
  }
  return (
    <section aria-label="Envios" className={styles.sends}>
      <Filters campaign={campaign} filter={filter} onChange={onFilter} />
      <p role="status" className={styles.count}>
        {countLine(shown.length, sends)}
      </p>
      {/* Rendered even without a row, since the table requests the next page. */}
      <SendsTable
        sends={shown}
        onOpen={look === 'page' ? setOpened : null}
        onShow={sends.show}
        onEndNear={loadMore}
      />
      <End sends={sends} isEmpty={shown.length === 0} onClear={() => onFilter(noFilter)} />
      {opened && (
        <SendDialog
          send={sends.sends.find(({ id }) => id === opened.id) ?? opened}
          medium={campaign.medium}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

/** What has to happen before there are results; null: nothing will any more. */
function nextWords(campaign: Campaign): string | null {
  const { status, scheduledAt } = campaign
  if (isActive(campaign)) return 'Os envios aparecem aqui assim que o primeiro sair.'
  if (status === CampaignStatus.draft) {
    return 'Um rascunho não envia nada. Em Editar você confere e envia.'
  }
  if (status === CampaignStatus.scheduled && scheduledAt) {
    return `Ela começa em ${formatDateTime(scheduledAt)}; os envios aparecem aqui a partir daí.`
  }
  return null
}

function Filters({
  campaign,
  filter,
  onChange,
}: {
  readonly campaign: Campaign
  readonly filter: SendsFilter
  readonly onChange: (filter: SendsFilter) => void
}) {
  return (
    <search className={styles.filters}>
      <SearchField
        label="Buscar por nome ou telefone"
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <SelectField
        label="Status do envio"
        isLabelHidden
        value={filter.status ?? ''}
        onChange={({ target }) => {
          const chosen = sendStatusChoices.find(({ status }) => status === target.value)
          onChange({ ...filter, status: chosen?.status ?? null })
        }}
      >
        <option value="">Todos</option>
        {sendStatusChoices.map(({ status, label }) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </SelectField>
      <VariantField
        campaign={campaign}
        variant={filter.variant}
        onChange={(variant) => onChange({ ...filter, variant })}
      />
    </search>
  )
}

/** How many rows there are, and of how many: only what has been loaded can be searched. */
function countLine(shownCount: number, { sends, hasMore }: Sends): string {
  const isNarrowed = shownCount < sends.length
  if (!hasMore) {
    const all = formatQuantity(sends.length, 'envio', 'envios')
    return isNarrowed ? `${formatCount(shownCount)} de ${all}` : all
  }
  const loaded = `${formatCount(sends.length)} envios carregados`
  return isNarrowed ? `${formatCount(shownCount)} nos ${loaded} até agora` : `${loaded} até agora`
}

/** What stands below the last row. */
function End({
  sends: { error, isLoading, hasMore, isLoadingMore, retry },
  isEmpty,
  onClear,
}: {
  readonly sends: Sends
  readonly isEmpty: boolean
  readonly onClear: () => void
}) {
  if (error) {
    return (
      <ErrorState title={messages.campaigns.sendsFailed} detail={error.message} onRetry={retry} />
    )
  }
  if (isLoading || hasMore) {
    return (
      <p className={styles.more}>
        {isLoading || isLoadingMore ? 'Carregando mais envios…' : '\u00a0'}
      </p>
    )
  }
  return (
    isEmpty && (
      <EmptyState
        title="Nenhum envio combina com a busca e o status escolhidos."
        action={<Button onClick={onClear}>Limpar filtros</Button>}
      />
    )
  )
}

function TableSkeleton() {
  return (
    <Loading className={styles.sends}>
      <Skeleton height="2.5rem" />
      <Skeleton height="2.25rem" />
      <Skeleton height="2.25rem" />
      <Skeleton height="2.25rem" />
      <Skeleton height="2.25rem" />
    </Loading>
  )
}
