import type { Campaign } from '#contract/campaigns/campaign.ts'
import { SelectField } from '../../../../ui/forms/field.tsx'

/** Which of a campaign's texts recipients got; nothing where there is only one. */
export function VariantField({
  campaign: { variants = [] },
  variant,
  onChange,
}: {
  readonly campaign: Campaign
  /** `null`: any. */
  readonly variant: number | null
  readonly onChange: (variant: number | null) => void
}) {
  if (variants.length === 0) return null
  return (
    <SelectField
      label="Variação do texto"
      isLabelHidden
      value={variant ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">Todas as variações</option>
      {['', ...variants].map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is named by its place
        <option key={place} value={place + 1}>
          Variação {place + 1}
        </option>
      ))}
    </SelectField>
  )
}
