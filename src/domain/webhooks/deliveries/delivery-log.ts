import { AppError } from '../../../contract/errors.ts'
import type { Delivery } from '../../../contract/gateways/delivery.ts'
import type { OpenedDelivery } from '../../../contract/gateways/delivery-attempt.ts'
import type { DeliveryFilter } from '../../../contract/gateways/delivery-query.ts'
import { WEBHOOK_DELIVERIES_PAGE } from '../../../contract/limits.ts'
import { isWebhookId } from '../../../contract/webhooks/campaign-webhook.ts'
import type { Clock } from '../../clock.ts'
import { afterManual, failureOf, recordOf } from '../webhook-attempt.ts'
import type { KeptDelivery, Outbox, WebhookOutboxStore } from '../webhook-outbox-store.ts'
import type { createWebhookTurns, FindTarget, ShowBody } from '../webhook-turns.ts'
import { byNewest, type DeliverySearch, type FoundDeliveries } from './delivery-order.ts'

/** Events that are put back into the queue at a time. */
const REVIVED_AT_ONCE = 50

/** Shows deliveries to their owner, and sends them again where that is asked for. */
export function createDeliveryLog({
  store,
  findTarget,
  showBody,
  tryNow,
  clock,
  hurry,
}: {
  readonly store: Pick<
    WebhookOutboxStore,
    'search' | 'instances' | 'find' | 'open' | 'note' | 'amend' | 'revive'
  >
  readonly findTarget: FindTarget
  readonly showBody: ShowBody
  readonly tryNow: ReturnType<typeof createWebhookTurns>['tryNow']
  readonly clock: Pick<Clock, 'now'>
  /**
   * Tries waiting events at once: the owner says, or a resent event shows, that the receiver is
   * there.
   */
  readonly hurry: (outbox: Outbox) => void
}) {
  return { search, open, resend, retry, retryAll }

  /** Finds deliveries of one outbox, or of all instances. */
  async function search(
    userId: string,
    { instance, ...wanted }: DeliverySearch & { readonly instance?: string | undefined },
  ): Promise<FoundDeliveries> {
    if (instance !== undefined) return store.search({ userId, instance }, wanted)
    const found: FoundDeliveries[] = []
    for (const each of await store.instances(userId)) {
      // Webhooks of campaigns have lists of their own.
      if (!isWebhookId(each)) found.push(await store.search({ userId, instance: each }, wanted))
    }
    return {
      deliveries: found
        .flatMap(({ deliveries }) => deliveries)
        .sort(byNewest)
        .slice(0, wanted.limit),
      total: found.reduce((sum, { total }) => sum + total, 0),
    }
  }

  /** @throws AppError `delivery_not_found` */
  async function open(userId: string, id: string): Promise<OpenedDelivery> {
    const outbox = outboxOf(userId, id)
    return shown(outbox, await getKept(outbox, id))
  }

  /**
   * Sends an event once more, at once, under the same id.
   * @throws AppError `delivery_not_found`, `delivery_body_gone`, `delivery_under_way`
   */
  async function resend(userId: string, id: string): Promise<OpenedDelivery> {
    const outbox = outboxOf(userId, id)
    const { delivery, event } = await getKept(outbox, id)
    const target = await findTarget(outbox)
    if (!target) throw new AppError('delivery_not_found', id)
    if (!event) throw new AppError('delivery_body_gone', id)
    const timed = await tryNow(outbox, target, { delivery, event })
    const change = afterManual(delivery, timed.outcome, clock.now())
    const attempt = recordOf(timed, { isManual: true })
    const keep = delivery.status === 'waiting' ? store.note : store.amend
    await keep(outbox, change, attempt)
    if (failureOf(timed.outcome) === null) hurry(outbox)
    return open(userId, id)
  }

  /** @throws AppError `delivery_not_found`, `delivery_not_dead` */
  async function retry(userId: string, id: string): Promise<Delivery> {
    const outbox = outboxOf(userId, id)
    const known = await store.find(outbox, id)
    if (known && known.status !== 'dead') throw new AppError('delivery_not_dead', id)
    const revived = known && (await store.revive(outbox, id))
    if (!revived) throw new AppError('delivery_not_found', id)
    hurry(outbox)
    return revived
  }

  /** Puts the events that were given up back into the queue, oldest first. @returns how many */
  async function retryAll(outbox: Outbox, filter: DeliveryFilter): Promise<number> {
    const ids: string[] = []
    let after: DeliverySearch['after']
    do {
      const wanted = { ...filter, status: 'dead', limit: WEBHOOK_DELIVERIES_PAGE, after } as const
      const { deliveries } = await store.search(outbox, wanted)
      ids.push(...deliveries.map(({ id }) => id))
      after = deliveries.at(-1)
    } while (after)
    ids.reverse()
    let count = 0
    for (let from = 0; from < ids.length; from += REVIVED_AT_ONCE) {
      const some = ids.slice(from, from + REVIVED_AT_ONCE)
      const revived = await Promise.all(some.map((id) => store.revive(outbox, id)))
      count += revived.filter((each) => each !== undefined).length
    }
    if (count > 0) hurry(outbox)
    return count
  }

  async function getKept(outbox: Outbox, id: string): Promise<KeptDelivery> {
    const kept = await store.open(outbox, id)
    if (!kept) throw new AppError('delivery_not_found', id)
    return kept
  }

  async function shown(
    outbox: Outbox,
    { delivery, event, attempts }: KeptDelivery,
  ): Promise<OpenedDelivery> {
    const target = await findTarget(outbox)
    const body = event && target ? showBody(target, { outbox, event }) : null
    return { delivery, body, attempts: [...attempts] }
  }
}

/** The id begins with the name of its outbox. */
function outboxOf(userId: string, id: string): Outbox {
  return { userId, instance: id.slice(0, Math.max(0, id.lastIndexOf('.'))) }
}
