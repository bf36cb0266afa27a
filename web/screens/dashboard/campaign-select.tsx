import { memo } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { SelectField } from '../../ui/forms/field.tsx'
import styles from './campaign-select.module.css'

const ALL = ''

/** Whose numbers show: all campaigns' or one's. */
export function CampaignSelect({
  campaigns,
  chosenId,
  onChoose,
}: {
  readonly campaigns: readonly Campaign[]
  readonly chosenId: string | null
  readonly onChoose: (id: string | null) => void
}) {
  return (
    <SelectField
      label="Campanha"
      isLabelHidden
      className={styles.select}
      value={chosenId ?? ALL}
      onChange={({ target }) => onChoose(target.value === ALL ? null : target.value)}
    >
      <option value={ALL}>Todas as Campanhas</option>
      <Options campaigns={campaigns} />
    </SelectField>
  )
}

/** There may be thousands, and their counts change by the second: only names matter here. */
const Options = memo(
  function Options({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
    return campaigns.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
  },
  ({ campaigns: before }, { campaigns: after }) =>
    before.length === after.length &&
    before.every(({ id, name }, place) => id === after[place]?.id && name === after[place]?.name),
)
