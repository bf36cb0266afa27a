import { createHmac } from 'node:crypto'
import { campaignEventText } from '../contract/webhooks/campaign-event-body.ts'
import { SECRET_PREFIX } from '../contract/webhooks/campaign-webhook.ts'
import type { CampaignTarget } from '../domain/webhooks/webhook-target.ts'
import type { CallWebhook, SentEvent } from '../domain/webhooks/webhook-turns.ts'
import type { Targets } from './targets.ts'
import { postWebhook } from './webhook-post.ts'

/** Posts what becomes of campaigns, with body and headers as Standard Webhooks has them. */
export function createCampaignWebhookCall({
  targets,
  now,
  timeoutMs,
}: {
  readonly targets: Targets
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly timeoutMs: number
}): CallWebhook<CampaignTarget> {
  return async (target, { event }, signal) => {
    const { url } = target
    if (!URL.canParse(url)) return { kind: 'invalid', url: '', headers: {} }
    const id = webhookIdOf(event)
    const json = campaignBody(event)
    const seconds = Math.floor(now() / 1000)
    const signed = `${id}.${seconds}.${json}`
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': secretsOf(target, now())
        .map((secret) => signature(secret, signed))
        .join(' '),
    }
    return postWebhook({ url, json, headers, timeoutMs, signal, targets })
  }
}

/** The body of an event, byte by byte. */
export function campaignBody(event: SentEvent): string {
  const { event: type, createdAt: timestamp, data } = event
  return campaignEventText({ id: webhookIdOf(event), type, timestamp, data })
}

/** Signed with dots between the parts, so that the id may have none: the outbox's name goes. */
function webhookIdOf({ id }: SentEvent): string {
  return id.slice(id.lastIndexOf('.') + 1)
}

/** The secret, and the one before while receivers may still have only that. */
function secretsOf(
  { secret, oldSecret, oldSecretUntil }: CampaignTarget,
  nowMs: number,
): readonly string[] {
  const isOver = oldSecretUntil === undefined || Date.parse(oldSecretUntil) <= nowMs
  return oldSecret === undefined || isOver ? [secret] : [secret, oldSecret]
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
