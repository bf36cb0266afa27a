import { campaignEventText } from '../contract/webhooks/campaign-event-body.ts'
import { secretsAt } from '../domain/webhooks/secrets/signing-secret.ts'
import type { CampaignTarget } from '../domain/webhooks/webhook-target.ts'
import type { CallWebhook, SentEvent } from '../domain/webhooks/webhook-turns.ts'
import { standardHeaders } from './standard-signature.ts'
import type { Targets } from './targets.ts'
import { postWebhook } from './webhook-post.ts'

/** Posts the events of campaigns, with body and headers as Standard Webhooks has them. */
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
    const nowMs = now()
    const headers = standardHeaders({ id, json, secrets: secretsAt(target, nowMs), nowMs })
    return postWebhook({ url, json, headers, timeoutMs, signal, targets })
  }
}

/** The exact body of an event, as it is signed and sent. */
export function campaignBody(event: SentEvent): string {
  const { event: type, createdAt: timestamp, data } = event
  return campaignEventText({ id: webhookIdOf(event), type, timestamp, data })
}

/** The event's id without the outbox's name: dots separate what is signed, so it may have none. */
function webhookIdOf({ id }: SentEvent): string {
  return id.slice(id.lastIndexOf('.') + 1)
}
