import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { DeliveryStatus, OutboxEventName } from '#contract/gateways/delivery.ts'
import type { DeliveryFilter } from '#contract/gateways/delivery-query.ts'
import { useSearchAddress } from '../search-address.ts'

const HOUR_MS = 3_600_000

/** Spans up to now, by their names in the address. */
export const periods = [
  { name: 'hora', label: 'Última hora', ms: HOUR_MS },
  { name: 'dia', label: 'Últimas 24 horas', ms: 24 * HOUR_MS },
  { name: 'semana', label: 'Últimos 7 dias', ms: 7 * 24 * HOUR_MS },
  { name: 'mes', label: 'Últimos 30 dias', ms: 30 * 24 * HOUR_MS },
] as const
/** From one day to another, both chosen. */
export const BETWEEN_DAYS = 'datas'

const names = ['busca', 'evento', 'resultado', 'periodo', 'de', 'ate'] as const
/** A delivery that is open, and the parameters of its list. */
export const deliveryParameters: readonly string[] = [...names, 'entrega']
type Name = (typeof names)[number] | 'entrega'

export type DeliveryAddress = ReturnType<typeof useDeliveryAddress>

/** What of the deliveries is shown, kept in the page's address: it survives a reload and Back. */
export function useDeliveryAddress() {
  const { parameters, search, setSearch, set, setOnly, withThese } = useSearchAddress<Name>()
  const [path] = useLocation()
  const [busca, evento, resultado, periodo, de, ate] = names.map((name) => parameters.get(name))
  const filter = useMemo((): DeliveryFilter => {
    const event = OutboxEventName.safeParse(evento).data
    const status = DeliveryStatus.safeParse(resultado).data
    const q = busca?.trim() ?? ''
    return {
      ...(q !== '' && { q }),
      ...(event && { event }),
      ...(status && { status }),
      ...spanOf({ periodo, de, ate }),
    }
  }, [busca, evento, resultado, periodo, de, ate])

  return {
    filter,
    search,
    period: periodo ?? '',
    days: { from: de ?? '', to: ate ?? '' },
    isFiltered: search !== '' || Object.keys(filter).length > 0,
    openId: parameters.get('entrega'),
    setSearch,
    set,
    clear: () => set(Object.fromEntries(names.map((name) => [name, '']))),
    /** The address at which a delivery is open. */
    linkTo: (id: string) => `${path}?${withThese({ entrega: id })}`,
    close: () => setOnly({ entrega: '' }),
  }
}

/** A span that ends now begins at a whole minute, so that its query changes only each minute. */
function spanOf(given: {
  readonly periodo: string | null | undefined
  readonly de: string | null | undefined
  readonly ate: string | null | undefined
}): Pick<DeliveryFilter, 'since' | 'until'> {
  const { periodo, de, ate } = given
  const period = periods.find(({ name }) => name === periodo)
  if (period)
    return { since: new Date(Math.floor((Date.now() - period.ms) / 60_000) * 60_000).toISOString() }
  if (periodo !== BETWEEN_DAYS) return {}
  const [since, until] = [startOf(de, 0), startOf(ate, 1)]
  return { ...(since && { since }), ...(until && { until }) }
}

/** The beginning of a day where the reader is, or of one some days later. */
function startOf(day: string | null | undefined, later: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')
  if (!parts) return null
  const at = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
