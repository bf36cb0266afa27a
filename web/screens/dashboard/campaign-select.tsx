import { useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import styles from './campaign-select.module.css'

/** Only accounts with very many campaigns need it. */
const CampaignSearchDialog = lazyPart(
  async () => (await import('./campaign-search-dialog.tsx')).CampaignSearchDialog,
)

const SEARCH = '?'
/** The newest ones, besides the chosen one: thousands of options would hold the page up whenever its look changes. */
const OPTIONS_MAX = 200

/** Whose stats show: all campaigns' or one's. Where there are very many, old ones are searched. */
export function CampaignSelect({
  campaigns,
  chosenId,
  onChoose,
}: {
  readonly campaigns: readonly Campaign[]
  readonly chosenId: string | null
  readonly onChoose: (id: string | null) => void
}) {
  const [isSearching, setIsSearching] = useState(false)
  return (
    <>
      <SelectField
        label="Campanha"
        isLabelHidden
        className={styles.select}
        value={chosenId ?? ''}
        onChange={({ target: { value } }) => {
          if (value === SEARCH) setIsSearching(true)
          else onChoose(value || null)
        }}
      >
        <option value="">Todas as Campanhas</option>
        {campaigns.map(
          ({ id, name }, place) =>
            (place < OPTIONS_MAX || id === chosenId) && (
              <option key={id} value={id}>
                {name}
              </option>
            ),
        )}
        {campaigns.length > OPTIONS_MAX && <option value={SEARCH}>Procurar outra…</option>}
      </SelectField>
      {isSearching && (
        <CampaignSearchDialog
          campaigns={campaigns}
          onChoose={onChoose}
          onClose={() => setIsSearching(false)}
        />
      )}
    </>
  )
}
