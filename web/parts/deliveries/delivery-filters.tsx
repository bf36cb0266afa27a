import type { ReactNode } from 'react'
import type { Delivery } from '#contract/gateways/delivery.ts'
import type { DeliveryCounts } from '../../api/gateways/deliveries.ts'
import { formatCount } from '../../format.ts'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { BETWEEN_DAYS, type DeliveryAddress, periods } from './delivery-address.ts'
import styles from './delivery-filters.module.css'

export type EventChoice = { readonly name: Delivery['event']; readonly label: string }

const results = [
  { status: '', label: 'Todas' },
  { status: 'delivered', label: 'Entregues' },
  { status: 'dead', label: 'Falharam' },
  { status: 'waiting', label: 'Aguardando' },
] as const

/** What narrows the list of deliveries. */
export function DeliveryFilters({
  address,
  events,
  counts,
  children,
}: {
  readonly address: DeliveryAddress
  readonly events: readonly EventChoice[]
  readonly counts: DeliveryCounts | undefined
  /** What can be done with those found. */
  readonly children: ReactNode
}) {
  const { filter, days } = address
  const countOf = (status: (typeof results)[number]['status']) => {
    if (!counts) return null
    return status === '' ? counts.waiting + counts.delivered + counts.dead : counts[status]
  }
  return (
    <div className={styles.filters}>
      <div className={styles.fields}>
        <SearchField
          label="Telefone, nome, campanha ou id"
          value={address.search}
          onChange={address.setSearch}
        />
        <SelectField
          label="Evento"
          isLabelHidden
          value={filter.event ?? ''}
          onChange={({ target }) => address.set({ evento: target.value })}
        >
          <option value="">Todos os eventos</option>
          {events.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Período"
          isLabelHidden
          value={address.period}
          onChange={({ target }) => address.set({ periodo: target.value, de: '', ate: '' })}
        >
          <option value="">Qualquer data</option>
          {periods.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          <option value={BETWEEN_DAYS}>Entre duas datas</option>
        </SelectField>
      </div>
      {address.period === BETWEEN_DAYS && (
        <div className={styles.days}>
          <TextField
            label="De"
            type="date"
            value={days.from}
            onChange={({ target }) => address.set({ de: target.value })}
          />
          <TextField
            label="Até"
            type="date"
            value={days.to}
            onChange={({ target }) => address.set({ ate: target.value })}
          />
        </div>
      )}
      <div className={styles.bar}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
        <div role="group" aria-label="Resultado" className={styles.results}>
          {results.map(({ status, label }) => (
            <button
              key={status}
              type="button"
              className={styles.result}
              aria-pressed={(filter.status ?? '') === status}
              onClick={() => address.set({ resultado: status })}
            >
              {label}
              {counts && <span className={styles.count}>{formatCount(countOf(status) ?? 0)}</span>}
            </button>
          ))}
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
    </div>
  )
}
