import { useState } from 'react'
import { EXCLUDE_DAYS_MAX } from '#contract/campaigns/audience.ts'
import { listName } from '#contract/contacts/contact-list.ts'
import { useCampaigns } from '../../../../api/campaigns/all-campaigns.ts'
import { formatQuantity } from '../../../../format.ts'
import { TextField } from '../../../../ui/forms/field.tsx'
import type { Audience } from '../../audience.ts'
import type { SectionProps } from '../section-props.ts'
import styles from './audience-details.module.css'
import { ChosenMany } from './chosen-many.tsx'
import { FilterRows } from './filter-rows.tsx'

/** More lists, filters and exclusions: closed until somebody uses them. */
export function AudienceDetails({
  draft,
  change,
  errors,
  audience: { lists = [], preview },
}: SectionProps & { readonly audience: Audience }) {
  const { moreListIds, filters, excludeDays, excludeCampaignIds } = draft
  const isUsed =
    moreListIds.length + filters.length + excludeCampaignIds.length > 0 || excludeDays !== ''
  const [isOpen, setIsOpen] = useState(isUsed)
  return (
    <details
      className={styles.details}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Mais listas, filtros e quem fica de fora</summary>
      <div className={styles.fields}>
        <ChosenMany
          label="Outras listas"
          name="listas"
          empty="Adicionar uma lista"
          choices={lists
            .filter(({ id }) => id !== draft.contactListId)
            .map((list) => ({
              id: list.id,
              label: `${listName(list)} · ${formatQuantity(list.total, 'contato', 'contatos')}`,
            }))}
          chosen={moreListIds}
          gone="Lista excluída"
          error={errors.listas}
          onChange={(chosen) => change({ moreListIds: chosen })}
        />
        <FilterRows
          filters={filters}
          columns={preview?.columns ?? []}
          errors={errors}
          onChange={(changed) => change({ filters: changed })}
        />
        <Exclusions draft={draft} change={change} errors={errors} />
      </div>
    </details>
  )
}

function Exclusions({ draft, change, errors }: SectionProps) {
  const { data: campaigns = [] } = useCampaigns()
  return (
    <div className={styles.exclusions}>
      <TextField
        label="Não enviar a quem recebeu campanha nos últimos dias"
        name="excluir.dias"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Por exemplo, 7"
        value={draft.excludeDays}
        error={errors['excluir.dias']}
        hint={`Até ${EXCLUDE_DAYS_MAX} dias. Vazio: ninguém fica de fora por isso.`}
        onChange={({ target }) => change({ excludeDays: target.value })}
      />
      <ChosenMany
        label="Não enviar a quem recebeu estas campanhas"
        name="excluir.campanhas"
        empty="Adicionar uma campanha"
        choices={campaigns
          .filter(({ startedAt }) => startedAt !== null)
          .map(({ id, name }) => ({ id, label: name }))}
        chosen={draft.excludeCampaignIds}
        gone="Campanha excluída"
        error={errors['excluir.campanhas']}
        onChange={(chosen) => change({ excludeCampaignIds: chosen })}
      />
    </div>
  )
}
