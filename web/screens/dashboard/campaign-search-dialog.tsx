import { useDeferredValue, useMemo, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { campaignDate } from '#contract/campaigns/campaign-status.ts'
import { formatCount, formatDateTime, formatQuantity } from '../../format.ts'
import { findCampaigns } from '../../parts/campaign-search.ts'
import { CampaignStatusBadge } from '../../parts/campaign-status-badge.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { WindowedList } from '../../ui/lists/windowed-list.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './campaign-search-dialog.module.css'

const ROW_HEIGHT = 60

/** Finds one among thousands of campaigns. */
export function CampaignSearchDialog({
  campaigns,
  onChoose,
  onClose,
}: {
  readonly campaigns: readonly Campaign[]
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
}) {
  const [search, setSearch] = useState('')
  // The box answers every key at once; the campaigns follow when there is time.
  const wanted = useDeferredValue(search)
  const found = useMemo(() => findCampaigns(campaigns, wanted), [campaigns, wanted])
  const choose = (campaign: Campaign | undefined) => {
    if (!campaign) return
    onClose()
    onChoose(campaign.id)
  }
  return (
    <Dialog title="Procurar campanha" onClose={onClose}>
      {/* A form, so that its field gets the focus, and Enter takes the first. */}
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          choose(findCampaigns(campaigns, search)[0])
        }}
      >
        <SearchField label="Buscar por nome ou descrição" value={search} onChange={setSearch} />
        <p role="status" className={styles.count}>
          {found.length === 0
            ? `Nenhuma campanha combina com “${wanted}”.`
            : `${formatCount(found.length)} de ${formatQuantity(campaigns.length, 'campanha', 'campanhas')}`}
        </p>
        <WindowedList
          label="Campanhas encontradas"
          items={found}
          rowHeight={ROW_HEIGHT}
          keyOf={idOf}
          className={styles.found}
          renderItem={(campaign) => (
            <button type="button" className={styles.campaign} onClick={() => choose(campaign)}>
              <span className={styles.words}>
                <span>{campaign.name}</span>
                <small>{formatDateTime(campaignDate(campaign))}</small>
              </span>
              <CampaignStatusBadge status={campaign.status} />
            </button>
          )}
        />
      </form>
    </Dialog>
  )
}

const idOf = ({ id }: Campaign) => id
