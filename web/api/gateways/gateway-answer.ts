import { z } from 'zod'
import type { GatewayAnswer } from '#contract/gateways/gateway.ts'

/**
 * Reads gateways' answers of all versions: the only module of the console that knows their shapes.
 */

export const InstanceState = { open: 'open', connecting: 'connecting', close: 'close' } as const
export type InstanceState = (typeof InstanceState)[keyof typeof InstanceState]

/** A WhatsApp account of a gateway. */
export type GatewayInstance = {
  readonly name: string
  readonly profileName: string | null
  /** Only a picture inside the answer: the page loads nothing from other hosts. */
  readonly picture: string | null
  /** Digits, with the country's. */
  readonly number: string | null
  /** The state when the gateway last checked, which may be long ago. */
  readonly state: InstanceState
  readonly createdAt: string | null
  /** Opens the calls of this instance alone; null where the gateway does not tell it. */
  readonly token: string | null
  readonly messageCount: number | null
  readonly contactCount: number | null
  readonly chatCount: number | null
}

/** The code for the phone; nothing while the gateway is still waiting for WhatsApp. */
export type InstanceCode =
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'code'
      readonly image: string | null
      /** The text of the QR. */
      readonly text: string | null
      readonly pairingCode: string | null
    }

export type WebhookSetting = {
  readonly url: string
  readonly isEnabled: boolean
  readonly byEvents: boolean
  readonly withMedia: boolean
  readonly events: readonly string[]
}

const Text = z.string().trim().min(1).nullish().catch(null)
const Count = z.coerce.number().int().min(0).nullish().catch(null)
const State = z
  .string()
  .nullish()
  .catch(null)
  .transform((state): InstanceState | null => {
    if (state === 'open' || state === 'connected') return InstanceState.open
    if (state === 'connecting') return InstanceState.connecting
    return state ? InstanceState.close : null
  })

/** Fields as version 2 names them, and version 1. */
const Fields = z.object({
  name: Text,
  instanceName: Text,
  profileName: Text,
  profilePicUrl: Text,
  profilePictureUrl: Text,
  ownerJid: Text,
  owner: Text,
  number: Text,
  connectionStatus: State,
  status: State,
  state: State,
  createdAt: Text,
  token: Text,
  apikey: Text,
  _count: z.object({ Message: Count, Contact: Count, Chat: Count }).partial().nullish().catch(null),
})
const Nested = z.object({ instance: z.record(z.string(), z.unknown()) })

/** The instances of a list; records without a name, which no call could reach, are left out. */
export function readInstances(answer: GatewayAnswer): readonly GatewayInstance[] {
  const records = Array.isArray(answer) ? answer : answer === null ? [] : [answer]
  const named = records.map(readInstance).filter((instance) => instance !== null)
  return [...new Map(named.map((instance) => [instance.name, instance])).values()]
}

function readInstance(record: unknown): GatewayInstance | null {
  const nested = Nested.safeParse(record)
  const parsed = Fields.safeParse(nested.success ? nested.data.instance : record)
  if (!parsed.success) return null
  const fields = parsed.data
  const name = fields.name ?? fields.instanceName
  if (!name) return null
  const { _count: counts } = fields
  return {
    name,
    profileName: fields.profileName ?? null,
    picture: pictureOf(fields.profilePicUrl ?? fields.profilePictureUrl),
    number: digitsOf(fields.ownerJid ?? fields.owner) ?? digitsOf(fields.number),
    state: fields.connectionStatus ?? fields.status ?? fields.state ?? InstanceState.close,
    createdAt: isInstant(fields.createdAt) ? fields.createdAt : null,
    token: fields.token ?? fields.apikey ?? null,
    messageCount: counts?.Message ?? null,
    contactCount: counts?.Contact ?? null,
    chatCount: counts?.Chat ?? null,
  }
}

/** Reads the answer of `connectionState`; null for an answer without a state. */
export function readState(answer: GatewayAnswer): InstanceState | null {
  const nested = Nested.safeParse(answer)
  const fields = Fields.safeParse(nested.success ? nested.data.instance : answer)
  if (!fields.success) return null
  const { state, connectionStatus, status } = fields.data
  return state ?? connectionStatus ?? status ?? null
}

