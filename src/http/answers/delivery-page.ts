import type { Context } from 'hono'
import { TOTAL_HEADER } from '../../contract/api/client.ts'
import type { Delivery } from '../../contract/gateways/delivery.ts'
import type { DeliveryFilter } from '../../contract/gateways/delivery-query.ts'
import type {
  DeliverySearch,
  FoundDeliveries,
} from '../../domain/webhooks/deliveries/delivery-order.ts'
import type { Env } from '../requests/client.ts'
import { firstPageOf, nextLink, readCursor } from './paging.ts'
import { jsonHeaders } from './stream.ts'

/**
 * Makes the search, for one delivery more than a page has: it shows whether there is another page.
 */
export function toSearch({
  limit,
  cursor,
  ...filter
}: DeliveryFilter & {
  readonly limit: number
  readonly cursor?: string | undefined
}): DeliverySearch {
  return {
    ...filter,
    limit: limit + 1,
    ...(cursor !== undefined && { after: readCursor(cursor) }),
  }
}

/** One page of deliveries, with the way to the next and the count of all. */
export function deliveryPage(
  c: Context<Env>,
  given: FoundDeliveries & { readonly limit: number; readonly basePath: string },
): {
  readonly status: 200
  readonly body: Delivery[]
  readonly headers: Readonly<Record<string, string>>
} {
  const { deliveries, total, limit, basePath } = given
  const { page, next } = firstPageOf(deliveries, limit)
  const link = nextLink(c, { next, basePath })
  const headers = { ...jsonHeaders, [TOTAL_HEADER]: String(total), ...link }
  return { status: 200, body: [...page], headers }
}
