import { z } from 'zod'
import { URL_MAX_LENGTH } from '../limits.ts'
import { withoutTrailing } from '../trailing.ts'
import { WebhookEventName } from './delivery.ts'
import { HttpUrl, type InstanceWebhook, WebhookHeaders } from './gateway.ts'

/** Every event that a webhook can subscribe to, in the words of Evolution API. */
export const webhookEvents = [
  'APPLICATION_STARTUP',
  'QRCODE_UPDATED',
  'MESSAGES_SET',
  'MESSAGES_UPSERT',
  'MESSAGES_EDITED',
  'MESSAGES_UPDATE',
  'MESSAGES_DELETE',
  'SEND_MESSAGE',
  'SEND_MESSAGE_UPDATE',
  'CONTACTS_SET',
  'CONTACTS_UPSERT',
  'CONTACTS_UPDATE',
  'PRESENCE_UPDATE',
  'CHATS_SET',
  'CHATS_UPSERT',
  'CHATS_UPDATE',
  'CHATS_DELETE',
  'GROUPS_UPSERT',
  'GROUP_UPDATE',
  'GROUP_PARTICIPANTS_UPDATE',
  'CONNECTION_UPDATE',
  'LABELS_EDIT',
  'LABELS_ASSOCIATION',
  'CALL',
  'TYPEBOT_START',
  'TYPEBOT_CHANGE_STATUS',
  'REMOVE_INSTANCE',
  'LOGOUT_INSTANCE',
  'INSTANCE_CREATE',
  'INSTANCE_DELETE',
  'STATUS_INSTANCE',
] as const

/** Those of them that this gateway sends; the others may be subscribed to, and never come. */
export const sentWebhookEvents: readonly string[] = webhookEvents.filter((event) =>
  WebhookEventName.options.some((name) => webhookEventOf(name) === event),
)

/** Those of a subscription that this gateway never sends. */
export function unsentOf(events: readonly string[]): string[] {
  return events.filter((event) => !sentWebhookEvents.includes(event))
}

/** How subscriptions name an event. */
export function webhookEventOf(name: string): string {
  // The only event that subscriptions name in the singular.
  if (name === 'groups.update') return 'GROUP_UPDATE'
  return name.toUpperCase().replaceAll(/[.-]/g, '_')
}

/** Where an event is posted: with a path per event, `/messages-upsert` and the like is added. */
export function eventAddress(
  { url, byEvents }: Pick<InstanceWebhook, 'url' | 'byEvents'>,
  event: string,
): string {
  const address = new URL(url)
  if (byEvents) {
    const path = withoutTrailing(address.pathname, '/')
    address.pathname = `${path}/${event.replaceAll('.', '-')}`
  }
  return address.href
}

/** A change of webhook settings; a field that is left out keeps its value. */
export type WebhookChange = Pick<InstanceWebhook, 'enabled' | 'url'> & {
  readonly events: readonly string[]
  readonly byEvents: boolean | undefined
  readonly base64: boolean | undefined
  readonly headers: InstanceWebhook['headers'] | undefined
}

export const webhookUrl = z.string('Informe a URL.').max(URL_MAX_LENGTH, 'A URL é longa demais.')
export const webhookEventList = z.array(z.enum(webhookEvents, 'O evento não existe.')).max(100)

const webhookFields = {
  enabled: z.boolean().optional(),
  url: webhookUrl.optional(),
  byEvents: z.boolean().optional(),
  base64: z.boolean().optional(),
  /** Other names of two settings: as version 2 answers them, and as version 1 wrote them. */
  webhookByEvents: z.boolean().optional(),
  webhookBase64: z.boolean().optional(),
  webhook_by_events: z.boolean().optional(),
  webhook_base64: z.boolean().optional(),
  headers: WebhookHeaders.nullish(),
  events: webhookEventList.optional(),
}
export const WebhookInput = z.object(webhookFields)
export type WebhookInput = z.infer<typeof WebhookInput>

/** The settings inside `webhook`, as current clients send them, or at the top level. */
export const EvolutionWebhookBody = z
  .object({ ...webhookFields, webhook: WebhookInput.optional() })
  .transform(({ webhook, ...flat }, context) =>
    webhook
      ? readWebhook(webhook, { path: ['webhook', 'url'], context })
      : readWebhook(flat, { path: ['url'], context }),
  )

/** Reads the settings. No `events` subscribes to new messages, an empty list to all events. */
export function readWebhook(
  fields: WebhookInput,
  { path, context }: { readonly path: string[]; readonly context: z.core.$RefinementCtx<unknown> },
): WebhookChange {
  const { enabled = true, url = '', events = ['MESSAGES_UPSERT'], headers } = fields
  const address = url.trim()
  // A webhook that is off is not called: clients send whatever stood in their form.
  const checked = enabled ? HttpUrl.safeParse(address) : null
  if (checked && !checked.success) {
    const message = address === '' ? 'Informe a URL.' : (checked.error.issues[0]?.message ?? '')
    context.addIssue({ code: 'custom', path, message })
  }
  return {
    enabled,
    url: address,
    events: enabled ? (events.length > 0 ? events : webhookEvents) : [],
    byEvents: fields.byEvents ?? fields.webhookByEvents ?? fields.webhook_by_events,
    base64: fields.base64 ?? fields.webhookBase64 ?? fields.webhook_base64,
    headers,
  }
}