const Code = z.object({ base64: Text, code: Text, pairingCode: Text })
const Coded = z.object({ qrcode: z.record(z.string(), z.unknown()) })

/** The answer of `connect`, or the part of `create` that is like it. */
export function readCode(answer: GatewayAnswer): InstanceCode {
  const inside = Coded.safeParse(answer)
  const code = Code.safeParse(inside.success ? inside.data.qrcode : answer)
  if (code.success) {
    const { base64, code: text, pairingCode } = code.data
    if (base64 || text || pairingCode) {
      return {
        kind: 'code',
        image: base64 ? asImage(base64) : null,
        text: text ?? null,
        pairingCode: pairingCode?.replace(/[^A-Za-z0-9]/g, '') || null,
      }
    }
  }
  return { kind: readState(answer) === InstanceState.open ? 'open' : 'waiting' }
}

const WebhookRow = z.object({
  url: z.string(),
  enabled: z.boolean().catch(true),
  webhookByEvents: z.boolean().nullish().catch(null),
  webhook_by_events: z.boolean().nullish().catch(null),
  webhookBase64: z.boolean().nullish().catch(null),
  webhook_base64: z.boolean().nullish().catch(null),
  events: z.array(z.string()).nullish().catch(null),
})
const NestedWebhook = z.object({ webhook: z.record(z.string(), z.unknown()) })

/** Null where no webhook was ever set. */
export function readWebhook(answer: GatewayAnswer): WebhookSetting | null {
  const nested = NestedWebhook.safeParse(answer)
  const inner = NestedWebhook.safeParse(nested.data?.webhook)
  const parsed = WebhookRow.safeParse(inner.data?.webhook ?? nested.data?.webhook ?? answer)
  if (!parsed.success || parsed.data.url === '') return null
  const row = parsed.data
  return {
    url: row.url,
    isEnabled: row.enabled,
    byEvents: row.webhookByEvents ?? row.webhook_by_events ?? false,
    withMedia: row.webhookBase64 ?? row.webhook_base64 ?? false,
    events: row.events ?? [],
  }
}

const Root = z.object({ version: z.union([z.string(), z.number()]) })

/** Null for a gateway that does not report its version. */
export function readVersion(answer: GatewayAnswer): string | null {
  const root = Root.safeParse(answer)
  return root.success ? String(root.data.version).slice(0, 40) : null
}

/** Portuguese sentences for gateways' English reasons that a user can act on. */
const knownReasons: readonly (readonly [said: RegExp, sentence: string])[] = [
  [/already in use|already exists/i, 'Já existe uma instância com este nome neste gateway.'],
  [/invalid integration/i, 'Este gateway não oferece a integração WHATSAPP-BAILEYS.'],
  [/instance\.number|property "?number/i, 'O gateway não aceitou este número.'],
  [/not connected|connection closed/i, 'A instância não está conectada.'],
  [/invalid "?url|url" property/i, 'O gateway não aceitou a URL do webhook.'],
]

/** A gateway's reason in Portuguese where it is known, else in its own words. */
export function reasonInWords(reason: string): string {
  const known = knownReasons.find(([said]) => said.test(reason))
  return known ? known[1] : `Resposta do gateway: ${reason}`
}

function pictureOf(url: string | null | undefined): string | null {
  return url && /^data:image\/(?:png|jpeg|webp|gif);base64,/.test(url) ? url : null
}

function asImage(base64: string): string | null {
  if (/^data:image\/[a-z+]+;base64,/.test(base64)) return base64
  return /^[A-Za-z0-9+/]+=*$/.test(base64) ? `data:image/png;base64,${base64}` : null
}

/** `5561999990000:12@s.whatsapp.net` and `+55 61 …` become digits. */
function digitsOf(identity: string | null | undefined): string | null {
  const account = identity?.split(/[@:]/)[0] ?? ''
  return account.replace(/\D/g, '') || null
}

function isInstant(text: string | null | undefined): text is string {
  return Boolean(text) && Number.isFinite(Date.parse(text ?? ''))
}
