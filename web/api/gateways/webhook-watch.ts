import { urlOf } from '#contract/gateways/gateway.ts'
import type { WebhookSetting } from './gateway-answer.ts'

/** Where the webhook of an instance leads, and whether that is here. */
export type WebhookWatch =
  | { readonly kind: 'here' }
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'disabled' }
  /** The webhook leads here, but new messages are not among its events. */
  | { readonly kind: 'deaf' }
  | { readonly kind: 'none' }

/** Without it no message comes here. */
export const MESSAGES_EVENT = 'MESSAGES_UPSERT'

/** Compares what a gateway has set with the address it was given. */
export function judgeWebhook(setting: WebhookSetting | null, webhookUrl: string): WebhookWatch {
  if (setting === null) return { kind: 'none' }
  if (!isSame(setting.url, webhookUrl)) return { kind: 'elsewhere', url: setting.url }
  if (!setting.isEnabled) return { kind: 'disabled' }
  return { kind: bringsMessages(setting.events) ? 'here' : 'deaf' }
}

/** Gateways that name no events send all of them. */
export function bringsMessages(events: readonly string[]): boolean {
  return events.length === 0 || events.includes(MESSAGES_EVENT)
}

/** A setting that brings messages here, and leaves what else was chosen as it is. */
export function repairedWebhook(
  setting: WebhookSetting | null,
  webhookUrl: string,
): WebhookSetting {
  const kept = setting && isSame(setting.url, webhookUrl) ? setting : null
  const events = new Set([...(kept?.events ?? []), MESSAGES_EVENT])
  return {
    url: kept?.url ?? webhookUrl,
    isEnabled: true,
    byEvents: kept?.byEvents ?? false,
    withMedia: kept?.withMedia ?? true,
    events: [...events],
  }
}

/** Where an address leads, without what may be secret in it. */
export function hostOf(url: string): string {
  return urlOf(url)?.host ?? url
}

/**
 * The unguessable end of the address counts: a gateway in the same network may know this server
 * under another name.
 */
function isSame(url: string, webhookUrl: string): boolean {
  return url === webhookUrl || (endOf(url) !== null && endOf(url) === endOf(webhookUrl))
}

function endOf(url: string): string | null {
  return /\/webhooks\/([^/?#]+)\/?(?:[?#].*)?$/.exec(url)?.[1] ?? null
}
