import type { OutboxEventName } from '../../contract/gateways/delivery.ts'
import { webhookEventOf } from '../../contract/gateways/evolution-webhook.ts'
import type { InstanceWebhook } from '../../contract/gateways/gateway.ts'
import type { CampaignEventName } from '../../contract/webhooks/campaign-event.ts'
import type { SigningSecret } from './secrets/signing-secret.ts'
import type { OutboxEvent } from './webhook-outbox-store.ts'

/** What the bodies of an instance's events say about it. */
export type InstanceFacts = {
  /** The instance's own token: it appears in the body, and signs it. */
  readonly token: string
  readonly instanceId: string
  /** The account's own jid, once it is known. */
  readonly ownJid: string | null
  /** The name its owner gave it. */
  readonly profileName: string
}

/** The receiver of an instance's events. */
export type InstanceTarget = InstanceFacts & {
  readonly webhook: InstanceWebhook
  readonly signing: SigningSecret
}

/** The receiver of what becomes of a user's campaigns. */
export type CampaignTarget = SigningSecret & {
  readonly url: string
  readonly events: readonly CampaignEventName[]
  readonly isActive: boolean
}

export type WebhookTarget = InstanceTarget | CampaignTarget

export function isCampaignTarget(target: WebhookTarget): target is CampaignTarget {
  return 'secret' in target
}

export function isWanted(
  target: WebhookTarget | undefined,
  event: OutboxEventName,
): target is WebhookTarget {
  if (!target) return false
  if (isCampaignTarget(target))
    return target.isActive && target.events.some((each) => each === event)
  return isChosen(target.webhook, event)
}

/** Whether a subscription takes an event. */
export function isChosen(
  { enabled, events }: Pick<InstanceWebhook, 'enabled' | 'events'>,
  event: OutboxEventName,
): boolean {
  return enabled && (events.length === 0 || events.includes(webhookEventOf(event)))
}

/** Whether a message's file has to be downloaded for the event's body. */
export function carriesFile(target: WebhookTarget, { media }: Pick<OutboxEvent, 'media'>): boolean {
  return media !== null && !isCampaignTarget(target) && target.webhook.base64
}
