import type { InstanceWebhook } from '../../../src/contract/gateways/gateway.ts'
import type { User } from '../daemon/user.ts'

export const TOKEN = 'token-da-instancia'

export function aWebhook(fields: Partial<InstanceWebhook> = {}): InstanceWebhook {
  return {
    enabled: true,
    url: 'http://127.0.0.1:9/hook',
    byEvents: false,
    base64: false,
    headers: null,
    events: ['MESSAGES_UPSERT'],
    ...fields,
  }
}

/** Sets the webhook of an instance as a gateway's client does; returns what its events hold. */
export async function setWebhook(
  user: User,
  instance: string,
  fields: Partial<InstanceWebhook>,
): Promise<{ readonly id: string; readonly token: string }> {
  const { headers: _, ...webhook } = aWebhook(fields)
  await user.post(`/gateway/webhook/set/${instance}`, { webhook })
  const [found] = await user.get<{ id: string; token: string }[]>(
    `/gateway/instance/fetchInstances?instanceName=${instance}`,
  )
  if (!found) throw new Error(`no instance ${instance}`)
  return found
}
