import { z } from 'zod'
import type { GatewayCall } from '../domain/gateways/gateways.ts'

/**
 * Version 1 of Evolution API takes other bodies than version 2 and refuses those with status 400:
 * https://doc.evolution-api.com/v1 (webhook/set, instance/create, message/sendText). It has no POST
 * of instance/restart, which is a PUT there.
 */

const BAD_REQUEST = 400
const NOT_FOUND = 404

const Webhook = z.object({
  enabled: z.boolean().optional(),
  url: z.string(),
  byEvents: z.boolean().optional(),
  base64: z.boolean().optional(),
  events: z.array(z.string()).optional(),
})

const SetWebhook = z
  .object({ webhook: Webhook })
  .transform(({ webhook: { enabled, url, byEvents, base64, events } }) => ({
    enabled,
    url,
    webhook_by_events: byEvents,
    webhook_base64: base64,
    events,
  }))

const Create = z
  .looseObject({ instanceName: z.string(), webhook: Webhook })
  .transform(({ webhook: { url, byEvents, base64, events }, ...instance }) => ({
    ...instance,
    webhook: url,
    webhook_by_events: byEvents,
    webhook_base64: base64,
    events,
  }))

const SendText = z
  .looseObject({ number: z.string(), text: z.string() })
  .transform(({ text, ...message }) => ({ ...message, textMessage: { text } }))

const bodies: Readonly<Record<string, z.ZodType>> = {
  'webhook/set': SetWebhook,
  'instance/create': Create,
  'message/sendText': SendText,
}

/** Translates a call that was refused with this status; null where both versions spell it alike. */
export function inVersion1(call: GatewayCall, status: number): GatewayCall | null {
  const name = call.path.slice(0, 2).join('/')
  if (status === NOT_FOUND && name === 'instance/restart') return { ...call, method: 'PUT' }
  if (status !== BAD_REQUEST) return null
  const body = bodies[name]?.safeParse(call.body)
  return body?.success ? { ...call, body: body.data } : null
}
