import { AppError } from '../../contract/errors.ts'
import type { Delivery } from '../../contract/gateways/delivery.ts'
import { WEBHOOK_DELIVERIES_KEPT, WEBHOOKS_MAX_COUNT } from '../../contract/limits.ts'
import { TEST_EVENT } from '../../contract/webhooks/campaign-event.ts'
import type { CampaignNews } from '../../contract/webhooks/campaign-event-body.ts'
import {
  type CampaignWebhook,
  isWebhookId,
  newWebhookId,
  type WebhookBody,
  type WebhookPatchBody,
  type WebhookTestJson,
} from '../../contract/webhooks/campaign-webhook.ts'
import { type Clock, toIso } from '../clock.ts'
import { createQuota } from '../quotas.ts'
import { addNew, type OwnedStore } from '../store.ts'
import { failureOf } from './webhook-attempt.ts'
import type { WebhookOutbox } from './webhook-outbox.ts'
import type { Outbox } from './webhook-outbox-store.ts'
import type { FindTarget, SentEvent } from './webhook-turns.ts'

/** A webhook as it is stored. */
export type CampaignWebhookRecord = CampaignWebhook & { readonly secret: string }

export type CampaignWebhookStore = OwnedStore<CampaignWebhookRecord>

export type CampaignWebhooks = ReturnType<typeof createCampaignWebhooks>

/** Tells what happened to those of a user's webhooks that want to know. */
export type TellWebhooks = CampaignWebhooks['tell']

/**
 * A user's own addresses that are told what becomes of campaigns. Each has an outbox of its own,
 * named by its id, among those of the instances.
 */
export function createCampaignWebhooks({
  store,
  outbox,
  clock,
  newId,
  newSecret,
}: {
  readonly store: CampaignWebhookStore
  readonly outbox: Pick<WebhookOutbox, 'emit' | 'probe' | 'list' | 'remove'>
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

  return { list, create, update, remove, test, deliveries, tell }

  /** Newest first. */
  async function list(userId: string): Promise<readonly CampaignWebhook[]> {
    return (await store.list(userId)).map(withoutSecret)
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
    const record = await store.update(userId, id, (before) => ({
      ...before,
      url: patch.url ?? before.url,
      events: patch.eventos ?? before.events,
      isActive: patch.ativo ?? before.isActive,
      secret: secret ?? before.secret,
      updatedAt: toIso(clock.now()),
    }))
    if (!record) throw new AppError('campaign_webhook_not_found', id)
    return secret === undefined ? withoutSecret(record) : record
  }

  async function remove(userId: string, id: string): Promise<void> {
    if (!(await store.remove(userId, id))) throw new AppError('campaign_webhook_not_found', id)
    await outbox.remove({ userId, instance: id })
  }

  /** Posts an event that is none, at once and only once; also where the webhook is switched off. */
  async function test(userId: string, id: string): Promise<WebhookTestJson> {
    const record = await getRecord(userId, id)
    const event: SentEvent = {
      id: `${id}.${newId()}`,
      event: TEST_EVENT,
      createdAt: toIso(clock.now()),
      data: { mensagem: 'Este é um evento de teste.' },
      media: null,
    }
    const attempt = await outbox.probe({ userId, instance: id }, record, event)
    const erro = failureOf(attempt)
    const httpStatus = attempt.kind === 'answered' ? attempt.httpStatus : null
    return { entregue: erro === null, http_status: httpStatus, erro }
  }

  async function deliveries(userId: string, id: string): Promise<readonly Delivery[]> {
    await getRecord(userId, id)
    return outbox.list(userId, { instance: id, limit: WEBHOOK_DELIVERIES_KEPT })
  }

  /**
   * Resolves once the event is on the disk for every webhook that wants it.
   * @returns how many these are
   */
  async function tell(
    userId: string,
    news: CampaignNews,
    {
      subject,
      atMs,
    }: {
      /** What it is about: an event that is told again has the same id, and is kept once. */
      readonly subject: string
      /** A webhook that is younger than the event is not told. */
      readonly atMs: number
    },
  ): Promise<number> {
    const wanting = (await store.list(userId)).filter(
      ({ isActive, events, createdAt }) =>
        isActive && events.includes(news.event) && Date.parse(createdAt) <= atMs,
    )
    const given = { ...news, subject: `${news.event} ${subject}` }
    await Promise.all(wanting.map(({ id }) => outbox.emit({ userId, instance: id }, given)))
    return wanting.length
  }

  async function getRecord(userId: string, id: string): Promise<CampaignWebhookRecord> {
    const record = await store.find(userId, id)
    if (!record) throw new AppError('campaign_webhook_not_found', id)
    return record
  }
}

function withoutSecret({ secret: _, ...shown }: CampaignWebhookRecord): CampaignWebhook {
  return shown
}

/** Finds the target of any outbox: a user's webhook, or what `findOther` knows. */
export function createFindTarget(
  webhooks: Pick<CampaignWebhookStore, 'find'>,
  findOther: FindTarget,
): FindTarget {
  return async (outbox: Outbox) =>
    isWebhookId(outbox.instance) ? webhooks.find(outbox.userId, outbox.instance) : findOther(outbox)
}
