import { AppError } from '../../contract/errors.ts'
import { WEBHOOKS_MAX_COUNT } from '../../contract/limits.ts'
import {
  type CampaignEventWithData,
  campaignEventText,
} from '../../contract/webhooks/campaign-event-body.ts'
import {
  type CampaignWebhook,
  isWebhookId,
  newWebhookId,
  type WebhookBody,
  type WebhookPatchBody,
  type WebhookTest,
  type WebhookTestJson,
} from '../../contract/webhooks/campaign-webhook.ts'
import { sampleData, TEST_ID_PREFIX } from '../../contract/webhooks/sample-event.ts'
import { type Clock, toIso } from '../clock.ts'
import { createQuota } from '../quotas.ts'
import { addNew, type OwnedStore } from '../store.ts'
import type { DeliverySearch, FoundDeliveries } from './deliveries/delivery-order.ts'
import { oldUntil, renewed, type SigningSecret } from './secrets/signing-secret.ts'
import { recordOf } from './webhook-attempt.ts'
import type { WebhookOutbox } from './webhook-outbox.ts'
import type { Outbox } from './webhook-outbox-store.ts'
import type { FindTarget, SentEvent } from './webhook-turns.ts'

/** A webhook as it is stored. */
export type CampaignWebhookRecord = CampaignWebhook & SigningSecret

export type CampaignWebhookStore = OwnedStore<CampaignWebhookRecord>

export type CampaignWebhooks = ReturnType<typeof createCampaignWebhooks>

/** Publishes an event to those of a user's webhooks that subscribe to it. */
export type PublishToWebhooks = CampaignWebhooks['publish']

/**
 * A user's own webhooks for the events of campaigns. Each has an outbox of its own, named by its
 * id, among those of the instances.
 */
export function createCampaignWebhooks({
  store,
  outbox,
  clock,
  newId,
  newSecret,
}: {
  readonly store: CampaignWebhookStore
  readonly outbox: Pick<WebhookOutbox, 'emit' | 'probe' | 'search' | 'remove'>
  readonly clock: Pick<Clock, 'now'>
  /** Makes a UUID. */
  readonly newId: () => string
  readonly newSecret: () => string
}) {
  const quota = createQuota({
    limit: WEBHOOKS_MAX_COUNT,
    code: 'webhook_quota',
    used: store.size,
  })

  return { list, create, update, remove, test, deliveries, publish }

  /** Newest first. */
  async function list(userId: string): Promise<readonly CampaignWebhook[]> {
    return (await store.list(userId)).map(shown)
  }

  /** The answer carries the secret. @throws AppError `webhook_quota` */
  async function create(userId: string, body: WebhookBody): Promise<CampaignWebhook> {
    const at = toIso(clock.now())
    const { url, eventos: events, segredo } = body
    const id = newWebhookId(newId())
    const secret = segredo ?? newSecret()
    const record = { id, url, events, isActive: true, createdAt: at, updatedAt: at, secret }
    await quota.within(userId, () => addNew(store, userId, record))
    return record
  }

  /** A secret that was given or drawn is in the answer. */
  async function update(
    userId: string,
    id: string,
    patch: WebhookPatchBody,
  ): Promise<CampaignWebhook> {
    const secret = patch.segredo === null ? newSecret() : patch.segredo
    const nowMs = clock.now()
    const keptHours = patch.manter_horas ?? 0
    const record = await store.update(userId, id, (before) => ({
      ...(secret === undefined ? before : withSecret(before, { secret, keptHours, nowMs })),
      url: patch.url ?? before.url,
      events: patch.eventos ?? before.events,
      isActive: patch.ativo ?? before.isActive,
      updatedAt: toIso(nowMs),
    }))
    if (!record) throw new AppError('campaign_webhook_not_found', id)
    return secret === undefined ? shown(record) : { ...shown(record), secret: record.secret }
  }

  async function remove(userId: string, id: string): Promise<void> {
    if (!(await store.remove(userId, id))) throw new AppError('campaign_webhook_not_found', id)
    await outbox.remove({ userId, instance: id })
  }

  /** Posts a sample event, at once and only once; also where the webhook is switched off. */
  async function test(
    userId: string,
    id: string,
    { evento, id: eventId = `${TEST_ID_PREFIX}${newId()}`, timestamp }: WebhookTest,
  ): Promise<WebhookTestJson> {
    const record = await getRecord(userId, id)
    const createdAt = timestamp ?? toIso(clock.now())
    const data = sampleData(evento, createdAt)
    const event: SentEvent = {
      ...{ id: `${id}.${eventId}`, event: evento, createdAt, data, media: null },
    }
    const timed = await outbox.probe({ userId, instance: id }, record, event)
    const tentativa = recordOf(timed, { isManual: true })
    const { httpStatus, error: erro } = tentativa
    return {
      ...{ entregue: erro === null, http_status: httpStatus, erro },
      corpo: campaignEventText({ id: eventId, type: evento, timestamp: createdAt, data }),
      tentativa,
    }
  }

  async function deliveries(
    userId: string,
    id: string,
    search: DeliverySearch,
  ): Promise<FoundDeliveries> {
    await getRecord(userId, id)
    return outbox.search(userId, { ...search, instance: id })
  }

  /**
   * Resolves once the event is on the disk for every webhook that wants it.
   * @returns how many these are
   */
  async function publish(
    userId: string,
    event: CampaignEventWithData,
    {
      subject,
      atMs,
    }: {
      /** What the event is about: published again, it has the same id and is kept once. */
      readonly subject: string
      /** When it happened: a webhook that is younger does not get it. */
      readonly atMs: number
    },
  ): Promise<number> {
    const wanting = (await store.list(userId)).filter(
      ({ isActive, events, createdAt }) =>
        isActive && events.includes(event.event) && Date.parse(createdAt) <= atMs,
    )
    const given = { ...event, subject: `${event.event} ${subject}` }
    await Promise.all(wanting.map(({ id }) => outbox.emit({ userId, instance: id }, given)))
    return wanting.length
  }

  /** Without secrets; the end of the old one is left out once that is over. */
  function shown(record: CampaignWebhookRecord): CampaignWebhook {
    const { secret: _, oldSecret: _old, oldSecretUntil: _until, ...always } = record
    const until = oldUntil(record, clock.now())
    return until === undefined ? always : { ...always, oldSecretUntil: until }
  }

  async function getRecord(userId: string, id: string): Promise<CampaignWebhookRecord> {
    const record = await store.find(userId, id)
    if (!record) throw new AppError('campaign_webhook_not_found', id)
    return record
  }
}

/** Finds the target of any outbox: a user's webhook, or what `findOther` knows. */
export function createFindTarget(
  webhooks: Pick<CampaignWebhookStore, 'find'>,
  findOther: FindTarget,
): FindTarget {
  return async (outbox: Outbox) =>
    isWebhookId(outbox.instance) ? webhooks.find(outbox.userId, outbox.instance) : findOther(outbox)
}

/** A record with another secret, without what the one before left. */
function withSecret(
  record: CampaignWebhookRecord,
  given: Parameters<typeof renewed>[1],
): CampaignWebhookRecord {
  const { oldSecret: _, oldSecretUntil: _until, ...kept } = record
  return { ...kept, ...renewed(record, given) }
}
