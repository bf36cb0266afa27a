import { z } from 'zod'
import { GATEWAY_KEY_MAX_LENGTH, NAME_MAX_LENGTH, URL_MAX_LENGTH } from '../limits.ts'
import { withoutTrailing } from '../trailing.ts'

/** Id of the gateway that every user has from the start: `evolution`. */
export const OWN_GATEWAY_ID = 'own'

/** Where the Evolution-compatible API stands, below the daemon's address. */
export const OWN_GATEWAY_PATH = '/gateway'

/** Id of a gateway in a call; left out: `evolution`. */
export const GatewayId = z.string().min(1).max(100)

/** Which gateway a call is about. */
export const GatewayQuery = z
  .object({ evolution_id: GatewayId.optional() })
  .transform(({ evolution_id }) => ({ gatewayId: evolution_id }))

/** Leaves the naming to the gateway, and refuses only what could not be stored or called. */
export const InstanceName = z
  .string('Informe o nome da instância.')
  .min(1, 'Informe o nome da instância.')
  .max(NAME_MAX_LENGTH, 'O nome da instância é longo demais.')
  .refine((name) => !hasControlCharacter(name), 'O nome da instância não é válido.')

/** An address that can be called: http or https, without user name and password. */
export const HttpUrl = z
  .string('Informe a URL.')
  .trim()
  .max(URL_MAX_LENGTH, 'A URL é longa demais.')
  .refine(isHttpUrl, 'Informe uma URL que comece com http:// ou https://.')

function isHttpUrl(text: string): boolean {
  const url = urlOf(text)
  if (url === null || hasControlCharacter(text)) return false
  const { protocol, username, password } = url
  const isHttp = protocol === 'http:' || protocol === 'https:'
  return isHttp && username === '' && password === ''
}

/** Used by the console, too, where browsers have no `URL.canParse` yet. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Whether a text holds a control character, or a lone surrogate, which no address can carry. */
function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text)
}

/** Base of a gateway's paths: without query, fragment and closing slashes. */
const GatewayUrl = HttpUrl.transform((text) => {
  const { origin, pathname } = new URL(text)
  return `${origin}${withoutTrailing(pathname, '/')}`
})

export const GatewayBody = z.object({
  url: GatewayUrl,
  apikey: z
    .string('Informe a API Key.')
    .trim()
    .min(1, 'Informe a API Key.')
    .max(GATEWAY_KEY_MAX_LENGTH, 'A API Key é longa demais.')
    // The key becomes a header: anything but visible ASCII could end it early.
    .regex(/^[\x21-\x7e]*$/, 'A API Key tem caracteres inválidos.'),
})
export type GatewayBody = z.infer<typeof GatewayBody>

/** A WhatsApp gateway of a user, as they see it. */
export const Gateway = z.object({
  id: z.string(),
  url: z.string(),
  apiKey: z.string(),
  /** Where this gateway is to post its events. */
  webhookUrl: z.string(),
  createdAt: z.iso.datetime(),
  /** When it last posted an event, to the minute; null: never. */
  lastEventAt: z.iso.datetime().nullable(),
  isOwn: z.boolean(),
})
export type Gateway = z.infer<typeof Gateway>

const GatewayWire = z.object({
  id: z.string(),
  url: z.string(),
  apikey: z.string(),
  webhook_url: z.string(),
  created_at: z.iso.datetime(),
  last_event_at: z.iso.datetime().nullable().default(null),
  /** True for `evolution`, which cannot be deleted. */
  own: z.boolean(),
})

export const GatewayJson = z.codec(GatewayWire, Gateway, {
  decode: ({ apikey, webhook_url, created_at, last_event_at, own, ...same }) => ({
    ...same,
    apiKey: apikey,
    webhookUrl: webhook_url,
    createdAt: created_at,
    lastEventAt: last_event_at,
    isOwn: own,
  }),
  encode: ({ apiKey, webhookUrl, createdAt, lastEventAt, isOwn, ...same }) => ({
    ...same,
    apikey: apiKey,
    webhook_url: webhookUrl,
    created_at: createdAt,
    last_event_at: lastEventAt,
    own: isOwn,
  }),
})
export const GatewaysJson = z.array(GatewayJson)

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const headerValue = /^[\x20-\x7e]{0,1000}$/

export const WebhookHeaders = z.record(
  z.string().regex(headerName, 'O nome do cabeçalho não é válido.'),
  z.string().regex(headerValue, 'O valor do cabeçalho não é válido.'),
)

const WebhookSettings = z.object({
  enabled: z.boolean().default(true),
  url: HttpUrl,
  byEvents: z.boolean().default(false),
  base64: z.boolean().default(true),
  headers: WebhookHeaders.optional(),
  events: z
    .array(z.string().regex(/^[A-Z_]{1,60}$/, 'O evento não é válido.'))
    .max(50)
    .default(['MESSAGES_UPSERT']),
})

/** Where `evolution` posts the events of one instance. */
export const InstanceWebhook = z.object({
  enabled: z.boolean(),
  /** Empty only while the webhook is not enabled. */
  url: z.string(),
  /** Whether each event has a path of its own below the address. */
  byEvents: z.boolean(),
  /** Whether media are included in the events. */
  base64: z.boolean(),
  headers: z.record(z.string(), z.string()).nullable(),
  events: z.array(z.string()),
})
export type InstanceWebhook = z.infer<typeof InstanceWebhook>

/** The settings at the top level or inside `webhook`; gateways of today take only the latter. */
export const WebhookSetBody = z.union([
  z.object({ webhook: WebhookSettings }),
  WebhookSettings.transform((webhook) => ({ webhook })),
])

/** The fields that count when an instance is created; any other is dropped. */
export const InstanceCreateBody = z.object({
  instanceName: InstanceName,
  token: z
    .string()
    .max(GATEWAY_KEY_MAX_LENGTH)
    .regex(/^[\x21-\x7e]*$/, 'O token tem caracteres inválidos.')
    .optional(),
  number: z
    .string()
    .regex(/^\d{0,20}$/, 'Informe o número só com dígitos.')
    .optional(),
  integration: z.string().max(60).default('WHATSAPP-BAILEYS'),
  qrcode: z.boolean().default(true),
  webhook: WebhookSettings.optional(),
  rejectCall: z.boolean().optional(),
  msgCall: z.string().max(NAME_MAX_LENGTH).optional(),
  groupsIgnore: z.boolean().optional(),
  alwaysOnline: z.boolean().optional(),
  readMessages: z.boolean().optional(),
  readStatus: z.boolean().optional(),
  syncFullHistory: z.boolean().optional(),
})

export const FetchInstancesQuery = z.object({
  instanceName: InstanceName.optional(),
  instanceId: z.string().max(100).optional(),
})
export const ConnectQuery = z.object({
  number: z
    .string()
    .regex(/^\d{1,20}$/, 'Informe o número só com dígitos.')
    .optional(),
})

/** A gateway's answer, passed on unchanged. */
export const GatewayAnswer = z.union([
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
  z.null(),
])
export type GatewayAnswer = z.infer<typeof GatewayAnswer>
