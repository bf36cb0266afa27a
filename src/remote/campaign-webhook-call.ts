import { createHmac } from 'node:crypto'
import { SECRET_PREFIX } from '../contract/webhooks/campaign-webhook.ts'
import type { CampaignTarget } from '../domain/webhooks/webhook-target.ts'
import type { CallWebhook } from '../domain/webhooks/webhook-turns.ts'
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
  return async ({ url, secret }, { event }, signal) => {
    if (!URL.canParse(url)) return { kind: 'invalid', url: '' }
    const { event: type, createdAt: timestamp, data } = event
    // Signed with dots between the parts, so that the id may have none: the outbox's name goes.
    const id = event.id.slice(event.id.lastIndexOf('.') + 1)
    const json = JSON.stringify({ id, type, timestamp, data })
    const seconds = Math.floor(now() / 1000)
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signature(secret, `${id}.${seconds}.${json}`),
    }
    return postWebhook({ url, json, headers, timeoutMs, signal, targets })
  }
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
