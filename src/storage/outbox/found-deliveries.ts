import type { Delivery } from '../../contract/gateways/delivery.ts'
import {
  byNewest,
  type DeliverySearch,
  type FoundDeliveries,
  matcherOf,
} from '../../domain/webhooks/deliveries/delivery-order.ts'

type Findable = { readonly delivery: Delivery; readonly terms: string }

/** Searches deliveries: one page of the matches, and the count of all. */
export function foundAmong(
  groups: readonly Iterable<Findable>[],
  { limit, after, ...filter }: DeliverySearch,
): FoundDeliveries {
  const isFound = matcherOf(filter)
  const found: Delivery[] = []
  for (const group of groups) {
    for (const { delivery, terms } of group) if (isFound(delivery, terms)) found.push(delivery)
  }
  found.sort(byNewest)
  const behind = after ? found.filter((each) => byNewest(after, each) < 0) : found
  return { deliveries: behind.slice(0, limit), total: found.length }
}
