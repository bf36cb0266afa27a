import { createHmac } from 'node:crypto'
import { eventAddress } from '../contract/gateways/evolution-webhook.ts'
import { WEBHOOK_MEDIA_LIMIT_BYTES, WEBHOOK_TIMEOUT_MS } from '../contract/limits.ts'
import { secretsAt } from '../domain/webhooks/secrets/signing-secret.ts'
import type { Attempt } from '../domain/webhooks/webhook-attempt.ts'
import type { Outbox, OutboxEvent } from '../domain/webhooks/webhook-outbox-store.ts'
import { type InstanceTarget, isCampaignTarget } from '../domain/webhooks/webhook-target.ts'
import type { CallWebhook, SentEvent, ShowBody } from '../domain/webhooks/webhook-turns.ts'
import { campaignBody, createCampaignWebhookCall } from './campaign-webhook-call.ts'
import { standardHeaderNames, standardHeaders } from './standard-signature.ts'
import type { Targets } from './targets.ts'
import { HIDDEN, postWebhook, shownUrl } from './webhook-post.ts'

/** `sha256=` and the HMAC of the raw body in hex, with the instance's token as its key. */
const SIGNATURE_HEADER = 'x-disparo-signature'
/** The same at every attempt of one event. */
const EVENT_ID_HEADER = 'x-disparo-event-id'
/**
 * A configured header of this name is a signing key: it is sent as a token that is valid for ten
 * minutes.
 */
const JWT_KEY_HEADER = 'jwt_key'
const JWT_LIFETIME_SECONDS = 600
/** Headers that the owner may not set, since they belong to the connection or the body. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  SIGNATURE_HEADER,
  EVENT_ID_HEADER,
  ...standardHeaderNames,
])

type Filled = {
  readonly outbox: Outbox
  readonly event: SentEvent
  readonly file: Uint8Array | null
}

/** Shows bodies as they are sent, but without files, tokens and whole addresses. */
export function createShowBody({ gatewayUrl }: { readonly gatewayUrl: () => string }): ShowBody {
  return (target, { outbox, event }) => {
    if (isCampaignTarget(target)) return campaignBody(event)
    const body = bodyOf(target, { outbox, event, file: null }, gatewayUrl())
    const { url } = target.webhook
    const destination = URL.canParse(url) ? shownUrl(url) : ''
    return JSON.stringify({ ...body, destination, apikey: HIDDEN })
  }
}

/**
 * Posts events to webhooks: those of instances in the shape that receivers of gateways know, all
 * others as Standard Webhooks.
 */
export function createWebhookCall({
  targets,
  gatewayUrl,
  download,
  now,
  timeoutMs = WEBHOOK_TIMEOUT_MS,
}: {
  readonly targets: Targets
  /** Receivers append `/message/sendText/{instance}` to it, to answer. */
  readonly gatewayUrl: () => string
  /** Downloads and decrypts the file of a message; null where that fails. */
  readonly download: (
    outbox: Outbox,
    media: NonNullable<OutboxEvent['media']>,
    limitBytes: number,
  ) => Promise<Uint8Array | null>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly timeoutMs?: number
}): CallWebhook {
  const callCampaign = createCampaignWebhookCall({ targets, now, timeoutMs })

  return async (target, delivery, signal) => {
    if (isCampaignTarget(target)) return callCampaign(target, delivery, signal)
    const { outbox, event } = delivery
    const { media } = event
    if (!URL.canParse(target.webhook.url)) return { kind: 'invalid', url: '', headers: {} }
    const file =
      media && target.webhook.base64
        ? await download(outbox, media, WEBHOOK_MEDIA_LIMIT_BYTES)
        : null
    return post(target, { ...delivery, file }, signal)
  }

  async function post(
    target: InstanceTarget,
    delivery: Filled,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { event } = delivery
    const address = eventAddress(target.webhook, event.event)
    const json = JSON.stringify(bodyOf(target, delivery, gatewayUrl()))
    const nowMs = now()
    return postWebhook({
      url: address,
      json,
      headers: {
        [EVENT_ID_HEADER]: event.id,
        [SIGNATURE_HEADER]: `sha256=${createHmac('sha256', target.token).update(json).digest('hex')}`,
        ...standardHeaders({
          id: webhookIdOf(event),
          ...{ json, secrets: secretsAt(target.signing, nowMs), nowMs },
        }),
      },
      hiddenHeaders: customHeaders(target),
      timeoutMs,
      signal,
      targets,
    })
  }

  function customHeaders({ webhook }: InstanceTarget): Record<string, string> {
    const given = Object.entries(webhook.headers ?? {})
    const kept = given.filter(
      ([name]) => !OWN_HEADERS.has(name.toLowerCase()) && name !== JWT_KEY_HEADER,
    )
    const key = webhook.headers?.[JWT_KEY_HEADER]
    return {
      ...Object.fromEntries(kept),
      ...(key !== undefined && { authorization: `Bearer ${tokenOf(key, now())}` }),
    }
  }
}

/** The event's id with its one dot replaced. It still names the instance: two may get one event. */
function webhookIdOf({ id }: SentEvent): string {
  return id.replaceAll('.', '_')
}

function bodyOf(
  { webhook, token, ownJid }: InstanceTarget,
  { outbox, event, file }: Filled,
  gatewayUrl: string,
): object {
  return {
    event: event.event,
    instance: outbox.instance,
    data: file ? withFile(event.data, file) : event.data,
    destination: webhook.url,
    date_time: event.createdAt,
    ...(ownJid !== null && { sender: ownJid }),
    server_url: gatewayUrl,
    apikey: token,
  }
}

function withFile(data: unknown, file: Uint8Array): unknown {
  if (!isFields(data) || !isFields(data.message)) return data
  return { ...data, message: { ...data.message, base64: Buffer.from(file).toString('base64') } }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function tokenOf(key: string, nowMs: number): string {
  const iat = Math.floor(nowMs / 1000)
  const claims = { iat, exp: iat + JWT_LIFETIME_SECONDS, app: 'disparo', action: 'webhook' }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signed = parts.join('.')
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
