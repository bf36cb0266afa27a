import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import { OptOutSource, optOutSourceLabels } from '#contract/optouts/opt-out.ts'
import { SelectField } from '../../ui/forms/field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import styles from './opt-outs-screen.module.css'
import type { OptOutsAddress } from './use-address.ts'

const sources = Object.values(OptOutSource)

/** Filters the list by name, phone or reason, and by how people came onto it. */
export function Filters({
  address: { search, source, setSearch, setSource },
}: {
  readonly address: OptOutsAddress
}) {
  return (
    <search className={styles.filters}>
      <SearchField
        label="Buscar por nome, telefone ou motivo"
        value={search}
        onChange={(text) => setSearch(text.slice(0, NAME_MAX_LENGTH))}
      />
      <SelectField
        label="Origem"
        isLabelHidden
        value={source ?? ''}
        onChange={({ target }) => setSource(sources.find((each) => each === target.value) ?? null)}
      >
        <option value="">Todas as origens</option>
        {sources.map((each) => (
          <option key={each} value={each}>
            {optOutSourceLabels[each]}
          </option>
        ))}
      </SelectField>
    </search>
  )
}
