import { z } from 'zod'
import { Instant } from '../instant.ts'
import { NAME_MAX_LENGTH, WEBHOOK_DELIVERIES_PAGE } from '../limits.ts'
import { pageLimit } from '../query-numbers.ts'
import { DeliveryStatus, OutboxEventName } from './delivery.ts'
import { InstanceName } from './gateway.ts'

/** What of the deliveries to a webhook is asked for; what is left out narrows nothing. */
export const DeliveryFilter = z.object({
  event: OutboxEventName.optional(),
  status: DeliveryStatus.optional(),
  /** Only events from then on. */
  since: Instant.optional(),
  /** Only events before then. */
  until: Instant.optional(),
  /** Part of what the event says: a phone, the id of a campaign or of a message, a name. */
  q: z.string().max(NAME_MAX_LENGTH, `O máximo é ${NAME_MAX_LENGTH} caracteres.`).optional(),
})
export type DeliveryFilter = z.output<typeof DeliveryFilter>

const page = {
  limit: pageLimit(WEBHOOK_DELIVERIES_PAGE).default(WEBHOOK_DELIVERIES_PAGE),
  cursor: z.string().max(400).optional(),
}

export const WebhookDeliveriesQuery = DeliveryFilter.extend(page)

export const DeliveriesQuery = WebhookDeliveriesQuery.extend({
  /** Left out: the deliveries of all instances. */
  instance: InstanceName.optional(),
})

/** Which of a webhook's deliveries that were given up are sent again. */
export const RetryDeliveriesBody = DeliveryFilter.omit({ status: true }).extend({
  /** The instance, or the id of a webhook of the account. */
  instance: InstanceName,
})

export const RetriedJson = z.object({ total: z.int().min(0) })
