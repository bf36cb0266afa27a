import type { Delivery } from '../../../contract/gateways/delivery.ts'
import type { DeliveryFilter } from '../../../contract/gateways/delivery-query.ts'
import { soughtTerm } from './search-terms.ts'

/** A place in the list of deliveries. */
export type DeliveryPlace = Pick<Delivery, 'createdAt' | 'id'>

export type DeliverySearch = DeliveryFilter & {
  readonly limit: number
  /** The last delivery of the page before. */
  readonly after?: DeliveryPlace | undefined
}

export type FoundDeliveries = {
  readonly deliveries: readonly Delivery[]
  /** On all pages. */
  readonly total: number
}

/** Newest first; of two events of one moment, always in the same order. */
export function byNewest(one: DeliveryPlace, other: DeliveryPlace): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  if (one.id === other.id) return 0
  return one.id < other.id ? 1 : -1
}

/** Says of a delivery and the terms of its event whether they are looked for. */
export function matcherOf({ event, status, since, until, q }: DeliveryFilter) {
  const term = soughtTerm(q)
  return (delivery: Delivery, terms: string): boolean =>
    (event === undefined || delivery.event === event) &&
    (status === undefined || delivery.status === status) &&
    (since === undefined || delivery.createdAt >= since) &&
    (until === undefined || delivery.createdAt < until) &&
    (term === '' || terms.includes(term))
}
